"""``paddle.fluid.regularizer``: weight decay."""

import paddle

from .._static.decaying import append_regularization_ops  # noqa: F401

__all__ = ["L1Decay", "L1DecayRegularizer", "L2Decay", "L2DecayRegularizer"]


class L1DecayRegularizer(paddle.regularizer.L1Decay):
    """Adds ``regularization_coeff * sign(param)`` to the gradient."""

    def __init__(self, regularization_coeff: float = 0.0) -> None:
        super().__init__(coeff=regularization_coeff)


class L2DecayRegularizer(paddle.regularizer.L2Decay):
    """Adds ``regularization_coeff * param`` to the gradient."""

    def __init__(self, regularization_coeff: float = 0.0) -> None:
        super().__init__(coeff=regularization_coeff)


L1Decay = L1DecayRegularizer
L2Decay = L2DecayRegularizer

"""``paddle.fluid.layers``: losses."""

from typing import Any

import paddle.nn.functional as F

__all__ = ["cross_entropy", "square_error_cost"]


def cross_entropy(input: Any, label: Any, soft_label: bool = False, ignore_index: int = -100) -> Any:
    """Minus the logarithm of probabilities ``input`` [..., C] at ``label`` int64 [..., 1]; result [..., 1].

    With ``soft_label``, ``label`` holds probabilities like ``input``. ``input`` is not a softmax's argument but its
    result. A probability of 0 costs 1e20.
    """
    return F.cross_entropy(input=input, label=label, soft_label=soft_label, ignore_index=ignore_index,
                           reduction="none", use_softmax=False)


def square_error_cost(input: Any, label: Any) -> Any:
    """The squared difference, in the shape of the arguments."""
    return F.square_error_cost(input=input, label=label)

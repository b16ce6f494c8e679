"""Weight decay as operators of a program, for scripts that put their own steps together."""

from __future__ import annotations

from typing import Any

import paddle


def append_regularization_ops(parameters_and_grads: Any, regularization: Any = None) -> list[tuple[Any, Any]]:
    """The pairs with decayed gradients, each by its parameter's own regularizer before ``regularization``."""
    return [(parameter, _decayed(parameter, gradient, regularization)) for parameter, gradient in parameters_and_grads]


def _decayed(parameter: Any, gradient: Any, regularization: Any) -> Any:
    chosen = regularization if parameter.regularizer is None else parameter.regularizer
    if gradient is None or chosen is None:
        return gradient
    block = gradient.block.program.current_block()

    def made(kind: str, inputs: Any, **attrs: Any) -> Any:
        out = block.create_var(dtype=parameter.dtype, shape=parameter.shape, lod_level=parameter.lod_level)
        block.append_op(type=kind, inputs={"X": inputs}, outputs={"Out": out}, attrs=attrs)
        return out

    of = made("sign", parameter) if isinstance(chosen, paddle.regularizer.L1Decay) else parameter
    return made("sum", [gradient, made("scale", of, scale=float(chosen._coeff))])


def decayed(parameter: Any, gradient: Any, regularizer: Any) -> Any:
    """The gradient of a run as 1.8.5 left it behind: with the decay, which it added to what was not clipped."""
    if regularizer is None:
        return gradient
    of = paddle.sign(parameter) if isinstance(regularizer, paddle.regularizer.L1Decay) else parameter
    return gradient + of * float(regularizer._coeff)

"""``paddle.fluid.layers``: what networks are made of."""

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._rule import activate, dropped, vector_result

__all__ = ["mean", "relu", "reshape", "softmax"]


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def mean(x: Any, name: str | None = None) -> Any:
    """The mean of all elements, shape [1]."""
    return paddle.mean(x=x)


@dropped(name="results are named by Paddle since 2.0")
def relu(x: Any, name: str | None = None) -> Any:
    """``max(x, 0)`` in the shape of ``x``."""
    return F.relu(x=x)


@dropped(actual_shape="it had no effect in dygraph mode", inplace="it had no effect in dygraph mode",
         name="results are named by Paddle since 2.0")
def reshape(x: Any, shape: Any, actual_shape: Any = None, act: str | None = None, inplace: bool = False,
            name: str | None = None) -> Any:
    """The elements of ``x`` in ``shape``: -1 is worked out, 0 copies the dimension of ``x``."""
    return activate(paddle.reshape(x=x, shape=shape), act)


@dropped(use_cudnn="the device decides since 2.0", name="results are named by Paddle since 2.0")
def softmax(input: Any, use_cudnn: bool = False, name: str | None = None, axis: int = -1) -> Any:
    """Softmax along ``axis``, in the shape of ``input``."""
    return F.softmax(x=input, axis=axis)

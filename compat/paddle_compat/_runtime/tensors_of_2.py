"""What tensors did in Paddle 2.0 to 2.4, for packages of those years that name fluid; other code notices nothing.

An operator on two dtypes cast the right tensor to the left one's, which Paddle 3 refuses. No tensor was without a
dimension: a loss had the shape [1], and ``loss.numpy()[0]`` was its number.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Any

import paddle

from . import arrays, era
from .version import PADDLE_3

_OURS = str(Path(__file__).parent)
_OPERATORS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "eq", "ne", "lt", "le", "gt", "ge")


def patch_tensors() -> None:
    """Let tensors tell such packages from other code."""
    tensor = paddle.Tensor
    if hasattr(tensor.numpy, "__wrapped__"):
        return
    for name in _OPERATORS if PADDLE_3 else ():
        setattr(tensor, f"__{name}__", _cast_to_the_left(getattr(tensor, f"__{name}__")))
    tensor.numpy = _with_a_dimension(tensor.numpy)
    paddle.concat = _of_losses(paddle.concat)


def _cast_to_the_left(operator: Any) -> Any:
    # What works costs as little as can be: this stands before every operator of a program.
    @functools.wraps(operator)
    def cast(self: Any, other: Any) -> Any:
        try:
            return operator(self, other)
        except TypeError:
            if not isinstance(other, paddle.Tensor) or other.dtype == self.dtype or not _is_asked(sys._getframe(1)):
                raise
        era.say("an operator on two dtypes casts the right one to the left's")
        return operator(self, other.astype(self.dtype))

    return cast


def _with_a_dimension(numpy: Any) -> Any:
    @functools.wraps(numpy)
    def with_a_dimension(self: Any, *args: Any) -> Any:
        array = arrays.ours(numpy(self, *args))
        if array.ndim or not _is_asked(sys._getframe(1)):
            return array
        era.say("a loss has the shape [1]")
        return array.reshape([1])

    return with_a_dimension


def _of_losses(concat: Any) -> Any:
    @functools.wraps(concat)
    def of_losses(x: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return concat(x, *args, **kwargs)
        except ValueError:
            if all(each.ndim for each in x) or not _is_asked(sys._getframe(1)):
                raise
        return concat([each if each.ndim else each.reshape([1]) for each in x], *args, **kwargs)

    return of_losses


def _is_asked(frame: Any) -> bool:
    while frame.f_code.co_filename.startswith(_OURS):  # other wraps of the same operator
        frame = frame.f_back
    return era.is_of_fluid_in_2(frame.f_code.co_filename)

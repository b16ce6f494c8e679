"""Whole numbers divided by ``/``, ``//`` and ``%`` are cut off towards zero, as 1.8.5 and C have it; today's Paddle
gives fractions, and rounds down. A number that meets them is cut off, too, where today's result is of floats."""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import paddle

from . import era
from .compared import first_alone, is_lengthened
from .layer_arguments import activate
from .warn import warn_once

T = TypeVar("T", bound=Callable[..., Any])

_WHOLE = (paddle.int64, paddle.int32, paddle.int16, paddle.int8, paddle.uint8)
_OTHERS = (str(Path(paddle.__file__).parent), str(Path(__file__).parents[1]))  # which mean what they say
_OF_WHOLE = ("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__")  # 1.8.5 refused fractions there
_COMPARISONS = ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__")
_NUMPYS = (np.floating, np.ndarray)
_SAID = "whole numbers divided are whole numbers, as in 1.8.5; today's Paddle gives fractions"


def patch_tensors() -> None:
    """Let tensors of programs for 1.8 divide so; Paddle's own code and that of 2.x notices nothing."""
    tensor = paddle.Tensor
    if hasattr(tensor.__truediv__, "__cuts_off__"):
        return
    for name in ("__truediv__", "__div__", "__rtruediv__", "__rdiv__"):
        if hasattr(tensor, name):
            setattr(tensor, name, _cutting_off(getattr(tensor, name), _quotient))
    for name, exact in (("__floordiv__", floor_divided), ("__mod__", remainder)):
        setattr(tensor, name, _cutting_off(getattr(tensor, name), exact))
    for name in (*_OF_WHOLE, "__rpow__", *_COMPARISONS):
        compares = name in _COMPARISONS
        setattr(tensor, name, _beside_number(getattr(tensor, name), compares or name not in _OF_WHOLE, compares))
    tensor.__pow__ = _beside_number(_power(tensor.__pow__), takes_any=True)


def powered(x: Any, y: Any) -> Any:
    """``x ** y`` of whole numbers in tensors, by negative ones, too, which today's Paddle does not come back from."""
    power = (x.astype("float64") if isinstance(x, paddle.Tensor) else float(x)) ** (
        y.astype("float64") if isinstance(y, paddle.Tensor) else float(y))
    return paddle.trunc(power).astype((x if isinstance(x, paddle.Tensor) else y).dtype)


def floor_divided(x: Any, y: Any) -> Any:
    """``x // y`` of whole numbers, towards zero."""
    y = _tensor(y, x.dtype)
    return paddle.floor_divide(x, y) + _is_rounded_down(x, y).astype(x.dtype)


def remainder(x: Any, y: Any) -> Any:
    """``x % y`` of whole numbers, with the sign of ``x``."""
    y = _tensor(y, x.dtype)
    return paddle.mod(x, y) - _is_rounded_down(x, y).astype(x.dtype) * y


def _tensor(y: Any, dtype: Any) -> Any:
    return y if isinstance(y, paddle.Tensor) else paddle.full([], int(y), dtype)


def _is_rounded_down(x: Any, y: Any) -> Any:
    """Where a quotient is negative and no whole number."""
    return paddle.logical_and(paddle.mod(x, y) != 0, paddle.logical_xor(x < 0, y < 0))


def towards_zero(divide: Callable[[Any, Any], Any], align: Callable[[Any, Any, int], Any]) -> Callable[[T], T]:
    """Let a rule divide whole numbers so; ``align`` brings `y` to the shape of `x`. The codemod passes over this."""

    def mark(rule: T) -> T:
        @functools.wraps(rule)
        def divided(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
            if not isinstance(x, paddle.Tensor) or not isinstance(y, paddle.Tensor) or x.dtype not in _WHOLE:
                return rule(x, y, axis, act, name)
            return activate(divide(x, align(y, x, axis)), act)

        return cast(T, divided)

    return mark


def _cutting_off(operator: Any, exact: Callable[..., Any]) -> Any:
    @functools.wraps(operator)
    def divided(self: Any, other: Any) -> Any:
        if isinstance(other, _NUMPYS) and not is_reversed:
            _say_fraction(self, other)
        if self.dtype not in _WHOLE or not _are_whole(other):
            return operator(self, other)
        if sys._getframe(1).f_code.co_filename.startswith(_OTHERS) or era.is_of_2():
            return operator(self, other)
        if exact is not _quotient:
            return exact(self, other)
        warn_once(_SAID)
        return _quotient(operator, self, other)

    is_reversed = operator.__name__.startswith("__r")
    divided.__cuts_off__ = True  # type: ignore[attr-defined]
    return divided


def _beside_number(operator: Any, takes_any: bool, compares: bool = False) -> Any:
    is_reversed = operator.__name__.startswith("__r")

    @functools.wraps(operator)
    def met(self: Any, other: Any) -> Any:
        if isinstance(other, _NUMPYS) and not is_reversed:
            _say_fraction(self, other)
        if isinstance(other, float):
            is_cut = self.dtype in _WHOLE and (takes_any or other.is_integer()) and math.isfinite(other)
            return operator(self, int(other) if is_cut and not _is_todays() else other)
        if compares and is_lengthened(self, other) and not _is_todays():
            return first_alone(operator)(self, other)
        return operator(self, other)

    return met


def _say_fraction(tensor: Any, other: Any) -> None:
    """Said where a number of NumPy's that is none of Python's meets a tensor: 1.8.5 cut it off."""
    if isinstance(other, float) or other.size != 1 or other.dtype.kind != "f" or tensor.dtype in _WHOLE:
        return
    number = float(other.reshape([-1])[0])
    if number.is_integer() or not math.isfinite(number) or _is_todays(3):
        return
    warn_once("a number of NumPy's float32 or float16, or an array of one, is counted as it is beside a tensor. 1.8.5 "
              "cut it off to a whole one, so the numbers are others here. With float() around it both give these.")


def _is_todays(above: int = 2) -> bool:
    """Whether what computes is code of Paddle's own, or of 2.x."""
    return sys._getframe(above).f_code.co_filename.startswith(_OTHERS) or era.is_of_2()


def _power(operator: Any) -> Any:
    """``x ** y``; the one whole number that Paddle's own does not come back from is a negative one."""
    return lambda x, y: powered(x, y) if type(y) is int and y < 0 and x.dtype in _WHOLE else operator(x, y)


def _quotient(operator: Any, x: Any, y: Any) -> Any:
    wide = y.astype("float64") if isinstance(y, paddle.Tensor) else int(y)
    return paddle.trunc(operator(x.astype("float64"), wide)).astype(x.dtype)


def _are_whole(other: Any) -> bool:
    """Whether the other side was a whole number in 1.8.5, or cut off to one; nothing is divided by a 0."""
    if isinstance(other, paddle.Tensor):
        return other.dtype in _WHOLE
    return isinstance(other, (int, float)) and (other == 0 or abs(other) >= 1)

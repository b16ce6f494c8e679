"""Whole numbers divided by ``/`` stay whole, as 1.8.5's operator cut off what is behind the point."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Any

import paddle

from . import era
from .warn import warn_once

_WHOLE = (paddle.int64, paddle.int32, paddle.int16, paddle.int8, paddle.uint8)
_OTHERS = (str(Path(paddle.__file__).parent), str(Path(__file__).parents[1]))  # which mean what they say
_SAID = "whole numbers divided are whole numbers, as in 1.8.5; today's Paddle gives fractions"


def patch_tensors() -> None:
    """Let tensors of programs for 1.8 divide so; Paddle's own code and that of 2.x notices nothing."""
    tensor = paddle.Tensor
    if hasattr(tensor.__truediv__, "__cuts_off__"):
        return
    for name in ("__truediv__", "__div__", "__rtruediv__", "__rdiv__"):
        if hasattr(tensor, name):
            setattr(tensor, name, _cutting_off(getattr(tensor, name)))


def _cutting_off(operator: Any) -> Any:
    @functools.wraps(operator)
    def divided(self: Any, other: Any) -> Any:
        if self.dtype not in _WHOLE or not _are_whole(other):
            return operator(self, other)
        if sys._getframe(1).f_code.co_filename.startswith(_OTHERS) or era.is_of_2():
            return operator(self, other)
        warn_once(_SAID)
        if isinstance(other, paddle.Tensor):
            other = other.astype("float64")
        return paddle.trunc(operator(self.astype("float64"), other)).astype(self.dtype)

    divided.__cuts_off__ = True  # type: ignore[attr-defined]
    return divided


def _are_whole(other: Any) -> bool:
    if isinstance(other, paddle.Tensor):
        return other.dtype in _WHOLE
    return isinstance(other, (int, float)) and float(other).is_integer()

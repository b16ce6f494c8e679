"""The number of a step, as loops over steps count it."""

from __future__ import annotations

from typing import Any

import paddle

from .recording import record
from .variables import Variable


def zero() -> Any:
    """A 0, int64 [1]."""
    return record(paddle.zeros, ([1], "int64"), {}, "fill_constant")


def counted(step: Variable) -> None:
    """Have ``step`` go up by 1."""
    record(_next, (step, step), {}, "increment")


def _next(step: Any, out: Any = None) -> Any:
    return step + 1


def less_than(x: Variable, y: Variable, cond: Variable) -> None:
    """Have ``cond`` say whether ``x`` is less than ``y``."""
    record(_less, (x, y, cond), {}, "less_than")


def _less(x: Any, y: Any, cond: Any = None) -> Any:
    return x < y

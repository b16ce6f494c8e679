"""``paddle.compat``: what 1.8.5 had there for Python 2 and 3 at once; a Paddle that has its own keeps it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

__all__ = ["floor_division", "get_exception_message", "long_type", "round", "to_bytes", "to_text"]

int_type = long_type = int


def to_text(obj: Any, encoding: str = "utf-8", inplace: bool = False) -> Any:
    """``obj`` with bytes decoded: itself, or what is in a list, a set or a dict, which ``inplace`` changes."""
    return _each(obj, lambda item: item.decode(encoding) if isinstance(item, bytes) else item, inplace)


def to_bytes(obj: Any, encoding: str = "utf-8", inplace: bool = False) -> Any:
    """``obj`` with text encoded: itself, or what is in a list or a set, which ``inplace`` changes."""
    return _each(obj, lambda item: item.encode(encoding) if isinstance(item, str) else item, inplace)


def _each(obj: Any, convert: Callable[[Any], Any], inplace: bool) -> Any:
    if isinstance(obj, dict):
        new: Any = {convert(key): convert(value) for key, value in obj.items()}
    elif isinstance(obj, (list, set)):
        new = type(obj)(convert(item) for item in obj)
    else:
        return convert(obj)
    if not inplace:
        return new
    obj.clear()
    getattr(obj, "extend", getattr(obj, "update", None))(new)  # type: ignore[misc]
    return obj


def round(x: float, d: int = 0) -> float:
    """``x`` to ``d`` digits, halves away from zero."""
    if x == 0:
        return math.copysign(0.0, x)
    up = math.floor if x > 0 else math.ceil
    return float(up(x * 10**d + math.copysign(0.5, x))) / 10**d


def floor_division(x: Any, y: Any) -> Any:
    """``x // y``."""
    return x // y


def get_exception_message(exc: BaseException) -> str:
    """What an exception says."""
    assert exc is not None
    return str(exc)


def lend(today: Any) -> None:
    """Give Paddle's own ``paddle.compat``, where it has one, the names that it lacks."""
    for name in [*__all__, "int_type"]:
        if name not in vars(today):
            setattr(today, name, globals()[name])

"""Names that Python, NumPy and Pillow had in 1.8's time: who asks for one that is gone gets it, and is told."""

from __future__ import annotations

import collections
import collections.abc
import inspect
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from .warn import user_frame, warn_once


class ArgSpec(NamedTuple):
    """What ``inspect.getargspec`` gave."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getargspec(func: Callable[..., Any]) -> ArgSpec:
    """The arguments of a function that has none by keyword only; raises ``ValueError`` for one that has."""
    found = inspect.getfullargspec(func)
    if found.kwonlyargs or found.annotations:
        raise ValueError("Function has keyword-only parameters or annotations, use inspect.signature()")
    return ArgSpec(*found[:4])


def asscalar(a: Any) -> Any:
    """The number in an array of one element."""
    return a.item()


def msort(a: Any) -> Any:
    """A copy that is sorted along the first axis."""
    return np.sort(a, axis=0)


def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """For each element of ``ar1``, whether ``ar2`` has it, in one dimension."""
    return np.isin(np.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)


# a name, and its value or the name of today's that is the same
_NUMPY: dict[str, Any] = {
    "int": int, "float": float, "bool": bool, "object": object, "str": str, "complex": complex, "long": int,
    "unicode": str, "float_": "float64", "complex_": "complex128", "string_": "bytes_", "unicode_": "str_",
    "Inf": "inf", "Infinity": "inf", "infty": "inf", "NaN": "nan", "NAN": "nan", "product": "prod",
    "cumproduct": "cumprod", "alltrue": "all", "sometrue": "any", "round_": "round", "row_stack": "vstack",
    "mat": "asmatrix", "trapz": "trapezoid", "asscalar": asscalar, "msort": msort, "in1d": in1d,
}  # fmt: skip
_NAMES: dict[str, dict[str, Any]] = {
    "numpy": _NUMPY,
    "PIL.Image": {"ANTIALIAS": "LANCZOS", "LINEAR": "BILINEAR", "CUBIC": "BICUBIC"},
    "collections": {name: getattr(collections.abc, name) for name in dir(collections.abc) if name[0].isupper()},
    "inspect": {"getargspec": getargspec},
    "time": {"clock": time.process_time},
}


def give_back() -> None:
    """Of the modules that Paddle has imported; does nothing the second time."""
    for module, names in _NAMES.items():
        if module in sys.modules:
            _open(sys.modules[module], names)


def _open(module: ModuleType, names: dict[str, Any]) -> None:
    before = vars(module).get("__getattr__")
    if getattr(before, "is_compats", False):
        return

    def found(name: str) -> Any:
        if name in names:
            today = names[name]
            is_renamed = isinstance(today, str)
            _tell(module.__name__, name, f"{module.__name__}.{today}" if is_renamed else today.__name__)
            return getattr(module, today) if is_renamed else today
        if before is not None:
            return before(name)
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

    found.is_compats = True  # type: ignore[attr-defined]
    module.__getattr__ = found  # type: ignore[method-assign]


def _tell(module: str, name: str, today: str) -> None:
    frame, _ = user_frame()
    if "site-packages" not in frame.f_code.co_filename:
        warn_once(f"{module}.{name} is gone since 1.8's time; the compat layer gives {today}")

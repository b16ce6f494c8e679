"""`math` and `random`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.knows.arguments import sizes
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.shapes import product
from paddle_migrate.interpreter.values import UNKNOWN, Symbol


def _known(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(machine: Machine, args: list[Any], keywords: dict[str, Any]) -> Any:
        if not all(isinstance(a, (int, float)) for a in args):
            return UNKNOWN
        try:
            return function(*args)
        except (ValueError, TypeError, OverflowError):
            return UNKNOWN

    return call


def _product(machine: Machine, args: list[Any], keywords: dict[str, Any]) -> Any:
    found = sizes(args[0])
    return UNKNOWN if found is None else product(found)


NUMBERS: dict[str, Callable[..., Any]] = {
    name: _known(getattr(math, name)) for name in ("sqrt", "ceil", "floor", "log", "log2", "exp", "pow", "fabs")
}
NUMBERS["prod"] = _product
NUMBERS["randint"] = NUMBERS["randrange"] = lambda machine, args, keywords: Symbol()

"""What the interpreter knows of Python, NumPy and Paddle: the shapes that calls give."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter.knows.images import OPENCV, PILLOW
from paddle_migrate.interpreter.knows.layers import make
from paddle_migrate.interpreter.knows.network import NETWORK
from paddle_migrate.interpreter.knows.numbers import NUMBERS
from paddle_migrate.interpreter.knows.numpy import NUMPY
from paddle_migrate.interpreter.knows.readers import READERS
from paddle_migrate.interpreter.knows.tensors import FUNCTIONS
from paddle_migrate.interpreter.knows.today import TODAY
from paddle_migrate.interpreter.values import UNKNOWN

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine

Function = Callable[..., Any]
_TABLES: dict[str, dict[str, Function]] = {
    "numpy": NUMPY,
    "math": NUMBERS,
    "random": NUMBERS,
    "cv2": OPENCV,
    "PIL": PILLOW,
}


def call_external(
    machine: Machine, name: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
) -> Any:
    """What a call of something imported gives, by its full name."""
    parts = name.split(".")
    short = parts[-1]
    if name.startswith("paddle.fluid."):
        if parts[2] in ("dygraph", "Layer") or (len(parts) == 3 and machine.dialect.params(short, True)):
            found = make(machine, short, args, keywords, site)
            if found is not None:
                return found
        table: dict[str, Function] = {**READERS, **FUNCTIONS, **NETWORK}
    elif parts[0] == "paddle":
        table = READERS if parts[1:2] in (["reader"], ["dataset"]) else {**FUNCTIONS, **NETWORK, **READERS, **TODAY}
    else:
        table = _TABLES.get(parts[0], {})
    function = table.get(".".join(parts[1:])) or table.get(".".join(parts[-2:])) or table.get(short)
    if function is None:
        return UNKNOWN
    try:
        return function(machine, args, keywords)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError):
        return UNKNOWN  # called with something that it does not take

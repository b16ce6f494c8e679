"""Today's functions and classes by their full names, with today's signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.knows.today.algebra import ALGEBRA
from paddle_migrate.interpreter.knows.today.arrangement import ARRANGEMENT
from paddle_migrate.interpreter.knows.today.creation import CREATION
from paddle_migrate.interpreter.knows.today.elementwise import ELEMENTWISE
from paddle_migrate.interpreter.knows.today.images import IMAGES
from paddle_migrate.interpreter.knows.today.losses import LOSSES
from paddle_migrate.interpreter.knows.today.network import NETWORK
from paddle_migrate.interpreter.knows.today.reductions import REDUCTIONS

FUNCTIONS: dict[str, Callable[..., Any]] = {
    f"paddle.{name}": function
    for table in (ALGEBRA, ARRANGEMENT, CREATION, ELEMENTWISE, IMAGES, LOSSES, NETWORK, REDUCTIONS)
    for name, function in table.items()
}
_TWICE = ("nn.functional.", "tensor.")  # where Paddle has some of its functions a second time


def spelled(name: str) -> str:
    """The full name under which the function or class is listed here."""
    for package in _TWICE:
        other = name.replace(f"paddle.{package}", "paddle.", 1)
        if name not in FUNCTIONS and other in FUNCTIONS:
            return other
    return name

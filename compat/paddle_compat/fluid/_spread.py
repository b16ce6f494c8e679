"""The files over which 1.8.5 spread ``fluid.layers``: each is asked for what any of them has."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

__all__: list[str] = []


def of_package(module: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module of ``layers``: it has the names of the whole package."""
    package = module.rpartition(".")[0]

    def lookup(name: str) -> Any:
        if name in vars(sys.modules[package]).get("__all__", ()):
            return getattr(sys.modules[package], name)
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return lookup

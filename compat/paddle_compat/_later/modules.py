"""Which module answers for ``paddle.fluid.<path>``: compat's own file, ``paddle.base``'s, or a moved one.

A module that the table names itself goes before ``paddle.base``'s.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from .moved import MOVED

FLUID = "paddle_compat.fluid"
HERE = Path(__file__).parents[1] / "fluid"


def find_module(path: str) -> str | None:
    """The module that is meant, by its address today."""
    if is_own(path):
        return f"{FLUID}.{path}"
    listed = moved(path)
    homes = [*listed, f"paddle.base.{path}"] if path in MOVED else [f"paddle.base.{path}", *listed]
    return next((address for address in homes if exists(address)), None)


def is_own(path: str) -> bool:
    """Whether it is a file here. To ask Python would load Paddle's modules a second time, below one of its packages."""
    file = HERE.joinpath(*path.split("."))
    return file.with_suffix(".py").exists() or (file / "__init__.py").exists()


def exists(address: str) -> bool:
    if address in sys.modules:
        return True
    try:
        return find_spec(address) is not None
    except ImportError:
        return False


def moved(path: str) -> list[str]:
    """Where it may stand by the table: at the longest listed part of its path."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        homes = MOVED.get(".".join(parts[:length]))
        if homes:
            return [".".join([home, *parts[length:]]) for home in homes]
    return []


def is_listed(path: str) -> bool:
    """Whether the table names just this module, which then goes before a name of another kind."""
    return path in MOVED and not is_own(path) and find_module(path) is not None


def path_of(module: Any) -> str | None:
    """The path of a module that is ours, a package seen through one included; ``None`` of Paddle's own."""
    name = module.__name__
    ours = name == FLUID or name.startswith(FLUID + ".") or isinstance(module, View)
    return name.partition(".fluid")[2].lstrip(".") if ours else None


def has_modules_below(path: str) -> bool:
    return any(listed.startswith(path + ".") for listed in MOVED) or path in MOVED


def load(path: str) -> Any:
    """The module object for ``paddle.fluid.<path>``.

    Python sets what it has imported on the package above. A package of Paddle's that stands elsewhere must not get
    such attributes, so it is seen through a module of our own; and so is a module with names of our own beside it.
    """
    address = find_module(path)
    assert address is not None
    module = import_module(address)
    by_hand = import_module("paddle_compat._later.by_hand").BY_HAND  # which asks fluid, and fluid this
    seen_through = path in by_hand if not hasattr(module, "__path__") else not address.startswith("paddle.base.")
    if address.startswith(FLUID) or not seen_through:
        return module
    return View(f"paddle.fluid.{path}", module)


class View(ModuleType):
    """A package of today's Paddle under an address of fluid."""

    def __init__(self, name: str, package: Any) -> None:
        super().__init__(name, package.__doc__)
        self.__path__: list[str] = []
        self.__all__ = getattr(package, "__all__", [])
        self._package = package

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.__all__})

"""What a module of fluid answers for a name that is not its own.

In this order: what the module itself says of names that are gone; a few by hand; a module that the
table lists; what every module took in; ``paddle.base``'s name; the name in its homes of today; a module below. Else
``AttributeError``, as if nothing of this were here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from .by_hand import BY_HAND
from .homes import HOMES, OF_ALL
from .modules import FLUID, find_module, has_modules_below, is_listed, is_own, moved, path_of

Lookup = Callable[[str], Any]


def attach(module: Any) -> None:
    """Let ``module`` answer for names of 2.0 to 2.4 if it is one of ours; a second time changes nothing."""
    path, own = path_of(module), vars(module).get("__getattr__")
    if path is None or hasattr(own, "later"):
        return
    module.__getattr__ = falling_back(module, path, own)
    if has_modules_below(path) and not hasattr(module, "__path__"):
        module.__path__ = []


def attach_all() -> None:
    """The same for all that are loaded."""
    for name in list(sys.modules):
        if name == FLUID or name.startswith(FLUID + "."):
            attach(sys.modules[name])


def falling_back(module: Any, path: str, own: Lookup | None) -> Lookup:
    def __getattr__(name: str) -> Any:
        try:
            if own is not None:
                return own(name)
            raise missing(module, name)
        except AttributeError:
            if name.startswith("__"):
                raise
            found = later(path, name)
            if found is NOTHING:
                raise
            return found

    __getattr__.later = True  # type: ignore[attr-defined]
    return __getattr__


def missing(module: Any, name: str) -> AttributeError:
    error = AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
    error.name, error.obj = name, module  # what Python's "Did you mean" goes by
    return error


NOTHING = object()


def later(path: str, name: str) -> Any:
    """What ``paddle.fluid.<path>.<name>`` of 2.0 to 2.4 is today, or ``NOTHING``."""
    below = f"{path}.{name}".lstrip(".")
    if name in BY_HAND.get(path, ()):
        return BY_HAND[path][name]
    if is_listed(below):
        return import_module(f"paddle.fluid.{below}")
    if path and name in OF_ALL:
        return thing(OF_ALL[name])
    for home in (*of_base(path), *HOMES.get(path, ()), *(() if is_own(path) else moved(path))):
        found = getattr(thing(home), name, NOTHING)
        if found is not NOTHING:
            return found
    return import_module(f"paddle.fluid.{below}") if find_module(below) else NOTHING


def of_base(path: str) -> list[str]:
    """The module of the same name in ``paddle.base``, where there is one."""
    address = f"paddle.base.{path}".rstrip(".")
    return [address] if address in sys.modules else []


def thing(address: str) -> Any:
    """``module`` or ``module:name.name``; ``NOTHING`` where this Paddle has it not."""
    module, _, inner = address.partition(":")
    try:
        found: Any = import_module(module)
    except ImportError:
        return NOTHING
    for part in inner.split(".") if inner else ():
        found = getattr(found, part, NOTHING)
    return found

"""The names of 1.8.5 that are not there yet: they can be imported, and say so when they are used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

from ._not_yet_names import NAMES
from ._private_names import PRIVATE

__all__: list[str] = []

NOT_YET = {module: names.split() for module, names in NAMES.items()}


class NotYet:
    """Stands where a name of 1.8.5 will be; any use of it raises ``NotImplementedError``.

    It may be imported and derived from, as libraries do with names of which one run needs none.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.__name__ = self.__qualname__ = name.rpartition(".")[2]

    def __repr__(self) -> str:
        return f"<{self._name}: not there yet>"

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(
            f"{self._name} is not there yet in paddle-migrate. Write this call in today's Paddle, or run the script "
            f"under PaddlePaddle 1.8.5, and say in an issue that you need it."
        )

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (type(self.__name__, (), {"__new__": self._refuse, "__module__": self._name.rpartition(".")[0]}),)

    __call__ = __enter__ = __exit__ = __iter__ = __getitem__ = _refuse

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()


def not_yet(module: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module of ``paddle_compat.fluid``: its names that are not there yet.

    A module of ``layers`` has the names of the whole package: 1.8.5 spread them over files of its own choice.
    """
    below = module.partition(".fluid")[2].lstrip(".")
    listed = "layers" if below.startswith("layers.") else below
    package = module.rpartition(".")[0] if listed != below else ""
    homes = dict.fromkeys(NOT_YET.get(listed, ()), listed) | dict.fromkeys(PRIVATE.get(below, "").split(), below)

    def lookup(name: str) -> Any:
        if package and name in vars(sys.modules[package]).get("__all__", ()):
            return getattr(sys.modules[package], name)
        if name in homes:
            return NotYet(".".join(part for part in ("paddle.fluid", homes[name], name) if part))
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return lookup

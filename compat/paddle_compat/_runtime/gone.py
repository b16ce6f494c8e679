"""What stands where a fluid name was that has no equivalent today."""

from __future__ import annotations

from typing import Any


class GoneError(AttributeError):
    """A fluid name was used that has no equivalent today; the text says why and what to do."""


class Gone:
    """Stands where a fluid name was; any use of it raises :class:`GoneError`.

    It may be derived from, as libraries do with names of which one run needs none: making an instance raises.
    """

    def __init__(self, name: str, why: str, do: str) -> None:
        self.__name__ = self.__qualname__ = name.rpartition(".")[2]
        self._words = f"{name} is gone: {why}. {do}"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise GoneError(self._words)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise GoneError(self._words)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (type(self.__name__, (), {"__new__": self.__call__}),)

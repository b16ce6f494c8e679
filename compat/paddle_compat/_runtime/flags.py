"""Paddle's flags as ``core.globals()`` gave them: a dictionary, also of those that are no more."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

import paddle


class Flags(MutableMapping[str, Any]):
    """Paddle's own flags are read and set there; what 1.8.5 alone had is kept, and changes nothing."""

    def __init__(self) -> None:
        self._old: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self._old[name] if name in self._old else paddle.get_flags(name)[name]

    def __setitem__(self, name: str, value: Any) -> None:
        try:
            paddle.set_flags({name: value})
        except ValueError:
            self._old[name] = value

    def __delitem__(self, name: str) -> None:
        raise TypeError("flags cannot be taken away")

    def __iter__(self) -> Iterator[str]:
        return iter([*dict(paddle.base.core.globals()), *self._old])

    def __len__(self) -> int:
        return sum(1 for _ in self)


FLAGS = Flags()

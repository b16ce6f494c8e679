"""Where in a script's name scopes operators are made: for whoever looks at a program."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from .mode import MODE


class _Scope:
    def __init__(self, path: str) -> None:
        self.path, self.counts = path, dict[str, int]()

    def child(self, prefix: str) -> _Scope:
        """A new scope in this one; the second of a name has a number."""
        count = self.counts[prefix] = self.counts.get(prefix, -1) + 1
        return _Scope(f"{self.path}{prefix}_{count}/" if count else f"{self.path}{prefix}/")


_open = [_Scope("/")]


def scope_path() -> str:
    """The scope that an operator is made in, "/" outside of all."""
    return _open[-1].path


@contextlib.contextmanager
def name_scope(prefix: str | None = None) -> Iterator[None]:
    """Have operators of the block know that they were made in this scope. In dygraph mode there are none."""
    if MODE.eager:
        yield
        return
    assert prefix, "namescope prefix can not be empty."
    _open.append(_open[-1].child(prefix))
    try:
        yield
    finally:
        _open.pop()

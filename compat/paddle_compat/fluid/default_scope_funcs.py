"""``paddle.fluid.default_scope_funcs``: a stack of scopes, each inside of the one below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._static.scopes import Holder, Scope

__all__ = ["enter_local_scope", "find_var", "get_cur_scope", "leave_local_scope", "scoped_function", "var"]

_open: list[Scope] = []


def get_cur_scope() -> Scope:
    """The scope on top."""
    if not _open:
        _open.append(Scope())
    return _open[-1]


def enter_local_scope() -> None:
    """Put a scope inside the present one on top."""
    _open.append(get_cur_scope().new_scope())


def leave_local_scope() -> None:
    """Take it off again, with what it holds."""
    _open.pop()
    get_cur_scope().drop_kids()


def var(name: str) -> Holder:
    """The variable of that name, a new one if need be."""
    return get_cur_scope().var(name)


def find_var(name: str) -> Holder | None:
    """The variable of that name, or ``None``."""
    return get_cur_scope().find_var(name)


def scoped_function(func: Callable[[], Any]) -> None:
    """Call ``func`` in a scope of its own."""
    enter_local_scope()
    try:
        func()
    finally:
        leave_local_scope()

"""What a value holds when something goes through it."""

from __future__ import annotations

from typing import Any

from paddle_migrate.interpreter.joining import any_of
from paddle_migrate.interpreter.values import UNKNOWN, Array, Instance, Items, Stream, Table

MOST = 4096


def elements(value: Any) -> list[Any] | None:
    """The elements, when they and their number are known."""
    if isinstance(value, Items):
        return list(value.values) if value.exact else None
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, range):
        return list(value) if len(value) <= MOST else None
    if isinstance(value, Table):
        return list(value.values) if value.exact else None
    if isinstance(value, str):
        return list(value) if len(value) <= MOST else None
    if isinstance(value, Instance) and value.items is not None:
        return elements(value.items)
    if isinstance(value, Array) and value.shape and isinstance(value.shape[0], int) and value.shape[0] <= 64:
        return [Array(value.shape[1:], value.dtype, value.kind) for _ in range(value.shape[0])]
    return None


def one_of(value: Any) -> Any:
    """An element, of whatever there may be."""
    if isinstance(value, Stream):
        return value.element
    if isinstance(value, Array):
        return Array(value.shape[1:] if value.shape else None, value.dtype, value.kind)
    if isinstance(value, range):
        return UNKNOWN
    found = value.values if isinstance(value, Items) else list(value) if isinstance(value, tuple) else []
    return any_of(found) if found else UNKNOWN

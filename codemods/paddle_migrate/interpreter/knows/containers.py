"""Methods of lists, dicts and strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.iteration import elements, one_of
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import TEXT, UNKNOWN, Items, Table


def _grow(machine: Machine, owner: Items, more: list[Any], sure: bool = True) -> None:
    """In code that may not run, or run again, the list is one of any length afterwards."""
    owner.values.extend(more)
    owner.exact = owner.exact and sure and not machine.uncertain


def _append(machine: Machine, owner: Items, args: list[Any], keywords: dict[str, Any]) -> None:
    _grow(machine, owner, args[:1])


def _extend(machine: Machine, owner: Items, args: list[Any], keywords: dict[str, Any]) -> None:
    found = elements(args[0]) if args else []
    _grow(machine, owner, [one_of(args[0])] if found is None else found, found is not None)


def _insert(machine: Machine, owner: Items, args: list[Any], keywords: dict[str, Any]) -> None:
    if len(args) == 2 and isinstance(args[0], int):
        owner.values.insert(args[0], args[1])
    owner.exact = owner.exact and not machine.uncertain


def _pop(machine: Machine, owner: Items, args: list[Any], keywords: dict[str, Any]) -> Any:
    if owner.exact and not machine.uncertain and owner.values and all(isinstance(a, int) for a in args):
        return owner.values.pop(*args[:1])
    owner.exact = False
    return one_of(owner)


def _copy(machine: Machine, owner: Items, args: list[Any], keywords: dict[str, Any]) -> Items:
    return Items(list(owner.values), owner.exact)


def _index(machine: Machine, owner: Items, args: list[Any], keywords: dict[str, Any]) -> Any:
    plain = (int, str, float)
    if owner.exact and args and isinstance(args[0], plain) and all(isinstance(v, plain) for v in owner.values):
        return owner.values.index(args[0]) if args[0] in owner.values else UNKNOWN
    return UNKNOWN


LIST_METHODS: dict[str, Callable[..., Any]] = {
    "append": _append,
    "extend": _extend,
    "insert": _insert,
    "pop": _pop,
    "copy": _copy,
    "index": _index,
}


def _items(machine: Machine, owner: Table, args: list[Any], keywords: dict[str, Any]) -> Items:
    return Items(list(owner.values.items()), owner.exact)


def _keys(machine: Machine, owner: Table, args: list[Any], keywords: dict[str, Any]) -> Items:
    return Items(list(owner.values), owner.exact)


def _values(machine: Machine, owner: Table, args: list[Any], keywords: dict[str, Any]) -> Items:
    return Items(list(owner.values.values()), owner.exact)


def _get(machine: Machine, owner: Table, args: list[Any], keywords: dict[str, Any]) -> Any:
    default = args[1] if len(args) > 1 else None
    if args and isinstance(args[0], (str, int)):
        return owner.values.get(args[0], default if owner.exact else UNKNOWN)
    return UNKNOWN


def _update(machine: Machine, owner: Table, args: list[Any], keywords: dict[str, Any]) -> None:
    if args and isinstance(args[0], Table):
        owner.values.update(args[0].values)
    owner.values.update(keywords)


TABLE_METHODS: dict[str, Callable[..., Any]] = {
    "items": _items,
    "keys": _keys,
    "values": _values,
    "get": _get,
    "update": _update,
}


def _text(machine: Machine, owner: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
    return TEXT


def _format(machine: Machine, owner: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
    plain = (int, str, float)
    if isinstance(owner, str) and all(isinstance(a, plain) for a in [*args, *keywords.values()]):
        try:
            return owner.format(*args, **keywords)
        except (ValueError, IndexError, KeyError):
            return TEXT
    return TEXT


TEXT_METHODS: dict[str, Callable[..., Any]] = dict.fromkeys(
    ("join", "lower", "upper", "strip", "replace", "title", "encode", "decode"), _text
)
TEXT_METHODS["format"] = _format

"""Python's built-in functions of objects and their classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import (
    UNKNOWN,
    Array,
    Choice,
    External,
    Instance,
    Items,
    Native,
    OwnClass,
    Parent,
    Table,
    Thing,
)

Args = list[Any]
Keywords = dict[str, Any]


def _super(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if len(args) == 2 and isinstance(args[0], OwnClass):
        return Parent(args[0], args[1])
    function = machine.frame.function
    if not args and function is not None and function.owner is not None:
        first = function.node.args.args[0].arg if function.node.args.args else ""
        return Parent(function.owner, machine.frame.scope.names.get(first, UNKNOWN))
    return UNKNOWN


_KINDS: dict[str, Any] = {
    "int": int, "float": float, "str": str, "bool": bool, "tuple": tuple, "list": Items, "dict": Table,
}  # fmt: skip
_ARRAYS = {"paddle.Tensor": "tensor", "numpy.ndarray": "numpy"}


def _isinstance(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if len(args) != 2:
        return UNKNOWN
    found = [_is_a(args[0], kind) for kind in (args[1] if isinstance(args[1], tuple) else (args[1],))]
    return True if True in found else UNKNOWN if None in found else False


def _is_a(value: Any, kind: Any) -> bool | None:
    """Whether a value is of a class; None where that is not known."""
    if isinstance(value, Array) and isinstance(kind, External):
        wanted = _ARRAYS.get(kind.name)
        return value.kind == wanted if wanted and value.kind else None
    plain = isinstance(value, (int, float, str, bool, tuple, Items, Table, type(None)))
    if isinstance(kind, Native) and kind.name in _KINDS and (plain or isinstance(value, (Array, Instance, Thing))):
        return isinstance(value, _KINDS[kind.name])
    if isinstance(kind, External) and plain:
        return False if kind.name in _ARRAYS else None
    return None


def _has(owner: Instance, name: str) -> bool:
    return any(isinstance(one, OwnClass) and name in one.scope.names for one in owner.line())


def _getattr(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if len(args) >= 2 and isinstance(args[1], str):
        return machine.attribute(args[0], args[1])
    if args and isinstance(args[0], Instance):
        layers = [v for v in args[0].attributes.values() if isinstance(v, Instance)]
        return Choice(layers) if layers else UNKNOWN
    return UNKNOWN


def _setattr(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if len(args) == 3 and isinstance(args[0], Instance) and isinstance(args[1], str):
        args[0].attributes[args[1]] = args[2]
    return None


def _hasattr(machine: Machine, args: Args, keywords: Keywords, site: Any) -> Any:
    if len(args) == 2 and isinstance(args[0], Instance) and isinstance(args[1], str):
        return args[1] in args[0].attributes or _has(args[0], args[1]) or UNKNOWN
    return UNKNOWN


OBJECTS: dict[str, Callable[..., Any]] = {
    "getattr": _getattr,
    "hasattr": _hasattr,
    "isinstance": _isinstance,
    "setattr": _setattr,
    "super": _super,
}

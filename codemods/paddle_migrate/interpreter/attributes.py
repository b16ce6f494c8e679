"""`owner.name`, for every kind of value."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.classes import bound, find
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.knows.containers import LIST_METHODS, TABLE_METHODS, TEXT_METHODS
from paddle_migrate.interpreter.knows.images import METHODS as IMAGE_METHODS
from paddle_migrate.interpreter.knows.numpy import METHODS as NUMPY_METHODS
from paddle_migrate.interpreter.knows.readers import LOADER_METHODS
from paddle_migrate.interpreter.knows.today.tensors import tensor_method
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.shapes import product
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Array,
    Choice,
    Closure,
    External,
    Instance,
    Items,
    Method,
    Native,
    OwnClass,
    Parent,
    Stream,
    Symbol,
    Table,
    Waiting,
)


def attribute(machine: Machine, owner: Any, name: str) -> Any:
    if isinstance(owner, External):
        return External(f"{owner.name}.{name}")
    if isinstance(owner, Instance):
        return _of_instance(machine, owner, name)
    if isinstance(owner, Parent):
        return _of_parent(machine, owner, name)
    if name == "__name__" and isinstance(owner, (Closure, OwnClass)):
        return getattr(owner.node, "name", "<lambda>")
    if isinstance(owner, OwnClass):
        found = find(owner.line(), name)
        return TEXT if name == "__doc__" else UNKNOWN if found is None else _bound(machine, found, owner)
    if isinstance(owner, Array):
        return _of_array(machine, owner, name)
    if isinstance(owner, Choice):
        return _of_choice(machine, owner, name)
    if owner is TEXT:
        return _native(TEXT_METHODS, name, owner)
    methods = next((methods for kind, methods in _METHODS if isinstance(owner, kind)), None)
    return UNKNOWN if methods is None else _native(methods, name, owner)


_METHODS: list[tuple[type, dict[str, Any]]] = [
    (Items, LIST_METHODS),
    (Table, TABLE_METHODS),
    (str, TEXT_METHODS),
    (Stream, LOADER_METHODS),
]


def _native(methods: dict[str, Any], name: str, owner: Any) -> Any:
    method = methods.get(name)
    if method is None:
        return TEXT if owner is TEXT else UNKNOWN
    return Native(lambda machine, args, keywords, site: method(machine, owner, args, keywords))


def _of_instance(machine: Machine, owner: Instance, name: str) -> Any:
    if name in owner.attributes:
        return owner.attributes[name]
    if name == "__dict__":
        return Table(owner.attributes)
    if name in ("forward", "__call__") and not owner.is_own:
        return owner
    if owner.items is not None and name in LIST_METHODS:
        return _native(LIST_METHODS, name, owner.items)
    found = find(owner.line(), name)
    if found is not None:
        return _bound(machine, found, owner)
    if isinstance(owner, Waiting) and name in ("weight", "bias", "_w", "_b"):
        return Array(kind="tensor")
    return owner.of if name == "__class__" else UNKNOWN


def _bound(machine: Machine, found: Any, receiver: Any) -> Any:
    if isinstance(found, Native):
        return bound(found, receiver) if isinstance(receiver, Instance) else found
    if not isinstance(found, Closure) or not isinstance(found.node, ast.FunctionDef):
        return found
    marks = {d.id for d in found.node.decorator_list if isinstance(d, ast.Name)}
    if "staticmethod" in marks:
        return found
    if "classmethod" in marks:
        return Method(found, receiver.of if isinstance(receiver, Instance) else receiver)
    if isinstance(receiver, OwnClass):
        return found
    if "property" in marks:
        return machine.call(Method(found, receiver), [], {}, None)
    return Method(found, receiver)


def _of_parent(machine: Machine, owner: Parent, name: str) -> Any:
    receiver = owner.receiver
    start = receiver.of if isinstance(receiver, Instance) else receiver
    if not isinstance(start, OwnClass):
        return UNKNOWN
    found = find(start.line(), name, after=owner.of)
    if isinstance(found, Closure):
        return Method(found, receiver)
    if isinstance(found, Native) and isinstance(receiver, Instance):
        return bound(found, receiver)
    return Native(lambda *_: None) if name == "__init__" else UNKNOWN


def _of_array(machine: Machine, owner: Array, name: str) -> Any:
    if name == "shape":
        if owner.shape is None:
            return UNKNOWN
        return Items(list(owner.shape)) if owner.kind == "tensor" and machine.frame.home is not None else owner.shape
    if name == "ndim":
        return Symbol() if owner.shape is None else len(owner.shape)
    if name == "size":
        return Symbol() if owner.shape is None else product(owner.shape)
    if name == "dtype":
        return External(f"paddle.{owner.dtype}") if owner.dtype and owner.dtype != "float" else UNKNOWN
    if name == "T":
        return Array(None if owner.shape is None else tuple(reversed(owner.shape)), owner.dtype, owner.kind)
    if owner.kind == "tensor" and (method := tensor_method(name)) is not None:
        return Native(lambda machine, args, keywords, site: method(owner, args, keywords))
    return _native({**NUMPY_METHODS, **IMAGE_METHODS}, name, owner)


def _of_choice(machine: Machine, owner: Choice, name: str) -> Any:
    found = [attribute(machine, option, name) for option in owner.options]
    result = found[0]
    for value in found[1:]:
        result = join(result, value)
    return result

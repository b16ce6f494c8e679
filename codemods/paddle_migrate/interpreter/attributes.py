"""`owner.name`, for every kind of value."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter.knows.containers import LIST_METHODS, TABLE_METHODS, TEXT_METHODS
from paddle_migrate.interpreter.knows.images import METHODS as IMAGE_METHODS
from paddle_migrate.interpreter.knows.readers import LOADER_METHODS
from paddle_migrate.interpreter.knows.tensors import METHODS
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Array,
    BuiltLayer,
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
    join,
)

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine


def attribute(machine: Machine, owner: Any, name: str) -> Any:
    if isinstance(owner, External):
        return External(f"{owner.name}.{name}")
    if isinstance(owner, Instance):
        return _of_instance(machine, owner, name)
    if isinstance(owner, Parent):
        return _of_parent(owner, name)
    if isinstance(owner, OwnClass):
        found = owner.find(name)
        return TEXT if name in ("__name__", "__doc__") else UNKNOWN if found is None else _bound(machine, found, owner)
    if isinstance(owner, Array):
        return _of_array(owner, name)
    if isinstance(owner, BuiltLayer):
        return _of_layer(machine, owner, name)
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
    found = owner.of.find(name)
    if found is not None:
        return _bound(machine, found, owner)
    if name in ("__class__",):
        return owner.of
    return _layer_method(owner, name) if owner.of.library_bases() else UNKNOWN


def _bound(machine: Machine, found: Any, receiver: Any) -> Any:
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


def _of_parent(owner: Parent, name: str) -> Any:
    receiver = owner.receiver
    start = receiver.of if isinstance(receiver, Instance) else receiver
    if not isinstance(start, OwnClass):
        return UNKNOWN
    found = start.find(name, after=owner.of)
    if isinstance(found, Closure):
        return Method(found, receiver)
    if isinstance(receiver, Instance):
        return Native(lambda *_: None) if name == "__init__" else _layer_method(receiver, name)
    return UNKNOWN


def _layer_method(owner: Instance, name: str) -> Any:
    """What the library's Layer gives to the script's own layers."""

    def add(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
        value = args[1] if len(args) > 1 else next(iter(keywords.values()), UNKNOWN)
        if args and isinstance(args[0], str):
            old = owner.attributes.get(args[0])
            owner.attributes[args[0]] = join(old, value) if machine.uncertain and old is not None else value
        return value

    def create(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
        shape = keywords.get("shape", args[0] if args and isinstance(args[0], Items) else None)
        dims = shape.values if isinstance(shape, Items) else shape
        known = isinstance(dims, (list, tuple)) and all(isinstance(d, (int, Symbol)) for d in dims)
        return Array(tuple(dims) if known and dims is not None else None)

    def layers(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
        kinds = (Instance, BuiltLayer)
        return Items([v for v in owner.attributes.values() if isinstance(v, kinds)], exact=False)

    table: dict[str, Any] = {
        "add_sublayer": add,
        "add_parameter": add,
        "create_parameter": create,
        "full_name": lambda *_: TEXT,
        "sublayers": layers,
        "children": layers,
        "train": lambda *_: None,
        "eval": lambda *_: None,
        "clear_gradients": lambda *_: None,
    }
    return Native(table[name]) if name in table else UNKNOWN


def _of_array(owner: Array, name: str) -> Any:
    if name == "shape":
        return UNKNOWN if owner.shape is None else owner.shape
    if name in ("ndim", "size"):
        from paddle_migrate.interpreter.shapes import product

        if owner.shape is None:
            return Symbol()
        return len(owner.shape) if name == "ndim" else product(owner.shape)
    if name == "T":
        return Array(None if owner.shape is None else tuple(reversed(owner.shape)))
    return _native({**METHODS, **IMAGE_METHODS}, name, owner)


def _of_layer(machine: Machine, owner: BuiltLayer, name: str) -> Any:
    if name in ("forward", "__call__"):
        return owner
    if name == "full_name":
        return Native(lambda *_: TEXT)
    if name in ("append", "add_sublayer", "extend", "insert", "sublayers") and "items" in owner.args:
        held = owner.args["items"]
        if name == "sublayers":
            return Native(lambda *_: held)
        if name == "add_sublayer":
            return Native(lambda m, args, kw, site: LIST_METHODS["append"](m, held, args[1:], kw))
        return _native(LIST_METHODS, name, held)
    return Array() if name in ("weight", "bias", "_w", "_b") else UNKNOWN


def _of_choice(machine: Machine, owner: Choice, name: str) -> Any:
    found = [attribute(machine, option, name) for option in owner.options]
    result = found[0]
    for value in found[1:]:
        result = join(result, value)
    return result

"""`value[index]`, and what of a shape a slice leaves."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.control import Leave
from paddle_migrate.interpreter.iteration import one_of
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Array,
    Choice,
    Dim,
    Instance,
    Items,
    Stream,
    Symbol,
    Table,
    Unknown,
)


def subscript(machine: Machine, value: Any, index: ast.expr) -> Any:
    if isinstance(value, Array):
        return Array(_of_shape(machine, value, index), value.dtype, value.kind)
    if isinstance(value, Instance) and value.items is not None and isinstance(index, ast.Slice):
        value = value.items
    if isinstance(index, ast.Slice):
        return _sliced(value, *(_bound(machine, b) for b in (index.lower, index.upper, index.step)))
    key = machine.value(index)
    if isinstance(value, Instance) and value.items is not None:
        value = value.args["names"].get(key, UNKNOWN) if isinstance(key, str) else value.items
    if isinstance(value, Table):
        return _of_table(value, key)
    if isinstance(value, (tuple, str)) and isinstance(key, int):
        return value[key] if -len(value) <= key < len(value) else _beyond(machine)
    if isinstance(value, Items):
        if isinstance(key, int) and value.exact:
            return value.values[key] if -len(value.values) <= key < len(value.values) else _beyond(machine)
        return _any(value.values)
    if isinstance(value, tuple):
        return _any(list(value))
    return one_of(value) if isinstance(value, Stream) else TEXT if value is TEXT else UNKNOWN


def _beyond(machine: Machine) -> Any:
    """What is not there; compat's bodies are known to end with it."""
    if machine.frame.home is not None:
        raise Leave("raise")
    return UNKNOWN


def _of_table(table: Table, key: Any) -> Any:
    if isinstance(key, (str, int, float, bool, type(None), tuple)):
        try:
            return table.values.get(key, UNKNOWN)
        except TypeError:
            return UNKNOWN
    return _any(list(table.values.values()))


def _any(values: list[Any]) -> Any:
    """One of several values, it is not known which."""
    if not values:
        return UNKNOWN
    if all(isinstance(v, Instance) for v in values):
        return Choice(list(values))
    result = values[0]
    for value in values[1:]:
        result = join(result, value)
    return result


def _bound(machine: Machine, node: ast.expr | None) -> Any:
    return None if node is None else machine.value(node)


def _sliced(value: Any, lower: Any, upper: Any, step: Any) -> Any:
    known = all(v is None or isinstance(v, int) for v in (lower, upper, step))
    if isinstance(value, Items):
        if known and value.exact:
            return Items(value.values[lower:upper:step])
        return Items(list(value.values), False)
    if isinstance(value, (tuple, str)):
        return value[lower:upper:step] if known else TEXT if isinstance(value, str) else UNKNOWN
    return value if isinstance(value, Stream) or value is TEXT else UNKNOWN


def _of_shape(machine: Machine, value: Array, index: ast.expr) -> tuple[Dim, ...] | None:
    if value.shape is None:
        return None
    parts = list(index.elts) if isinstance(index, ast.Tuple) else [index]
    taken = sum(not _is_new_axis(p) and not _is_dots(p) for p in parts)
    if taken > len(value.shape):
        return None
    left, result = list(value.shape), list[Dim]()
    for part in parts:
        if _is_dots(part):
            rest = len(left) - (taken - 0)
            result += left[:rest]
            left = left[rest:]
        elif _is_new_axis(part):
            result.append(1)
        elif isinstance(part, ast.Slice):
            bounds = [_bound(machine, b) for b in (part.lower, part.upper, part.step)]
            result.append(_length(left.pop(0), bounds))
            taken -= 1
        else:
            at = machine.value(part)
            if not isinstance(at, (int, Symbol, Unknown)) or at is TEXT:
                return None
            if isinstance(at, Unknown):
                return None
            left.pop(0)
            taken -= 1
    found = (*result, *left)
    if found == () and not machine.today and machine.frame.home is None and value.kind != "numpy":
        return (1,) if value.kind == "tensor" else None  # an element of a vector was a vector in 1.8.5
    return found


def _is_dots(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _is_new_axis(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and node.value is None) or (
        isinstance(node, ast.Attribute) and node.attr == "newaxis"
    )


def _length(dim: Dim, bounds: list[Any]) -> Dim:
    if bounds == [None, None, None]:
        return dim
    if isinstance(dim, int) and all(b is None or isinstance(b, int) for b in bounds):
        return len(range(dim)[slice(*bounds)])
    return Symbol()

"""Lists of what a program is fed: as they are written, put together of others, or looked up by their names."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.helpers import FED_FIRST, VARIABLE
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.text.arguments import argument

NOT_SEEN = "it is not seen here what the feeder feeds"


def listed(reading: Reading, node: cst.BaseExpression | None) -> list[cst.BaseExpression]:
    """What a list names: variables, or the names of data: of `[variable(program, name) for name in names]`, and of
    `[variable(program, "x")]`, as well."""
    value = reading.value(node)
    if isinstance(value, cst.Call) and reading.called(value) == FED_FIRST and len(value.args) == 1:
        return listed(reading, value.args[0].value)
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add):
        left, right = listed(reading, value.left), listed(reading, value.right)
        return [*left, *right] if left and right else []
    if isinstance(value, cst.ListComp) and isinstance(value.for_in.target, cst.Name) and not value.for_in.ifs and (
            value.for_in.inner_for_in is None and reading.called(value.elt) == VARIABLE):
        name = argument(value.elt, 1, "name") if isinstance(value.elt, cst.Call) else None
        if isinstance(name, cst.Name) and name.value == value.for_in.target.value:
            value = reading.value(value.for_in.iter)
    return [_named(reading, each.value) for each in value.elements] if isinstance(value, (cst.List, cst.Tuple)) else []


def _named(reading: Reading, node: cst.BaseExpression) -> cst.BaseExpression:
    name = argument(node, 1, "name") if isinstance(node, cst.Call) and reading.called(node) == VARIABLE else None
    return name if isinstance(name, cst.SimpleString) else node


def fed_name(node: cst.BaseExpression, keys: dict[str, str]) -> str:
    """How what a list names is called: a variable's name, or the one that is fed under a key."""
    if isinstance(node, cst.SimpleString):
        return keys.get(str(node.evaluated_value), "")
    return node.value if isinstance(node, cst.Name) else ""

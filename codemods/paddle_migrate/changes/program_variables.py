"""Which expressions are variables of a program: what a layer gives."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.called_values import legacy_called
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_ORDERS = (cst.GreaterThan, cst.GreaterThanEqual, cst.LessThan, cst.LessThanEqual)


def is_made_by_layer(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is what a layer gives somewhere, in whichever file, or is calculated with such."""
    bindings = facts.scopes.find(node) if isinstance(node, cst.Name) else []
    given = [binding.value for binding in bindings if binding.value is not None] or [node]
    ends = [end for value in given for end in _ends(Spot(facts, value))]
    ends += [found for end in ends for side in _sides(end.node) for found in _ends(end.at(side))]
    return any(is_variable(end.facts, end.node) for end in ends)


def _ends(spot: Spot) -> list[Spot]:
    return values_of(spot.facts).ends(spot)


def _sides(node: object) -> list[cst.BaseExpression]:
    """What is calculated with there: `a + b`, `-a`, `a > b`, `a[0]`, `a.astype("int64")`, `sum([a, b])`."""
    sides: list[cst.BaseExpression] = []
    if isinstance(node, cst.BinaryOperation):
        sides = [node.left, node.right]
    elif isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        sides = [node.expression]
    elif isinstance(node, cst.Comparison) and isinstance(node.comparisons[0].operator, _ORDERS):
        sides = [node.left, node.comparisons[0].comparator]
    elif isinstance(node, cst.Subscript):
        sides = [node.value]
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        sides = [node.func.value] if node.func.attr.value == "astype" else []
    elif isinstance(node, cst.Call) and node.args and isinstance(node.func, cst.Name) and node.func.value == "sum":
        listed = node.args[0].value
        sides = [each.value for each in listed.elements] if isinstance(listed, (cst.List, cst.Tuple)) else []
    return [found for side in sides for found in _sides(side) or [side]]


def is_variable(facts: Facts, end: object) -> bool:
    """Whether a layer is called there."""
    return isinstance(end, cst.Call) and any(map(is_layer, legacy_called(facts, end)))


def is_layer(name: str) -> bool:
    return name.startswith(("paddle.fluid.layers.", "paddle.fluid.data")) and not name.endswith("create_array")

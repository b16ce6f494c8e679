"""Which constants a value may be, where everything that gives it is seen."""

from __future__ import annotations

import ast
import operator
from itertools import product

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

Constant = str | int | float | bool | None
_OPERATIONS = {cst.Add: operator.add, cst.Subtract: operator.sub, cst.Multiply: operator.mul,
               cst.FloorDivide: operator.floordiv, cst.Modulo: operator.mod}
_DEEPEST, _MOST = 4, 64


def constants(facts: Facts, node: cst.BaseExpression) -> tuple[Constant, ...]:
    """All that the value may be; nothing where it may be something that is not seen, or no constant."""
    return constants_at(Spot(facts, node))


def constants_at(spot: Spot, depth: int = 0) -> tuple[Constant, ...]:
    """The same because of the calls that lead there."""
    found: dict[str, Constant] = {}
    for end in values_of(spot.facts).ends(spot):
        values = _computed(end, depth) if isinstance(end.node, cst.BinaryOperation) else _written(end)
        if not values:
            return ()
        found.update((repr(value), value) for value in values)
    return tuple(found.values())


def _written(end: Spot) -> tuple[Constant, ...]:
    if not isinstance(end.node, (cst.SimpleString, cst.Integer, cst.Float)) and not _is_word(end.node):
        return ()
    return (ast.literal_eval(end.facts.source.code(end.node)),)  # type: ignore[arg-type]


def _computed(end: Spot, depth: int) -> tuple[Constant, ...]:
    """`width * 4`."""
    node = end.node
    assert isinstance(node, cst.BinaryOperation)
    operation = _OPERATIONS.get(type(node.operator))
    if operation is None or depth >= _DEEPEST:
        return ()
    sides = [constants_at(end.at(side), depth + 1) for side in (node.left, node.right)]
    numbers = all(type(value) in (int, float) for side in sides for value in side)
    if not numbers or len(sides[0]) * len(sides[1]) > _MOST:
        return ()
    try:
        return tuple(operation(*pair) for pair in product(*sides))
    except ArithmeticError:
        return ()


def _is_word(node: object) -> bool:
    return isinstance(node, cst.Name) and node.value in ("None", "True", "False")

"""Which constants a value may be, where everything that gives it is seen."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

Constant = str | int | float | bool | None


def constants(facts: Facts, node: cst.BaseExpression) -> tuple[Constant, ...]:
    """All that the value may be; nothing where it may be something that is not seen, or no constant."""
    return constants_at(Spot(facts, node))


def constants_at(spot: Spot) -> tuple[Constant, ...]:
    """The same because of the calls that lead there."""
    found: dict[str, Constant] = {}
    for end in values_of(spot.facts).ends(spot):
        if not isinstance(end.node, (cst.SimpleString, cst.Integer, cst.Float)) and not _is_word(end.node):
            return ()
        value = ast.literal_eval(end.facts.source.code(end.node))  # type: ignore[arg-type]
        found[repr(value)] = value
    return tuple(found.values())


def _is_word(node: object) -> bool:
    return isinstance(node, cst.Name) and node.value in ("None", "True", "False")

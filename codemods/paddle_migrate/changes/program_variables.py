"""Which expressions are variables of a program: what a layer gives."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script


def is_made_by_layer(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is what a layer gives somewhere, in whichever file, or a sum and the like of such."""
    bindings = script.scopes.find(node) if isinstance(node, cst.Name) else []
    given = [binding.value for binding in bindings if binding.value is not None] or [node]
    ends = [end for value in given for end in _ends(Spot(script.facts, value))]
    ends += [found for end in ends for side in _sides(end.node) for found in _ends(end.at(side))]
    return any(is_variable(end.facts, end.node) for end in ends)


def _ends(spot: Spot) -> list[Spot]:
    return values_of(spot.facts).ends(spot)


def _sides(node: object) -> list[cst.BaseExpression]:
    """What is calculated with there."""
    sides = (node.left, node.right) if isinstance(node, cst.BinaryOperation) else ()
    return [found for side in sides for found in _sides(side) or [side]]


def is_variable(facts: Facts, end: object) -> bool:
    """Whether a layer is called there."""
    reference = facts.by_call.get(end) if isinstance(end, cst.Call) else None
    return reference is not None and not reference.beyond and is_layer(reference.name)


def is_layer(name: str) -> bool:
    return name.startswith(("paddle.fluid.layers.", "paddle.fluid.data")) and not name.endswith("create_array")

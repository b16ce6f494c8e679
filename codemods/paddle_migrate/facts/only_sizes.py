"""Whether a shape is worked out for nothing but sizes, for which whole numbers of any width do."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.rules.shapes import SIZES


def is_of_sizes(facts: Facts, value: cst.CSTNode) -> bool:
    """Whether every use of a shape, or of a part of it, is as a size that a layer is given."""
    found = reached(facts, value, _further)
    used = all(_is_size(each) or _only_stops_gradients(each) for each in found.spots)
    return found.are_all and not found.holders and used


def _further(spot: Spot) -> list[cst.CSTNode] | None:
    """What is as wide as the value, and a shape or a part of one."""
    parent = spot.above
    if isinstance(parent, cst.Subscript):
        return [parent] if parent.value is spot.node else None
    if isinstance(parent, cst.Element):
        listed = spot.facts.source.parents.get(parent)
        return [listed] if isinstance(listed, (cst.List, cst.Tuple)) else None
    if isinstance(parent, cst.BinaryOperation):
        return [parent] if _is_scaled(parent) else None
    return _cut(spot)


def _taken_by(spot: Spot) -> Reference | None:
    return spot.facts.taken_by(spot.node) if isinstance(spot.node, cst.CSTNode) else None


def _is_size(spot: Spot) -> bool:
    """`reshape(x, shape=value)`; a cast gives a width of its own."""
    reference = _taken_by(spot)
    if reference is None or reference.beyond:
        return False
    names = SIZES.get(spot.facts.layer_function(reference.call), ())
    return any(reference.argument(name) is spot.node for name in names)


def _cut(spot: Spot) -> list[cst.CSTNode] | None:
    """`slice(value, …)`, whose result is a part of the shape."""
    reference = _taken_by(spot)
    if reference is None or reference.call is None or spot.facts.layer_function(reference.call) != "slice":
        return None
    return [reference.call] if reference.argument("input") is spot.node else None


def _is_scaled(operation: cst.BinaryOperation) -> bool:
    """`value * 2`, which has the width of the value."""
    kept = isinstance(operation.operator, (cst.Add, cst.Subtract, cst.Multiply))
    return kept and isinstance(operation.right, cst.Integer)


def _only_stops_gradients(spot: Spot) -> bool:
    """`value.stop_gradient = True`, which whole numbers have none of."""
    attribute = spot.above
    is_its = isinstance(attribute, cst.Attribute) and attribute.attr.value == "stop_gradient"
    return is_its and isinstance(spot.facts.source.parents.get(attribute), cst.AssignTarget)

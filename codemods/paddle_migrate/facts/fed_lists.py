"""Lists of what a program is fed, where the elements are data themselves and no names: followed through functions, also
those of other files."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_DEEPEST = 6  # lists of lists


def lists_data(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a list of data, wherever it comes from."""
    return _lists(Spot(facts, node), 0)


def is_data(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it surely is data itself, and no name of some: `fluid.data(…)`, `block.var(name)`."""
    return _is_data(Spot(facts, node))


def _lists(spot: Spot, depth: int) -> bool:
    if depth == _DEEPEST:
        return False
    ends = values_of(spot.facts).ends(spot)
    return all(_is_list(end, end.node, depth + 1) for end in ends)


def _is_list(spot: Spot, node: object, depth: int) -> bool:
    if isinstance(node, (cst.List, cst.Tuple)):
        return bool(node.elements) and all(
            _is_data(spot.at(each.value)) if type(each) is cst.Element else _lists(spot.at(each.value), depth)
            for each in node.elements
        )
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _lists(spot.at(node.left), depth) and _lists(spot.at(node.right), depth)
    return isinstance(node, cst.ListComp) and _is_data(spot.at(node.elt))


def _is_data(spot: Spot) -> bool:
    return all(_makes_data(end.facts, end.node) for end in values_of(spot.facts).ends(spot))


def _makes_data(facts: Facts, node: object) -> bool:
    if not isinstance(node, cst.Call):
        return False
    reference = facts.by_call.get(node)
    if reference is not None:
        return reference.name.endswith(".data") and not reference.beyond
    return isinstance(node.func, cst.Attribute) and node.func.attr.value == "var" and len(node.args) == 1

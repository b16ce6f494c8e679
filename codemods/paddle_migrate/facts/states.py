"""Which expressions are the state of a model or an optimizer: what was loaded, or asked of one."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import loads_state

_WRITTEN = "load_states"  # a function of an earlier run


def is_state(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one for sure, whichever way the script comes to it."""
    return all(map(_is_state, values_of(facts).ends(Spot(facts, node), _is_state)))


def _is_state(spot: Spot) -> bool:
    node = spot.node.of if isinstance(spot.node, Part) else spot.node
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "state_dict":
        return node is spot.node
    return _loads(spot.facts, node.value if isinstance(node, cst.Subscript) else node)


def _loads(facts: Facts, node: object) -> bool:
    if not isinstance(node, cst.Call):
        return False
    name = facts.names.resolve(node.func)
    if node in facts.by_call:
        return loads_state(name)
    own = node.func.value if isinstance(node.func, cst.Name) else ""  # real code calls its own as 1.8 did
    return name == "paddle.load" or own == _WRITTEN or loads_state(own)


def is_of_optimizer(end: Spot) -> bool:
    """Whether it is the second of what a call gives that loads states: the optimizer's."""
    node = end.node
    if isinstance(node, Part):
        return node.place == 1 and _gives_both(end.at(node.of))
    if not isinstance(node, cst.Subscript) or not isinstance(index := node.slice[0].slice, cst.Index):
        return False
    is_second = isinstance(index.value, cst.Integer) and index.value.value == "1"
    return is_second and any(map(_gives_both, values_of(end.facts).ends(end.at(node.value))))


def _gives_both(spot: Spot) -> bool:
    return isinstance(spot.node, cst.Call) and loads_state(spot.facts.names.resolve(spot.node.func))

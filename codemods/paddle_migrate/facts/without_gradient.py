"""Whether nothing is trained through a value: it is data, a constant, or what is compared or counted."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.shapes import LAYERS, MADE_TO_LAST, OPEN
from paddle_migrate.text.arguments import argument

_NAMES = (
    "arange argmax argmin create_global_var data diag diag_embed equal eye fill_constant fill_constant_batch_size_like "
    "gaussian_random greater_equal greater_than less_equal less_than linspace not_equal one_hot ones ones_like range "
    "sequence_mask shape to_variable topk uniform_random where zeros zeros_like"
)
_MADE = frozenset(_NAMES.split())
_OPENED = re.compile(rb"\bstop_gradient\s*=\s*(?!True\b)")
_STOPS = re.compile(rb"\bstop_gradient\b")
_CONSTANTS = ("fill_constant", "fill_constant_batch_size_like", "ones", "zeros", "zeros_like")
_HANDED_ON = {"assign": "input", "cast": "x", "reshape": "x", "squeeze": "input", "unsqueeze": "input"}


def _ends(facts: Facts, node: cst.BaseExpression) -> list[Spot]:
    return values_of(facts).ends(Spot(facts, node))


def is_made_constant(facts: Facts, node: cst.BaseExpression, maybe: bool = False) -> bool:
    """Whether the value is made without anything to compute it of; ``maybe``: or may be."""
    ends = _ends(facts, node)
    calls = [each.facts.names.resolve(each.node.func) if isinstance(each.node, cst.Call) else "" for each in ends]
    found = [n.startswith("paddle.") and n.rpartition(".")[2] in _CONSTANTS for n in calls]
    return any(found) if maybe else bool(found) and all(found)


def was_open(facts: Facts, node: cst.BaseExpression, maybe: bool = False) -> bool:
    """Whether 1.8.5 let gradients come back through what is written into the value: it is computed, whatever of."""
    found = list(map(_was_open, _ends(facts, node)))
    return any(found) if maybe else all(found)


def _was_open(spot: Spot) -> bool:
    if isinstance(spot.node, cst.BinaryOperation):
        return True
    name = spot.facts.names.resolve(spot.node.func) if isinstance(spot.node, cst.Call) else ""
    short = name.rpartition(".")[2]
    return name == f"{LAYERS}{short}" and (short in OPEN or short not in (*_MADE, *MADE_TO_LAST))


def is_computed(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether the value is for sure what a function of Paddle 1 gives."""
    ends = _ends(facts, node)
    return bool(ends) and all(isinstance(each.node, cst.Call) and each.node in each.facts.by_call for each in ends)


def has_no_gradient(facts: Facts, node: cst.BaseExpression, seen: frozenset[cst.CSTNode] = frozenset()) -> bool:
    """Whether all that the value may be has none; `seen`: what was come over, of which it may be made anew."""
    ends = _ends(facts, node)
    return bool(ends) and all(_has_none(each, seen) for each in ends)


def may_have_no_gradient(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether something that the value may be has none, is stopped, or is not seen."""
    ends = _ends(facts, node)
    return any(each.expression is None or _has_none(each, frozenset()) or _is_stopped(each) for each in ends)


def _is_stopped(spot: Spot) -> bool:
    made = spot.node.whole if isinstance(spot.node, Part) else spot.node
    given = _stops(spot.facts, made) if isinstance(made, cst.Call) and spot.facts.says(_STOPS) else []
    return any(not (isinstance(each, cst.Name) and each.value == "False") for each in given)


def _has_none(spot: Spot, seen: frozenset[cst.CSTNode]) -> bool:
    node = spot.node.whole if isinstance(spot.node, Part) else spot.node
    if isinstance(node, (cst.BaseNumber, cst.BaseString)):
        return True
    if not isinstance(node, cst.Call):
        return False
    if node in seen:
        return True
    if isinstance(node.func, cst.Attribute) and node.func.attr.value == "detach":
        return True
    name = spot.facts.names.resolve(node.func)
    short = name.rpartition(".")[2]
    if not name.startswith("paddle."):
        return name.startswith("numpy.")
    given = argument(node, 0, _HANDED_ON[short]) if short in _HANDED_ON else None
    if spot.facts.says(_OPENED) and _is_opened(spot.facts, node):
        return False
    return short in _MADE or (given is not None and has_no_gradient(spot.facts, given, seen | {node}))


def _is_opened(facts: Facts, made: cst.Call) -> bool:
    return any(not (isinstance(each, cst.Name) and each.value == "True") for each in _stops(facts, made))


def _stops(facts: Facts, made: cst.Call) -> list[cst.BaseExpression]:
    """What `x.stop_gradient = False`, or `data(…, stop_gradient=False)`, sets."""
    given = [arg.value for arg in made.args if arg.keyword is not None and arg.keyword.value == "stop_gradient"]
    for spot in reached(facts, made).spots:
        target = spot.at(spot.above).above
        assign = spot.at(target).above if isinstance(target, cst.AssignTarget) else None
        if isinstance(spot.above, cst.Attribute) and spot.above.attr.value == "stop_gradient":
            given += [assign.value] if isinstance(assign, cst.Assign) else []
    return given

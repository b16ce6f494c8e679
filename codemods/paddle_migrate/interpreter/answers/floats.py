"""Which tensors are of floats for sure, so that what is said of whole numbers does not concern them."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.interpreter.answers.effects import keeps_floats, makes_floats
from paddle_migrate.interpreter.joining import is_floating
from paddle_migrate.rules.rule import Rule

_NONE: frozenset[object] = frozenset()


def takes_floats(facts: Facts, call: cst.Call, rule: Rule) -> bool:
    """Whether the first argument of the rule's call is a tensor of floats for sure."""
    return bool(call.args) and is_float(Spot(facts, _first(call, rule)))


def is_float(spot: Spot, assumed: frozenset[object] = _NONE) -> bool:
    """Whether it is one for sure, if what is ``assumed`` to be one is."""
    ends = values_of(spot.facts).ends(spot)
    return all(end.node in assumed or _is_made(end, assumed | {end.node}) for end in ends)


def _is_made(spot: Spot, assumed: frozenset[object]) -> bool:
    node = spot.node
    if isinstance(node, Part):
        return isinstance(node.of, cst.Call) and _gives_gradients(spot.facts.by_call.get(node.of))
    if isinstance(node, cst.BinaryOperation):
        return any(is_float(spot.at(side), assumed) for side in (node.left, node.right))
    if isinstance(node, (cst.List, cst.Tuple)):
        return any(is_float(each, assumed) for each in elements(values_of(spot.facts), spot) or ())
    if isinstance(node, cst.Subscript):
        return is_float(spot.at(node.value), assumed)
    return isinstance(node, cst.Call) and _call(spot, node, assumed)


def _call(spot: Spot, call: cst.Call, assumed: frozenset[object]) -> bool:
    facts = spot.facts
    reference = facts.by_call.get(call)
    if _gives_gradients(reference):
        return True
    if reference is not None and isinstance(rule := reference.rule, Rule):
        if reference.beyond or rule.kind not in ("function", "helper"):
            return False
        asked = _asks_floats(spot, reference, rule, assumed)
        if asked is not None:
            return asked
        if rule.is_layered or makes_floats(rule):
            return True
        return bool(call.args) and keeps_floats(rule) and is_float(spot.at(_first(call, rule)), assumed)
    kind = facts.kinds.of(call.func)
    made = kind.made if kind is not None and kind.what == "layer" else None
    return made in facts.by_call and isinstance(facts.by_call[made].rule, Rule)  # a layer of fluid's own


def _gives_gradients(reference: Reference | None) -> bool:
    return reference is not None and reference.name.rpartition(".")[2] in ("calc_gradient", "gradients")


def _asks_floats(spot: Spot, reference: Reference, rule: Rule, assumed: frozenset[object]) -> bool | None:
    """Whether floats are surely what a call asks for; None where it cannot choose."""
    params = [param for param in rule.params if param.name == "dtype"]
    if not params:
        return None
    if reference.call is None or any(arg.star for arg in reference.call.args):
        return False
    given = reference.argument("dtype")
    if isinstance(given, cst.Attribute) and given.attr.value == "dtype":
        return is_float(spot.at(given.value), assumed)
    if given is None and isinstance(params[0].default, ast.Constant):
        return is_floating(str(params[0].default.value)) if params[0].default.value else None
    may_be = constants(spot.facts, given) if given is not None else ()
    return bool(may_be) and all(is_floating(str(each)) for each in may_be)


def _first(call: cst.Call, rule: Rule) -> cst.BaseExpression | None:
    named = {arg.keyword.value: arg.value for arg in call.args if arg.keyword}
    return named.get(rule.params[0].name) if call.args[0].keyword else call.args[0].value

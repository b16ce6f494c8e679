"""Which expressions are not None, and which are lists, as far as the script tells."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_NEVER = (
    cst.Integer, cst.Float, cst.SimpleString, cst.FormattedString, cst.List, cst.Tuple, cst.Dict,
    cst.BinaryOperation, cst.UnaryOperation, cst.Comparison,
)
_OF_LISTS = ("append", "extend", "insert", "pop", "remove")  # no tensor has them
_LISTS = (cst.List, cst.Tuple, cst.ListComp)
_DEEPEST = 3  # sums of sums; a circle comes back to itself
_COUNTS = ("num_channels", "num_filters")  # without which there is no layer
_GIVING = ("abs", "bool", "dict", "float", "int", "len", "list", "range", "round", "str", "tuple")


def is_none(spot: Spot) -> bool:
    return isinstance(spot.node, cst.Name) and spot.node.value == "None"


def is_never_none(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is something else in whatever way the script comes to it. A parameter whose default is something else
    is not meant to be None, so of what its calls give only None itself counts."""
    waiting = [(Spot(facts, node), False)]
    seen: set[Spot] = set()
    while waiting:
        at, is_meant = waiting.pop()
        if at.expression is None or is_none(at):
            if at.expression is None and is_meant:
                continue
            return False
        if at in seen or _is_something(at.facts, at.expression):
            continue
        seen.add(at)
        before = values_of(facts).back(at)
        if not before and not is_meant:
            return False
        is_meant = is_meant or _has_default(at)
        waiting += [(each, is_meant) for each in before or ()]
    return True


def is_a_count(node: cst.BaseExpression, args: Sequence[cst.Arg], params: Sequence[str]) -> bool:
    """Whether the call also has the variable as its number of channels or filters, which None would not do for."""
    places = zip(args, params, strict=False)
    given = [arg.value for arg, param in places if (arg.keyword.value if arg.keyword else param) in _COUNTS]
    return isinstance(node, cst.Name) and any(node.deep_equals(other) for other in given)


def is_list(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a list or a tuple wherever the script has it from."""
    ends = values_of(facts).ends(Spot(facts, node))
    return bool(ends) and all(_is_made_list(end) for end in ends)


def may_be_list(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one somewhere, or the name that it gets is used as one: `xs.append(x)`."""
    return _may_be_list(Spot(facts, node), 0) or _is_used_as_list(facts, node)


def _is_used_as_list(facts: Facts, node: cst.BaseExpression) -> bool:
    name = facts.assigned_name(node)
    uses = [use for each in (facts.scopes.find(name) if name is not None else ()) for use in each.uses]
    above = [facts.source.parents.get(use) for use in uses]
    return any(isinstance(each, cst.Attribute) and each.attr.value in _OF_LISTS for each in above)


def _may_be_list(spot: Spot, depth: int) -> bool:
    return any(_is_made_list(end, depth) for end in values_of(spot.facts).ends(spot))


def _is_made_list(spot: Spot, depth: int = 0) -> bool:
    """`[a, b]`, `list(a)`, and `[a] + more`, to which nothing but a list can be added."""
    node = spot.node
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right) if isinstance(node.operator, cst.Add) and depth < _DEEPEST else ()
        return any(_may_be_list(spot.at(side), depth + 1) for side in sides)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in ("list", "sorted", "tuple") and not spot.facts.scopes.find(node.func)
    return isinstance(node, _LISTS)


def _is_something(facts: Facts, node: cst.BaseExpression) -> bool:
    return isinstance(node, _NEVER) or _is_constant(facts, node) or _is_tensor(facts, node)


def _is_constant(facts: Facts, node: cst.BaseExpression) -> bool:
    """True, False, or what a builtin function gives that never gives None."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in _GIVING and not facts.scopes.find(node.func)
    return isinstance(node, cst.Name) and node.value in ("True", "False")


def _is_tensor(facts: Facts, node: cst.BaseExpression) -> bool:
    """What a function of layers gives, for whose sake it is called."""
    return isinstance(node, cst.Call) and bool(facts.layer_function(node)) and not facts.is_whole_statement(node)


def _has_default(spot: Spot) -> bool:
    """Whether it is a parameter that calls need not give; None is one of its values then, if that is its default."""
    bindings = spot.facts.origins.bindings(spot.node) if isinstance(spot.node, cst.Name) else []
    return any(isinstance(each.node, cst.Param) and each.node.default is not None for each in bindings)

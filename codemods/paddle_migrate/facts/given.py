"""Whether an argument of a legacy function may be given anywhere, whoever holds the function and calls it."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Spot, Way, function_around
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.rule import Rule

_DEEPEST = 4  # functions that hand on what they are given


def may_be_given(facts: Facts, reference: Reference, name: str, is_free: Callable[[str], bool]) -> bool:
    """Whether a call, as far as all are seen, gives the argument something that is not free to be given: what is
    written is asked of `is_free`, without a text what is not seen."""
    if reference.call is not None:
        return any(_gives(each, reference, name, is_free) for each in _because_of(Spot(facts, reference.call)))
    found = reached(facts, reference.node)
    calls = [(spot, spot.above) for spot in found.spots]
    if not found.are_all or found.holders or not all(_is_call_of(spot, above) for spot, above in calls):
        return True
    runs = [each for spot, above in calls for each in _because_of(spot.at(above))]
    return any(_gives(each, reference, name, is_free) for each in runs)


def _because_of(call: Spot, depth: int = 0) -> list[Spot]:
    """The call, where it hands on stars of the function around, once for each call of that, as far as all are seen."""
    function = function_around(call.facts, call.node) if isinstance(call.node, cst.Call) else None
    starred = isinstance(call.node, cst.Call) and any(arg.star for arg in call.node.args)
    if call.way is not None or function is None or not starred or depth > _DEEPEST:
        return [call]
    found = callers(values_of(call.facts), call.facts, function)
    runs = [outer for each in found.calls for outer in _because_of(each, depth + 1)]
    return [Spot(call.facts, call.node, Way(function, each)) for each in runs] if found.are_all and runs else [call]


def _is_call_of(spot: Spot, above: cst.CSTNode | None) -> bool:
    return isinstance(above, cst.Call) and above.func is spot.node


def _gives(call: Spot, reference: Reference, name: str, is_free: Callable[[str], bool]) -> bool:
    rule = reference.rule
    if not isinstance(rule, Rule):
        return True
    given = arguments(values_of(call.facts), call)
    place = next((n for n, param in enumerate(rule.params) if param.name == name and not param.keyword_only), -1)
    value = given.named.get(name) or (given.placed[place] if 0 <= place < len(given.placed) else None)
    if value is None:
        return given.more_named or (given.more_placed and place >= 0)
    ends = values_of(call.facts).ends(value)
    return not ends or not all(is_free(_text(each)) for each in ends)


def _text(spot: Spot) -> str:
    return spot.facts.source.code(spot.node) if isinstance(spot.node, cst.BaseExpression) else ""

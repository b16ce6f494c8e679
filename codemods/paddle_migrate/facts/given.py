"""Whether an argument of a legacy function may be given anywhere, whoever holds the function and calls it."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.rule import Rule


def may_be_given(facts: Facts, reference: Reference, name: str, is_free: Callable[[str], bool]) -> bool:
    """Whether a call, as far as all are seen, gives the argument something that is not free to be given: what is
    written is asked of `is_free`, without a text what is not seen."""
    if reference.call is not None:
        return _gives(Spot(facts, reference.call), reference, name, is_free)
    found = reached(facts, reference.node)
    calls = [(spot, spot.above) for spot in found.spots]
    if not found.are_all or found.holders or not all(_is_call_of(spot, above) for spot, above in calls):
        return True
    return any(_gives(spot.at(above), reference, name, is_free) for spot, above in calls)


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

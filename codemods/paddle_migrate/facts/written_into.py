"""Whether a tensor is written into, wherever it goes: `assign(x, output=tensor)`, `tensor.set_value(…)`."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of

_SAID = re.compile(rb"\b(?:assign|increment|ones_like|set_value|sums|zeros_like)\b|\bout(?:put)?\s*=")
_TARGETS = ("cond", "correct", "out", "output", "total")  # parameters of functions that write into what they are given


def is_shown_and_written(facts: Facts, shown: cst.BaseExpression, of: cst.BaseExpression) -> bool:
    """Whether what `shown` makes of `of` is written into, or what it is made of."""
    if not facts.says(_SAID):
        return False
    origins = [end for end in values_of(facts).ends(Spot(facts, of)) if isinstance(end.node, cst.BaseExpression)]
    return any(_is_written(spot) for spot in (Spot(facts, shown), *origins))


def is_never_written(facts: Facts, made: cst.BaseExpression) -> bool:
    """Whether all that has the tensor is shown, and nothing of it writes into it."""
    found = reached(facts, made)
    known = found.are_all and not found.holders and bool(found.spots)
    return known and not any(_is_target(each) or _is_given_away(each) for each in found.spots)


def _is_given_away(spot: Spot) -> bool:
    """To what is none of 1.8.5's."""
    return isinstance(spot.taker, cst.Call) and spot.taker not in spot.facts.by_call


def _is_written(made: Spot) -> bool:
    assert isinstance(made.node, cst.CSTNode)
    return any(_is_target(spot) for spot in reached(made.facts, made.node).spots)


def _is_target(spot: Spot) -> bool:
    call = spot.taker
    if not isinstance(call, cst.Call):
        return isinstance(spot.above, cst.Attribute) and spot.above.attr.value == "set_value"
    reference = spot.facts.by_call.get(call)
    if reference is None:
        return False
    targets = ("x",) if reference.short.endswith("increment") else _TARGETS
    return any(reference.argument(name) is spot.node for name in targets)

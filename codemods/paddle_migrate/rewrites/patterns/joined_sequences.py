"""`sequence_concat([words, data])` of a program that trains: where one of the inputs has no gradient, 1.8.5 gave the
others that of foreign rows."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.programs import TRAINS
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.without_gradient import has_no_gradient, may_have_no_gradient
from paddle_migrate.script import Script

IN_PROGRAMS = True
_FOREIGN = (
    "where one of the inputs has no gradient, data for example, 1.8.5 gave the others that of foreign rows; today's is "
    "right: what is behind it trains otherwise; tune it anew"
)


def rewrite(script: Script) -> None:
    trains = script.facts.says(TRAINS) or (script.facts.others is not None and script.facts.others.program(TRAINS))
    if not is_rewritten_program(script) or not trains:
        return
    for reference in script.open("sequence_concat"):
        given = reference.argument("input") if reference.call is not None else None
        if given is None or _mixes(Spot(script.facts, given)):
            script.say(reference.node, "PM343", reference.short, _FOREIGN)


def _mixes(given: Spot) -> bool:
    """Whether some of what is joined may have a gradient, and some none; what no file shows may."""
    held = elements(values_of(given.facts), given)
    if held is None:
        return True
    known = [(each.facts, each.node) for each in held if isinstance(each.node, cst.BaseExpression)]
    none = [has_no_gradient(*each) for each in known]
    return len(known) < len(held) or (not all(none) and any(may_have_no_gradient(*each) for each in known))

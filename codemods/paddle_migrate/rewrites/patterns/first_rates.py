"""Optimizers beside `unique_name.guard()`: their rates may have one name, of which a start-up program kept the first
in 1.8.5, and keeps the last today. A function written into the script keeps the first."""

from __future__ import annotations

import re
from itertools import combinations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.branches import may_both_run
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.rules.parameters import BEGINS_NAMES_ANEW
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_MAKES = re.compile(rb"\boptimizer\.[A-Z]\w*\(")
_WRITTEN = "→ {}, written into the script: under unique_name.guard() optimizers of one start-up program share a " \
    "rate, the first one's in 1.8.5"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not script.facts.says(BEGINS_NAMES_ANEW):
        return
    made = [each for each in script.references if is_optimizer(each.name) and not each.beyond
            and not script.is_skipped(each.node) and _has_rate(each)]
    rates = [(each, rate) for each in made for rate in _rates(script, each)]
    other = script.facts.others is not None and bool(script.facts.others.program(_MAKES))
    shared = made if other and rates else [
        each for pair in combinations(rates, 2) if _may_part(script, *pair) for each, _ in pair]
    for each in dict.fromkeys(shared):
        if each.call is not None:
            name = write_written(script, "of_first_rate")
            script.edits.wrap(*script.source.core(each.call), f"{name}(", ")")
            script.say(each.node, "PM119", each.short, _WRITTEN.format(name))


def _has_rate(reference: Reference) -> bool:
    rule = reference.rule
    if isinstance(rule, Rule) and not any(each.name == "learning_rate" for each in rule.params):
        return False
    given = reference.call is not None and any(arg.star for arg in reference.call.args)
    return given or reference.argument("learning_rate") is not None


def _rates(script: Script, reference: Reference) -> list[object]:
    """What its rate may be: a number, or something by itself; nothing for a schedule, which is a variable."""
    rate = reference.argument("learning_rate")
    if rate is None:
        return [reference]
    ends = values_of(script.facts).ends(Spot(script.facts, rate))
    return list(dict.fromkeys(_told(end) for end in ends if not _is_made(end)))


def _is_made(end: Spot) -> bool:
    return isinstance(end.node, cst.Call) and end.node in end.facts.by_call


def _told(end: Spot) -> object:
    return float(end.node.value) if isinstance(end.node, (cst.Float, cst.Integer)) else id(end.node)


def _may_part(script: Script, one: tuple[Reference, object], other: tuple[Reference, object]) -> bool:
    """Whether both optimizers may be made, or the same one twice, and have different rates."""
    first, second = (Spot(script.facts, each.node) for each, _ in (one, other))
    return one[1] != other[1] and (one[0] is other[0] or may_both_run(first, second))

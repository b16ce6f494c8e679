"""`Embedding(size, padding_idx=0)` whose weight is used for more than looking up: today's layer sets that row to zeros,
1.8.5's started like the others, as it does in what is written where something may read the weight."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from paddle_migrate.changes.class_values import is_only_called, names_a_class
from paddle_migrate.changes.helpers import copy_helper
from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.constants import constants, constants_at
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.library import own_rule
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = False  # the rule of programs keeps the row by itself
_WEIGHTS = ("_w", "weight")
_OF_ALL_ROWS = "fluid.dygraph.nn.embedding_of_all_rows"
_PLACE = 3  # of padding_idx


def rewrite(script: Script) -> None:
    for reference in script.open("Embedding"):
        rule, given = script.rule(reference), reference.argument("padding_idx")
        if not isinstance(rule, Rule) or rule.kind != "class" or reference.beyond:
            continue
        if _may_hide_one(script, reference):
            copy_helper(script, reference, own_rule(_OF_ALL_ROWS))
        if reference.call is None or given is None or script.is_settled(reference):
            continue
        is_read = constants(script.facts, given) != (None,) and _may_be_read(script, reference.call)
        try:
            _write(script, reference, is_read)
        except Refused:  # reported where calls are inlined
            if is_read and _is_of_floats(script, reference):
                copy_helper(script, reference, own_rule(_OF_ALL_ROWS))


def _may_hide_one(script: Script, reference: Reference) -> bool:
    """Whether stars may bring the row, or a call of what is only a value here."""
    if reference.call is not None:
        return any(arg.star for arg in reference.call.args) and _may_be_told(Spot(script.facts, reference.call))
    if names_a_class(script, reference.node) or not is_only_called(script, reference.node):
        return False
    found = reached(script.facts, reference.node)
    calls = map(_call_of, found.spots)
    return not found.are_all or any(each is None or (each.node not in each.facts.by_call and _may_be_told(each))
                                    for each in calls)


def _call_of(spot: Spot) -> Spot | None:
    above = spot.above
    return spot.at(above) if isinstance(above, cst.Call) and above.func is spot.node else None


def _may_be_told(call: Spot) -> bool:
    given = arguments(values_of(call.facts), call)
    row = given.named.get("padding_idx", given.placed[_PLACE] if len(given.placed) > _PLACE else None)
    return given.more_named or given.more_placed if row is None else constants_at(row) != (None,)


def _write(script: Script, reference: Reference, is_read: bool) -> None:
    if not _is_of_floats(script, reference):
        return
    of_all_rows = replace(reference, rule=own_rule(_OF_ALL_ROWS))
    inliner = Inliner(script, of_all_rows if is_read else reference)
    inliner.expansion.differs.clear()
    new = inliner.write()
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {new}")


def _is_of_floats(script: Script, reference: Reference) -> bool:
    dtype = reference.argument("dtype")
    return dtype is None or constants(script.facts, dtype) == ("float32",)


def _may_be_read(script: Script, call: cst.Call) -> bool:
    found = reached(script.facts, call)
    return not found.are_all or bool(found.holders) or not all(map(_only_looks_up, found.spots))


def _only_looks_up(spot: Spot) -> bool:
    """Whether it is called there, or has another attribute than its weight taken."""
    above = spot.above
    if isinstance(above, cst.Attribute):
        return above.attr.value not in _WEIGHTS
    return isinstance(above, cst.Call) and above.func is spot.node

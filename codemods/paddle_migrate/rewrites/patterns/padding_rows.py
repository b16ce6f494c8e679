"""`Embedding(size, padding_idx=0)` whose weight is used for more than looking up: today's layer sets that row to zeros,
1.8.5's started like the others, as it does in what is written where something may read the weight."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.library import own_rule
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = False  # the rule of programs keeps the row by itself
_WEIGHTS = ("_w", "weight")


def rewrite(script: Script) -> None:
    for reference in script.open("Embedding"):
        rule, given = script.rule(reference), reference.argument("padding_idx")
        is_layer = isinstance(rule, Rule) and rule.kind == "class" and not reference.beyond
        if not is_layer or reference.call is None or given is None:
            continue
        is_none = constants(script.facts, given) == (None,)
        try:
            _write(script, reference, not is_none and _may_be_read(script, reference.call))
        except Refused:
            continue  # reported where calls are inlined


def _write(script: Script, reference: Reference, is_read: bool) -> None:
    dtype = reference.argument("dtype")
    if dtype is not None and constants(script.facts, dtype) != ("float32",):
        return
    of_all_rows = replace(reference, rule=own_rule("fluid.dygraph.nn.embedding_of_all_rows"))
    inliner = Inliner(script, of_all_rows if is_read else reference)
    inliner.expansion.differs.clear()
    new = inliner.write()
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {new}")


def _may_be_read(script: Script, call: cst.Call) -> bool:
    found = reached(script.facts, call)
    return not found.are_all or bool(found.holders) or not all(map(_only_looks_up, found.spots))


def _only_looks_up(spot: Spot) -> bool:
    """Whether it is called there, or has another attribute than its weight taken."""
    above = spot.above
    if isinstance(above, cst.Attribute):
        return above.attr.value not in _WEIGHTS
    return isinstance(above, cst.Call) and above.func is spot.node

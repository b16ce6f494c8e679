"""`total = loss * 2` behind the `program_guard` that the loss was built under: 1.8.5 added operators of Python's to the
program of their variable, Paddle 3 adds them to the current one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.blocks import under_guard
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.losses import losses, scaled
from paddle_migrate.facts.building_guards import computed_elsewhere
from paddle_migrate.facts.fetched import fetched_by
from paddle_migrate.facts.programs import around
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_GUARD = "paddle.static.program_guard"
_PERSON = "put it under program_guard of the program that its variables were built in: Paddle 3 computes it elsewhere"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    found = {each.node: (fetched.node, each) for fetched in _fetched(script)
             for each in computed_elsewhere(fetched, False)}
    found |= {each.node: (loss, each) for _, call, loss in losses(script) if not script.is_skipped(call)
              for each in computed_elsewhere(Spot(script.facts, loss), _begins_others(call)) if each.node is not loss}
    for asked, operators in found.values():
        if operators.facts is not script.facts:
            script.say(asked, "PM333", "minimize", _PERSON)  # type: ignore[arg-type]
        elif not around(script.facts, operators.node) and not _guard(script, operators):  # type: ignore[arg-type]
            script.say(operators.node, "PM333", "minimize", _PERSON)  # type: ignore[arg-type]


def _fetched(script: Script) -> Iterator[Spot]:
    """What runs fetch that stands in this file."""
    for _, call in script.source.method_calls("run"):
        fetched = fetched_by(script.facts, call)
        held = elements(values_of(script.facts), Spot(script.facts, fetched)) if fetched is not None else None
        yield from (each for each in held or () if each.facts is script.facts and not script.is_skipped(call))


def _begins_others(call: cst.Call) -> bool:
    """Whether `minimize` is told the startup program: it is that of no guard then."""
    return argument(call, 1, "startup_program") is not None


def _guard(script: Script, operators: Spot) -> bool:
    """Put it under the guard of its program, where it is a line of its own."""
    node, source = operators.node, script.source
    of = scaled(script.facts, node)  # type: ignore[arg-type]
    line = source.parent(node, cst.SimpleStatementLine)  # type: ignore[arg-type]
    if of is None or source.has_effects(of) or line is None or len(line.body) > 1:
        return False
    if not isinstance(line.body[0], (cst.Assign, cst.AugAssign, cst.Return)) or line.body[0].value is not node:
        return False
    guard = script.imports.spell(_GUARD, None)
    under_guard(script, line, lambda: f"{guard}({script.render(of)}.block.program)")
    script.say(node, "PM119", "program_guard", "→ under the guard of its program")  # type: ignore[arg-type]
    return True

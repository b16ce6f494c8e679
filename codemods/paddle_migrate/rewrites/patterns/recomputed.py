"""`RecomputeOptimizer(optimizer)` → `optimizer`: it computed the same again to save memory. What batch_norm runs along
was counted twice there, and is a person's."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.dropping import drop_statements
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.rules.strategies import AVERAGING
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAME = "RecomputeOptimizer"
_SAME = "→ the optimizer itself: the numbers are the same, and more memory is taken, as nothing is computed again"
_TWICE = "1.8.5 updated the running means of batch_norm between checkpoints twice in each step: take it out of the " \
    "old script where the difference does no harm, or have the old script recompute nothing"
_UNSEEN = "where its checkpoints are set is not seen: take both out of the old script, the numbers are the same"


def rewrite(script: Script) -> None:
    for reference in script.open(_NAME) if is_rewritten_program(script) else ():
        optimizer, call = reference.argument("optimizer"), reference.call
        if call is not None and optimizer is not None and not reference.beyond:
            _take_out(script, reference, call, optimizer)


def _take_out(script: Script, reference: Reference, call: cst.Call, optimizer: cst.BaseExpression) -> None:
    settings = _settings(script, reference)
    if script.facts.says(AVERAGING) or settings is None:
        script.leave(reference, "PM303", _UNSEEN if settings is None else _TWICE)
        return
    statement = script.source.parents.get(call)
    targets = statement.targets if isinstance(statement, cst.Assign) else ()
    if [script.source.code(each.target) for each in targets] == [script.source.code(optimizer)]:
        settings.append(statement)  # type: ignore[arg-type]
    else:
        script.edits.replace(*script.source.core(call), lambda: script.render(optimizer))
    drop_statements(script, settings)
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, _SAME)


def _settings(script: Script, reference: Reference) -> list[cst.CSTNode] | None:
    """The statements that set its checkpoints, where all stand in this file."""
    found: list[cst.CSTNode] = []
    for spot in reached(script.facts, reference.call or reference.node).spots:
        attribute = spot.above
        if not isinstance(attribute, cst.Attribute) or attribute.attr.value != "_set_checkpoints":
            continue
        called = spot.facts.source.parents.get(attribute)
        statement = spot.facts.source.parents.get(called)
        if spot.facts is not script.facts or not isinstance(statement, cst.Expr):
            return None
        found.append(statement)
    return found or None


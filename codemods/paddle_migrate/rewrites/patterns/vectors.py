"""`concat([loss, loss])`: a full reduction keeps shape [1] where something that the script does with it needs that."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.array_uses import settled_arrays
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.pairs import PARTS
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.interpreter.answers.destinations import Destinations
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_KEPT = ".reshape([1])"


def rewrite(script: Script) -> None:
    destinations = Destinations(script.facts, settled_arrays(script.facts))
    for reference in script.open():
        rule = reference.rule
        if reference.call is None or not isinstance(rule, Rule) or not rule.vector_result:
            continue
        needing = map(destinations.needing_a_dimension, _scalars(script, reference.call))
        first = next((each for each in needing if each is not None), None)
        if first is not None:
            _keep(script, reference, rule, first.where(script.source))


def _scalars(script: Script, call: cst.Call) -> list[cst.BaseExpression]:
    """What has no dimension today: the call, or the parts of a complex number that it gives."""
    what = script.kinds.what(call)
    if not what.startswith("complex") or not what.endswith("scalar"):
        return [call] if what == "scalar" else []
    parts = [each for name in PARTS for each in script.source.attributes.get(name, ())]
    return [each for each in parts if call in origins_of(script.facts, each.value)]


def _keep(script: Script, reference: Reference, rule: Rule, where: str) -> None:
    assert reference.call is not None
    try:
        value = Inliner(script, reference).expansion.value
    except Refused:
        return  # reported where calls are inlined
    script.record.kept.add(reference.call)
    span = script.source.core(reference.call)
    if rule.maybe_vector:
        script.edits.wrap(*span, script.imports.spell("paddle.atleast_1d", reference.binding) + "(", ")")
    elif isinstance(value, ast.Call):
        script.edits.wrap(*span, "", _KEPT)
    else:
        script.edits.wrap(*span, script.imports.spell("paddle.reshape", reference.binding) + "(", ", [1])")
    form = "paddle.atleast_1d(…)" if rule.maybe_vector else f"…{_KEPT}"
    why = f"{where} needs a dimension, and a full reduction has none today"
    script.say(reference.node, "PM108", reference.short, f"→ {form}: {why}")

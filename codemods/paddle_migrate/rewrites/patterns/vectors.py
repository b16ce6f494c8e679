"""`concat([loss, loss])`: a full reduction keeps shape [1] where something that the script does with it needs that."""

from __future__ import annotations

import ast

from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.array_uses import settled_arrays
from paddle_migrate.facts.names import Reference
from paddle_migrate.interpreter.answers.destinations import Destinations
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

_KEPT = ".reshape([1])"


def rewrite(script: Script) -> None:
    destinations = Destinations(script.facts, settled_arrays(script.facts))
    for reference in script.open():
        rule = reference.rule
        if reference.call is None or not isinstance(rule, Rule) or not rule.vector_result or rule.maybe_vector:
            continue
        if script.kinds.what(reference.call) != "scalar":
            continue
        needing = destinations.needing_a_dimension(reference.call)
        if needing is not None:
            _keep(script, reference, needing.where(script.source))


def _keep(script: Script, reference: Reference, where: str) -> None:
    assert reference.call is not None
    try:
        value = Inliner(script, reference).expansion.value
    except Refused:
        return  # reported where calls are inlined
    script.record.kept.add(reference.call)
    span = script.source.core(reference.call)
    if isinstance(value, ast.Call):
        script.edits.wrap(*span, "", _KEPT)
    else:
        script.edits.wrap(*span, script.imports.spell("paddle.reshape", reference.binding) + "(", ", [1])")
    why = f"{where} needs a dimension, and a full reduction has none today"
    script.say(reference.node, "PM108", reference.short, f"→ …{_KEPT}: {why}")

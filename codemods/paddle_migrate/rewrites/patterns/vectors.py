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
from paddle_migrate.interpreter.answers.no_dimension import is_of_vectors, may_be_of_vectors
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_KEPT = ".reshape([1])"
_FULL = "{} needs a dimension, and a full reduction has none today"
_OF_VECTORS = "{} needs a dimension, and made of vectors this has none today"


def rewrite(script: Script) -> None:
    destinations = Destinations(script.facts, settled_arrays(script.facts))
    for reference in script.open():
        rule = reference.rule
        if reference.call is None or not isinstance(rule, Rule) or not rule.vector_result:
            continue
        scalars = _scalars(script, reference.call)
        may_be = not scalars and may_be_of_vectors(script.facts, reference, rule)
        needing = map(destinations.needing_a_dimension, [reference.call] if may_be else scalars)
        first = next((each for each in needing if each is not None), None)
        if first is None:
            continue
        if not may_be:
            _keep(script, reference, rule.maybe_vector, _FULL.format(first.where(script.source)))
        elif 0 in (numbers := _dimensions(script, reference, rule)) or (first.array and -1 in numbers):
            _keep(script, reference, numbers != {0}, _OF_VECTORS.format(first.where(script.source)))


def _dimensions(script: Script, reference: Reference, rule: Rule) -> set[int]:
    """How many the result may have; -1 stands for what the script's text does not tell."""
    from paddle_migrate.interpreter.answers.elements import dimensions  # most files do without the interpreter
    from paddle_migrate.interpreter.places import Places

    assert reference.call is not None
    if is_of_vectors(script.facts, reference, rule):
        return {0}
    return dimensions(script.facts).results.get(Places(script.source).of(reference.call), {-1})


def _scalars(script: Script, call: cst.Call) -> list[cst.BaseExpression]:
    """What has no dimension today: the call, or the parts of a complex number that it gives."""
    what = script.kinds.what(call)
    if not what.startswith("complex") or not what.endswith("scalar"):
        return [call] if what == "scalar" else []
    parts = [each for name in PARTS for each in script.source.attributes.get(name, ())]
    return [each for each in parts if call in origins_of(script.facts, each.value)]


def _keep(script: Script, reference: Reference, may_have_some: bool, why: str) -> None:
    assert reference.call is not None
    try:
        value = Inliner(script, reference).expansion.value
    except Refused:
        return  # reported where calls are inlined
    script.record.kept.add(reference.call)
    span = script.source.core(reference.call)
    if may_have_some:
        script.edits.wrap(*span, script.imports.spell("paddle.atleast_1d", reference.binding) + "(", ")")
    elif isinstance(value, ast.Call):
        script.edits.wrap(*span, "", _KEPT)
    else:
        script.edits.wrap(*span, script.imports.spell("paddle.reshape", reference.binding) + "(", ", [1])")
    form = "paddle.atleast_1d(…)" if may_have_some else f"…{_KEPT}"
    script.say(reference.node, "PM108", reference.short, f"→ {form}: {why}")

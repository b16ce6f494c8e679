"""A model that is saved with a function of Python in it, as which some layers are written: Paddle 3 refuses it, and
with Paddle 2.6 no other process runs it."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.sequences import RUN_IN_PYTHON
from paddle_migrate.script import Script

IN_PROGRAMS = True
_MOST = 300  # expressions that are looked at
_SAID = (
    "{} is run in Python, which no file holds: Paddle 3 does not save it, and with Paddle 2.6 no other process runs "
    "it; give target_vars what {} is given, and call it in a program of its own, fed with what the loaded model gives"
)


_NAMED = re.compile(rb"\blayers\.(" + "|".join(sorted(RUN_IN_PYTHON)).encode() + rb")\b")
_UNSEEN = (
    "where target_vars are computed by {}: that is run in Python, which no file holds; Paddle 3 does not save it, and "
    "with Paddle 2.6 no other process runs it; give target_vars what {} is given, and call it in a program of its own, "
    "fed with what the loaded model gives"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.facts.references:
        if reference.short.rpartition(".")[2] != "save_inference_model" or script.is_skipped(reference.node):
            continue
        targets = reference.argument("target_vars")
        if targets is None or reference.beyond:
            continue
        name, is_seen = _in_python(script.facts, targets)
        if name:
            script.say(reference.node, "PM333", reference.short, _SAID.format(name, name))
        elif not is_seen and script.facts.says(_NAMED):
            name = _mentioned(script.facts)
            script.say(reference.node, "PM333", reference.short, _UNSEEN.format(name, name))


def _mentioned(facts: Facts) -> str:
    """The first of them that a file of the program names."""
    others = facts.others.program(_NAMED) if facts.others is not None else []
    texts = [facts.source.raw, *(each.code.source.raw for each in others)]
    return next(found[1].decode() for text in texts if (found := _NAMED.search(text)))


def _in_python(facts: Facts, targets: cst.BaseExpression) -> tuple[str, bool]:
    """The layer among those that the targets are computed by that is run in Python, empty where none is seen; and
    whether each target is seen to be computed by some layer."""
    waiting, seen = [(Spot(facts, targets), False)], set[Spot]()
    is_seen = True
    while waiting and len(seen) < _MOST:
        at, is_inside = waiting.pop()
        for end in set(values_of(at.facts).ends(at)) - seen:
            seen.add(end)
            made = _call(end)
            reference = end.facts.by_call.get(made) if made is not None else None
            if reference is not None and reference.name.rpartition(".")[2] in RUN_IN_PYTHON:
                return reference.short, True
            if end.node in end.facts.once(_results):
                return "py_func", True
            is_layer, given = reference is not None, _given(end)
            is_constant = isinstance(end.node, (cst.BaseNumber, cst.BaseString))
            is_plain = bool(given) and (made is None or _is_container(made))
            is_seen = is_seen and (is_inside or is_layer or is_constant or is_plain)
            waiting += [(end.at(each), is_inside or is_layer) for each in given]
    return "", is_seen


def _results(facts: Facts) -> set[object]:
    """What `py_func` writes to."""
    outs = [each.argument("out") for each in facts.references if each.name.endswith(".py_func")]
    ends = [end for out in outs if out is not None for end in values_of(facts).ends(Spot(facts, out))]
    parts = [part for end in ends if end.facts is facts for part in [end.node, *_given(end)]]
    return {end.node for part in parts if isinstance(part, cst.BaseExpression)
            for end in values_of(facts).ends(Spot(facts, part)) if isinstance(end.node, cst.Call)}


def _call(end: Spot) -> cst.Call | None:
    """What gives it, alone or among others."""
    made = end.node.of if isinstance(end.node, Part) else end.node
    return made if isinstance(made, cst.Call) else None


def _is_container(made: cst.Call) -> bool:
    """Whether it gives what it is given: `list(made.values())`."""
    func = made.func.attr if isinstance(made.func, cst.Attribute) else made.func
    return isinstance(func, cst.Name) and func.value in ("list", "sorted", "tuple", "values")


def _given(end: Spot) -> list[cst.BaseExpression]:
    """What it is made of."""
    node = _call(end) or end.node
    if isinstance(node, cst.Call):
        owner = [node.func.value] if isinstance(node.func, cst.Attribute) else []
        return [*owner, *(arg.value for arg in node.args)]
    if isinstance(node, (cst.List, cst.Tuple, cst.Dict)):
        return [each.value for each in node.elements]
    if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
        return [node.elt]
    return [node.left, node.right] if isinstance(node, cst.BinaryOperation) else []

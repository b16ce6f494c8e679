"""`parameter_list=` of an iterator, or of a list that is changed once the optimizer is made: 1.8.5's optimizer kept
what it was given and asked it at each step, today's makes a list of it at once."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.owners import is_optimizer
from paddle_migrate.facts.shared_arrays import changed_in_use
from paddle_migrate.facts.values.generators import yields_of
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = False  # programs are told their parameters by minimize()
_ITERATORS = ("chain", "filter", "islice", "iter", "map", "reversed", "zip")
_METHODS = ("append", "clear", "extend", "insert", "pop", "remove")
_SPENT = (
    "1.8.5's optimizer asked an iterator anew at each step, and found parameters in the first one alone; today's "
    "trains them at each step, as it would with list(…) around: see whether that is meant"
)
_CHANGED = (
    "line {} changes the list that the optimizer has: 1.8.5 trained what was in it at each step, today's what was in "
    "it when it was made: make the optimizer behind the change"
)


def rewrite(script: Script) -> None:
    for reference in script.references:
        given = reference.argument("parameter_list") if _makes_one(script, reference) else None
        if given is None or reference.call is None:
            continue
        if any(map(_is_iterator, values_of(script.facts).ends(Spot(script.facts, given), _is_iterator))):
            script.say(reference.node, "PM343", reference.short, _SPENT)
            continue
        line = changed_in_use(script.facts, reference.call, given, _METHODS)
        if line:
            script.say(reference.node, "PM343", reference.short, _CHANGED.format(line))


def _makes_one(script: Script, reference: Reference) -> bool:
    return reference.call is not None and is_optimizer(reference) and not script.is_skipped(reference.node)


def _is_iterator(end: Spot) -> bool:
    node, facts = end.node, end.facts
    if isinstance(node, cst.GeneratorExp):
        return True
    if not isinstance(node, cst.Call):
        return False
    resolved = facts.names.resolve(node.func)
    is_named = isinstance(node.func, cst.Name) and node.func.value in _ITERATORS and not facts.scopes.find(node.func)
    return is_named or resolved.startswith("itertools.") or _gives_iterator(facts, node)


def _gives_iterator(facts: Facts, call: cst.Call) -> bool:
    """Whether it runs a generator of the files."""
    functions = values_of(facts).called(Spot(facts, call))
    return any(yields_of(each.facts, each.node) for each in functions if isinstance(each.node, cst.FunctionDef))

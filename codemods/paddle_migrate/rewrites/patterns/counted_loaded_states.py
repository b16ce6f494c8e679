"""An optimizer's state that `load_dygraph` gives: 1.8.5's had one entry more than the optimizer's own, a table of
names, which today's `paddle.load` takes out."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.states import is_of_optimizer
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = False  # states of the dynamic graph
_TABLE = "StructuredToParameterName@@"
_COUNTING = ("dict", "len", "list", "set", "sorted", "tuple")
_PARTS = ("items", "keys", "values")
_COUNTED = "1.8.5's loaded state of an optimizer had one entry more, '{}', whose value is no array: today it has not"
_TAKEN = "today's loaded state has no '{}': take this out, or ask whether it is there"


def rewrite(script: Script) -> None:
    if not script.references:
        return
    for each in _taken(script):
        script.say(each, "PM343", script.source.code(each), _TAKEN.format(_TABLE))
    if _TABLE in script.source.text:  # which the script knows of
        return
    for node, state in _counted(script):
        ends = values_of(script.facts).ends(Spot(script.facts, state))
        if not script.is_skipped(node) and any(map(is_of_optimizer, ends)):
            script.say(node, "PM343", script.source.code(state), _COUNTED.format(_TABLE))


def _taken(script: Script) -> Iterator[cst.BaseExpression]:
    """`state.pop(table)` and `del state[table]`, which end in a KeyError."""
    for string in script.source.all(cst.SimpleString):
        if string.evaluated_value != _TABLE or script.is_skipped(string):
            continue
        above = script.source.parents.get(string)
        whole = script.source.parents.get(script.source.parents.get(above) if isinstance(above, cst.Index) else above)
        if isinstance(above, cst.Arg):
            whole = script.source.parents.get(above)
        is_popped = isinstance(whole, cst.Call) and isinstance(whole.func, cst.Attribute) and len(whole.args) == 1
        if isinstance(whole, cst.Subscript) or (is_popped and whole.func.attr.value == "pop"):  # type: ignore
            yield whole  # type: ignore[misc]


def _counted(script: Script) -> Iterator[tuple[cst.CSTNode, cst.BaseExpression]]:
    """What counts the entries or goes through them, with what is counted."""
    for call in script.source.all(cst.Call):
        given = argument(call, 0, "")
        if given is not None and isinstance(call.func, cst.Name) and call.func.value in _COUNTING:
            yield call, given
        elif isinstance(call.func, cst.Attribute) and call.func.attr.value in _PARTS and not call.args:
            yield call, call.func.value
    for loop in script.source.all(cst.For, cst.CompFor):
        yield loop.iter, loop.iter


"""`x = create_tensor(…)` and then `assign(y, x)` of a program → `x = paddle.assign(y)`: Paddle 3 keeps the sizes of the
first, which has none, and Paddle 2.6 lets no gradient through it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.written_into import is_never_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_ASSIGN = "paddle.fluid.layers.assign"
_KEPT = "Paddle 3 keeps the sizes of what create_tensor() made, which are none: give what is computed its name where " \
    "it is computed"
_FED = "nothing here writes into it, and Paddle 3 feeds what paddle.static.data made alone: make it by that, with " \
    "the shape of what is fed"


def rewrite(script: Script) -> None:
    for reference in script.open("create_tensor") if is_rewritten_program(script) else ():
        call = reference.call
        name = script.facts.assigned_name(call) if call is not None else None
        bindings = script.scopes.find(name) if name is not None else []
        written = [each for binding in bindings for each in _written_by(script, binding)]
        if call is None or script.is_skipped(call):
            continue
        if not written:
            if reference.argument("name") is not None and is_never_written(script.facts, call):
                script.say(call, "PM333", reference.short, _FED)
            continue
        first = min(written, key=script.source.order)
        if len(bindings) == 1 and len(call.args) == 1 and _comes_first(script, bindings[0], call, first):
            _write(script, reference, call, first)
        else:
            script.say(call, "PM333", reference.short, _KEPT)


def _written_by(script: Script, binding: Binding) -> list[cst.Call]:
    """The calls of `assign` that write into what has the name."""
    takers = {id(taker): taker for use in binding.uses if isinstance(taker := script.taker(use), cst.Call)}
    return [call for call in takers.values()
            if script.names.resolve(call.func) == _ASSIGN and argument(call, 1, "output") in binding.uses]


def _comes_first(script: Script, binding: Binding, made: cst.Call, first: cst.Call) -> bool:
    """Whether the assignment is a statement of the same block, in front of all other uses."""
    source = script.source
    here, there = (source.parents.get(source.parents.get(script.statement(each))) for each in (made, first))
    plain = script.facts.is_whole_statement(first) and here is there
    others = [use for use in binding.uses if not source.lies_in(use, first)]
    return plain and all(source.order(use) > source.order(first) for use in others)


def _write(script: Script, reference: Reference, made: cst.Call, first: cst.Call) -> None:
    target, given = argument(first, 1, "output"), argument(first, 0, "input")
    assert isinstance(target, cst.Name)
    if given is None:
        return
    statement = script.statement(made)
    assert statement is not None
    script.beside.delete(statement)
    script.settle(reference)
    name, where = script.imports.spell("paddle.assign", None), script.source.span(given)
    script.edits.replace(*script.source.core(first), lambda: f"{target.value} = {name}({script.edits.render(*where)})")
    script.settle(script.by_call[first])
    script.say(first, "PM101", script.by_call[first].short, "→ paddle.assign, whose result has the name")

"""Runs that found no batch, which counted the learning rate of their program on: what catches that has the schedule go
on, where the run was none of a compiled program."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.declared import is_fixed
from paddle_migrate.dynamic.helpers import STEPS
from paddle_migrate.dynamic.reading import Reading, value_of
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_NEXT, _COMPILED = "written.next_fed", "written.compiled"
_NEVER = "never"


def with_counted_ends(text: str) -> str:
    """`next(loader)` in place of `next_fed(loader, unless=exe)`, and `step_schedule()` where its end is caught."""
    if f"{_NEXT.partition('.')[2]}(" not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    step, source = reading.helper(STEPS), reading.source
    ends: dict[int, tuple[cst.CSTNode, str]] = {}
    for call in reading.calls:
        if reading.called(call) == _COMPILED:
            edits.replace(*source.span(call), reading.code(call.args[0].value))
        if reading.called(call) != _NEXT:
            continue
        loader, program, unless = (argument(call, place, word) for place, word in enumerate((
            "loader", "program", "unless")))
        first, when = _handler(reading, call), _when(reading, unless)
        if first is None or when is None or loader is None or step is None:
            return text
        told = f"{step.name.value}({reading.code(program) if program is not None else ''})"
        row = told if not when else f"if {when}:{source.newline}{source.indentation(first)}{source.indent}{told}"
        if ends.setdefault(id(first), (first, row if when != _NEVER else ""))[1] != (row if when != _NEVER else ""):
            return text
        edits.replace(*source.span(call), f"next({reading.code(loader)})")
    for first, row in ends.values():
        if row:
            edits.insert(source.line_start(source.line(first)), f"{source.indentation(first)}{row}{source.newline}")
    return edits.result()


def _handler(reading: Reading, call: cst.Call) -> cst.CSTNode | None:
    """The first statement of what catches the end of the data; None where that is not seen."""
    at: cst.CSTNode | None = call
    while at is not None and not isinstance(at, (cst.FunctionDef, cst.Lambda)):
        above = reading.source.parents.get(at)
        if isinstance(above, cst.Try) and above.body is at:
            named = [each for each in above.handlers if each.type is None or reading.code(each.type) in (
                "StopIteration", "Exception")]
            body = named[0].body if named and named[0] is above.handlers[0] else None
            return body.body[0] if isinstance(body, cst.IndentedBlock) else None
        at = above
    return None


def _when(reading: Reading, executor: cst.BaseExpression | None) -> str | None:
    """On what it hangs that a run counts: "" for always; None where that is not seen."""
    bindings = reading.bindings(executor)
    if executor is None:
        return ""
    kinds = [_is_compiled(reading, each) for each in bindings]
    if not kinds or None in kinds:
        return None
    if len(set(kinds)) == 1:
        return _NEVER if kinds[0] else ""
    choice = reading.source.parent(bindings[0].node, cst.If)
    if len(kinds) > 2 or not isinstance(choice, cst.If) or not isinstance(choice.orelse, cst.Else) or not (
            reading.source.lies_in(bindings[0].node, choice.body)) or not (
            reading.source.lies_in(bindings[1].node, choice.orelse)) or not is_fixed(reading, choice.test):
        return None
    return f"not {reading.code(choice.test)}" if kinds[0] else reading.code(choice.test)


def _is_compiled(reading: Reading, binding: Binding) -> bool | None:
    value = value_of(binding.node) if isinstance(binding.node, cst.Assign) else None
    made = reading.called(reading.end(value))
    return made == _COMPILED if made in (_COMPILED, "paddle.static.Executor") else None

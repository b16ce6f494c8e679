"""`optimizer.minimize(loss)` of programs, as Paddle 3 takes it: `parameter_list=` → `parameters=`, and no names; and
where the loss was built under another `program_guard`, under a guard of that program, which 1.8 found by itself."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.blocks import under_guard
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.unnamed import give_themselves
from paddle_migrate.facts.programs import built_under, guards_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_UNNAMED = "Paddle 3 takes variables here, which may be names: give the loss a name in a line before, then run " \
    "paddle-migrate"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for _, call in script.source.method_calls("minimize", "backward"):
        loss = argument(call, 0, "loss")
        if loss is None or script.is_skipped(call) or is_written(script.facts, call):
            continue
        _told(script, call, loss)
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "minimize":
            continue
        guard = built_under(script.facts, loss)
        program = argument(guard, 0, "main_program") if guard is not None else None
        if guard is not None and program is not None and not script.source.has_effects(program):
            _guarded(script, call, guard, program)


def _told(script: Script, call: cst.Call, loss: cst.BaseExpression) -> None:
    """The parameters, under today's name of the argument, and where gradients stop: by themselves, not by names."""
    named = next((arg for arg in call.args if arg.keyword and arg.keyword.value == "parameter_list"), None)
    if named is not None and named.keyword is not None:
        script.edits.replace(*script.source.span(named.keyword), "parameters")
        script.say(named, "PM105", "minimize", "→ parameters=")
    for place, (keyword, helper) in enumerate((("parameter_list", "parameters_of"), ("no_grad_set", "variables")), 2):
        given = argument(call, place, keyword)
        if given is None or script.source.code(given) == "None":
            continue
        if script.source.has_effects(loss):
            script.say(call, "PM333", "minimize", _UNNAMED)
            continue
        name, of = write_written(script, helper), script.source.code(loss)
        if helper == "variables":
            give_themselves(script, given)
            script.edits.wrap(*script.source.span(given), f"set({name}(", f", {of}.block.program))")
        else:
            script.edits.wrap(*script.source.span(given), f"{name}({of}, ", ")")


def _guarded(script: Script, call: cst.Call, guard: cst.Call, program: cst.BaseExpression) -> None:
    source, text = script.source, script.source.code(program)
    around = guards_of(script.facts, call)
    if any(first is not None and source.code(first) == text for first in around):
        return
    line = source.parent(call, cst.SimpleStatementLine)
    block = source.parents.get(line) if line is not None else None
    if line is None or len(line.body) > 1 or not isinstance(block, (cst.Module, cst.IndentedBlock)):
        script.say(call, "PM333", "minimize", "put it under program_guard of the program that the loss was built in")
        return
    under_guard(script, line, lambda: f"{script.render(guard.func)}({script.render(program)})")
    script.say(call, "PM119", "minimize", "→ under the guard of its program")

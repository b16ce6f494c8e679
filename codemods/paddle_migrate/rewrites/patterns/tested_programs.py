"""`main.clone(for_test=True)`: Paddle 3 copies a program otherwise, and in the copy each variable is another one, which
runs and saved models ask for."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.programs import clones_for_test, is_written, may_be_clone, program_of_run
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_BACKWARD = "a copy for tests is taken before minimize(): behind it, Paddle 3 would train in the copy; move it up"
_ELSEWHERE = "where another file runs this copy, it fetches in_program(copy, variables): they are others than these"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    found = [call for call in clones_for_test(script.facts) if not script.is_skipped(call)]
    if not [call for call in found if _clone(script, call)]:
        return
    runs = [call for _, call in script.source.method_calls("run") if not is_written(script.facts, call)]
    fetched = [_fetched_in(script, call) for call in runs if not script.is_skipped(call)]
    if not any(fetched):
        script.say(found[0], "PM333", "Program.clone", _ELSEWHERE)


def _clone(script: Script, call: cst.Call) -> bool:
    """Whether the copy is taken where Paddle 3 can take it; it is written so then."""
    assert isinstance(call.func, cst.Attribute)
    program = call.func.value
    if _is_behind_backward(script, call, program):
        script.say(call.func.attr, "PM333", "Program.clone", _BACKWARD)
        return False
    name = write_written(script, "clone_for_test")
    script.edits.replace(*script.source.core(call), lambda: f"{name}({script.render(program)})")
    script.say(call.func.attr, "PM119", "Program.clone", f"→ {name}, written into the script")
    return True


def _is_behind_backward(script: Script, call: cst.Call, program: cst.BaseExpression) -> bool:
    """Whether the same function minimizes before, in a block that is left open to both."""
    function = script.source.parent(call, cst.FunctionDef)
    own = script.source.parent(call, cst.With)
    for _, other in script.source.method_calls("minimize"):
        before = script.source.order(other) < script.source.order(call)
        if before and script.source.parent(other, cst.FunctionDef) is function:
            around = script.source.parent(other, cst.With)
            if around is None or around is own or _guards(script, around, program):
                return True
    return False


def _guards(script: Script, block: cst.With, program: cst.BaseExpression) -> bool:
    """Whether the block builds into the program, as far as the script tells."""
    firsts = [argument(item.item, 0, "main_program") for item in block.items if isinstance(item.item, cst.Call)]
    named = [script.source.code(first) for first in firsts if first is not None]
    return not named or script.source.code(program) in named


def _fetched_in(script: Script, call: cst.Call) -> bool:
    """What a run of what may be the copy fetches, as it is there."""
    program, fetched = program_of_run(call), argument(call, 2, "fetch_list")
    if program is None or fetched is None or script.source.has_effects(program):
        return False
    if not may_be_clone(script.facts, program):
        return False
    if isinstance(fetched, cst.Call) and dotted(fetched.func) == "in_program":
        return True
    name = write_written(script, "in_program")
    start, end = script.source.span(fetched)
    script.edits.insert(start, f"{name}({script.source.code(program)}, ")
    script.edits.insert(end, ")", -1)
    script.say(fetched, "PM119", "fetch_list", f"→ {name}, written into the script: the copy's own variables")
    return True

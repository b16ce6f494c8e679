"""`main.clone()`, most often for tests: Paddle 3 copies a program otherwise, and in the copy each variable is another
one, which runs and saved models ask for."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.programs import (
    clones,
    is_built_into,
    is_for_test,
    is_written,
    may_be_clone,
    program_of_run,
    trains_later,
)
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_MAY_CLONE = re.compile(rb"\.clone\(|\bclone(?:_trained)?_for_test\(")
_RUNS = re.compile(rb"\.run\(")
_ELSEWHERE = "where another file runs this copy, it fetches in_program(copy, variables): they are others than these"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    found = [_clone(script, call) for call in clones(script.facts) if not script.is_skipped(call)]
    others = script.others.program(_MAY_CLONE) if script.others is not None else []
    if not any(found) and not others:
        return
    runs = [call for _, call in script.source.method_calls("run") if not is_written(script.facts, call)]
    fetched = [_fetched_in(script, call) for call in runs if not script.is_skipped(call)]
    copied = next(filter(None, found), None)
    if copied is not None and not any(fetched) and not _run_elsewhere(script):
        script.say(copied, "PM333", "Program.clone", _ELSEWHERE)


def _run_elsewhere(script: Script) -> bool:
    """Whether another file of the program, which is rewritten likewise, runs programs."""
    return script.others is not None and bool(script.others.program(_RUNS))


def _clone(script: Script, call: cst.Call) -> cst.CSTNode | None:
    """Where the copy is taken, where it is one that is run; it is written so then."""
    assert isinstance(call.func, cst.Attribute)
    program, method = call.func.value, call.func.attr
    if is_built_into(script.facts, call):
        return None
    name = write_written(script, _helper(script, call))
    script.edits.replace(*script.source.core(call), lambda: f"{name}({script.render(program)})")
    script.say(method, "PM119", "Program.clone", f"→ {name}, written into the script")
    return method


def _helper(script: Script, call: cst.Call) -> str:
    if not is_for_test(script.facts, call):
        return "clone"
    return "clone_for_test" if trains_later(script.facts, call) else "clone_trained_for_test"


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

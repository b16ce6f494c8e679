"""`main.clone()`, most often for tests: Paddle 3 copies a program otherwise, and in the copy each variable is another
one, which runs and saved models ask for."""

from __future__ import annotations

import re
from collections.abc import Collection

import libcst as cst

from paddle_migrate.changes.copied_variables import can_look_up, look_up_inside
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.called_values import has_own_method
from paddle_migrate.facts.programs import (
    built_into,
    clones,
    has_programs_own,
    is_for_test,
    is_in_place,
    may_be_clone,
    program_of_run,
    trains_later,
)
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.tested_runs import Tested, is_idle, tested_by
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_OWN = "the copy's own variables"
_HIDDEN = "whether the copy is for tests is not written there: write for_test= out"
_MAY_CLONE = re.compile(rb"\.clone\b|\bclone(?:_trained)?_for_test\b")
_RUNS = re.compile(rb"\.run\b")
_COMPILES = ".ParallelExecutor"
_SHARED = (
    "in a copy Paddle 3 has other variables, which the old ones do not stand for: build the network a second time, in "
    "a program of its own under paddle.utils.unique_name.guard()"
)
_UNNAMED = "a copy has other variables: give the program a name first, and fetch in_program(program, variables)"
_NOT_CALLED = "it is a value here, and copies are made otherwise today: call it where it stands"
_ELSEWHERE = "where another file runs this copy, it fetches in_program(copy, variables): they are others than these"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for attribute in script.source.attributes.get("clone", ()):
        above = script.source.parents.get(attribute)
        called = isinstance(above, cst.Call) and above.func is attribute
        if not called and not script.is_skipped(attribute) and has_programs_own(script.facts, attribute):
            script.say(attribute, "PM333", "Program.clone", _NOT_CALLED)
    done = set[cst.With]()
    copies = [call for call in clones(script.facts) if not script.is_skipped(call)]
    tested = {call: known for call in copies if not script.options.dygraph and (known := tested_by(script.facts, call))}
    for call, known in tested.items():
        _normalize(script, call, known)
    found = [_clone(script, call, done) for call in copies if call not in tested and not _lay_idle(script, call)]
    cut = [call for _, call in script.source.method_calls("_prune") if not is_written(script.facts, call)]
    found += [_prune(script, call) for call in cut if not script.is_skipped(call)]
    others = script.others.program(_MAY_CLONE) if script.others is not None else []
    if not any(found) and not others:
        return
    runs = [call for _, call in script.source.method_calls("run") if not is_written(script.facts, call)]
    runs = [call for call in runs if not script.is_skipped(call) and not _runs_only(script, call, tested)]
    fetched = [_fetched_in(script, call) for call in runs]
    given = [program_of_run(script.facts, call) for call in runs]
    given += [each.argument("main_program") for each in script.references if each.name.endswith(_COMPILES)]
    here = {end for program in given for end in origins_of(script.facts, program)}
    copied = next((each for each in found if each is not None and _goes_on(script, each)
                   and script.source.parents[script.source.parents[each]] not in here), None)
    if copied is not None and not any(fetched) and not _run_elsewhere(script):
        script.say(copied, "PM333", "Program.clone", _ELSEWHERE)


def _goes_on(script: Script, method: cst.CSTNode) -> bool:
    """Whether what is not seen here may run the copy: all that is done with it is something else than to save it, to
    load it, to ask it for something."""
    call = script.source.parents[script.source.parents[method]]
    name = script.assigned_name(call)
    if name is None:
        return script.taken_by(call) is None
    assign = script.source.parents.get(call)
    uses = {id(use): use for each in script.scopes.find(name) for use in each.uses}.values()
    mine = [use for use in uses if any(each.node is assign for each in script.origins.bindings(use))]
    return any(script.taken_by(use) is None and not _is_asked(script, use) for use in mine)


def _is_asked(script: Script, use: cst.Name) -> bool:
    above = script.source.parents.get(use)
    return isinstance(above, cst.Attribute) and above.value is use


def _run_elsewhere(script: Script) -> bool:
    """Whether another file of the program, which is rewritten likewise, runs programs."""
    return script.others is not None and bool(script.others.program(_RUNS))


def _clone(script: Script, call: cst.Call, done: set[cst.With]) -> cst.CSTNode | None:
    """Where the copy is taken, where it is one that is run; it is written so then. `done`: the guards, of whatever
    copies, under which variables are looked up by now."""
    assert isinstance(call.func, cst.Attribute)
    method = call.func.attr
    if any(arg.star for arg in call.args):
        script.say(method, "PM333", "Program.clone", _HIDDEN)
        return None
    if is_in_place(script.facts, call):
        _write(script, call, "for_test")
        return None
    guards = list(built_into(script.facts, call))
    if not all(can_look_up(script, guard, copy) for guard, copy in guards):
        script.say(method, "PM333", "Program.clone", _SHARED)
        return None
    for guard, copy in guards:
        if guard not in done:
            done.add(guard)
            look_up_inside(script, guard, copy)
    _write(script, call, _helper(script, call))
    return method


def _prune(script: Script, call: cst.Call) -> cst.CSTNode | None:
    """`main._prune(targets)` → `pruned(main, targets)`: Paddle 3 prunes the program itself."""
    assert isinstance(call.func, cst.Attribute)
    targets = argument(call, 0, "targets")
    if targets is None or len(call.args) > 1 or not has_programs_own(script.facts, call.func):
        return None
    _write(script, call, "pruned", targets)
    return call.func.attr


def _write(script: Script, call: cst.Call, helper: str, *given: cst.BaseExpression) -> None:
    assert isinstance(call.func, cst.Attribute)
    shown, name = (call.func.value, *given), write_written(script, helper)
    script.edits.replace(*script.source.core(call), lambda: f"{name}({', '.join(map(script.render, shown))})")
    script.say(call.func.attr, "PM119", f"Program.{call.func.attr.value}", f"→ {name}, written into the script")


def _normalize(script: Script, call: cst.Call, known: Tested) -> None:
    """`normalize_program(main, [x], [loss])`, which every Paddle has: such a program knows itself what it gives."""
    assert isinstance(call.func, cst.Attribute)
    program, name = call.func.value, script.imports.spell("paddle.static.normalize_program", None)
    finder = write_written(script, "data_named") if known.names else ""

    def text() -> str:
        main = script.render(program)
        feeds = [f"{finder}({main}, '{each}')" for each in known.names] or known.feeds
        return f"{name}({main}, [{', '.join(feeds)}], [{', '.join(known.fetches)}])"

    script.edits.replace(*script.source.core(call), text)
    script.say(call.func.attr, "PM119", f"Program.{call.func.attr.value}", "→ paddle.static.normalize_program")
    for each in known.idle:
        _leave_out(script, each)


def _leave_out(script: Script, element: cst.DictElement) -> None:
    """One of several of a dictionary."""
    held = script.source.parents[element]
    assert isinstance(held, cst.Dict)
    place, spans = held.elements.index(element), [script.source.span(each) for each in held.elements]
    if place + 1 < len(spans):
        script.edits.delete(spans[place][0], spans[place + 1][0])
    else:
        script.edits.delete(spans[place - 1][1], spans[place][1])


def _lay_idle(script: Script, call: cst.Call) -> bool:
    """`main.clone()` of a copy that nothing ever has."""
    if script.options.dygraph or not call.args or not is_idle(script.facts, call):
        return False
    assert isinstance(call.func, cst.Attribute)
    func = call.func
    script.edits.replace(*script.source.core(call), lambda: f"{script.render(func)}()")
    return True


def _runs_only(script: Script, run: cst.Call, tested: Collection[cst.CSTNode]) -> bool:
    """Whether a run is one of copies that know what they give, or of what is no copy."""
    program = program_of_run(script.facts, run)
    ends = origins_of(script.facts, program, lambda node: node in tested) if program is not None else []
    return any(end in tested for end in ends) and not any(
        end is None or (end not in tested and may_be_clone(script.facts, end)) for end in ends)


def _helper(script: Script, call: cst.Call) -> str:
    if not is_for_test(script.facts, call):
        return "clone"
    return "clone_for_test" if trains_later(script.facts, call) else "clone_trained_for_test"


def _fetched_in(script: Script, call: cst.Call) -> bool:
    """What a run of what may be the copy fetches, as it is there."""
    place = -1 if has_own_method(script.facts, call) else 2
    program, fetched = program_of_run(script.facts, call), argument(call, place, "fetch_list")
    if program is None or fetched is None or not may_be_clone(script.facts, program):
        return False
    if isinstance(fetched, cst.Call) and dotted(fetched.func) == "in_program":
        return True
    if script.source.has_effects(program):
        script.say(program, "PM333", "Executor.run", _UNNAMED)
        return True
    name = write_written(script, "in_program")
    start, end = script.source.span(fetched)
    script.edits.insert(start, f"{name}({script.source.code(program)}, ")
    script.edits.insert(end, ")", -1)
    script.say(fetched, "PM119", "fetch_list", f"→ {name}, written into the script: {_OWN}")
    return True

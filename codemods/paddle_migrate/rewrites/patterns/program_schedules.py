"""Learning rates that a program counted on at each run: today's schedules go on by step(), behind each run."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import (
    is_like_executor,
    is_run_of_parallel,
    is_test_copy,
    may_train,
    program_of_run,
    trains_later,
)
from paddle_migrate.facts.schedules import counts
from paddle_migrate.facts.scopes import dotted, last_name
from paddle_migrate.facts.takers import takers
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.facts.variable_rates import counted_rates, has_schedule_elsewhere, is_around_variable
from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule
from paddle_migrate.rules.schedules import is_counter, is_rule_of_schedule, runs_programs
from paddle_migrate.script import Script

IN_PROGRAMS = True
_ELSEWHERE = "the rate was a variable of the program, and it is not shown what takes it: migrate the file with the " \
    "optimizer; today it is an object, whose get_lr() is the number and whose step() stands behind each run"
_STEP = "→ step() behind each run: programs of 1.8 counted by themselves"
_REPEATED = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp, cst.Lambda)  # in a statement, many runs
_COPIES = "this copy for tests was made behind the schedule, which its runs counted on, too: call step() of the " \
    "program's lr_scheduler behind this run, or make the schedule behind the copy"
_RUNS = "behind each run of this program, in whatever file, call step() of its lr_scheduler"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    counted = counted_rates(script.facts)
    made = []
    for reference in script.open():
        if reference in counted or (is_counter(reference.name) and reference.call is not None):
            _count(script, reference)
        elif is_rule_of_schedule(reference.rule) and not script.facts.has_loop and not _check(script, reference):
            script.leave(reference, "PM303", _ELSEWHERE)
        elif is_rule_of_schedule(reference.rule) and reference.call is not None:
            made.append(reference)
            if is_around_variable(script.facts, reference):
                _rise(script, reference, reference.call)
    if made or has_schedule_elsewhere(script.facts):
        stepped = _steps(script)
        for reference in made if not stepped else ():
            script.say(reference.node, "PM235" if _runs_elsewhere(script) else "PM322", reference.short, _RUNS)


def _count(script: Script, reference: Reference) -> None:
    """Have a decay that is a variable read by its rule."""
    rates = library().module(f"{PACKAGE}._today_rates")
    rule = rates.find(reference.name.rpartition(".")[2].lstrip("_")) if rates is not None else None
    if isinstance(rule, Rule):
        script.read_by(reference, rule)


def _rise(script: Script, reference: Reference, call: cst.Call) -> None:
    """A warm-up whose schedule runs on meanwhile, as today's does not."""
    name = write_written(script, "WarmUpFrom")
    script.edits.replace(*script.source.span(call.func), name)
    script.settle(reference)
    script.say(reference.node, "PM114", reference.short, f"→ {name}, written into the script")


def _check(script: Script, reference: Reference) -> bool:
    """Whether optimizers alone take the schedule."""
    taking = takers(script.facts, reference.call) if reference.call is not None else None
    if taking is None:
        return False
    rules = [script.by_call[call].rule if call in script.by_call else None for call in taking]
    return all(isinstance(rule, Rule) and is_optimizer(rule.name) for rule in rules)


def _runs_elsewhere(script: Script) -> bool:
    return script.others is not None and bool(script.others.importers)


def _steps(script: Script) -> bool:
    """Have the schedule of what each run runs go on behind it; whether there is one."""
    found, has_parallels = False, any(_is_executor_of_one(script, call) for call in script.source.all(cst.Call))
    for receiver, call in script.source.method_calls("run"):
        statement = script.statement(call)
        if _counts_as_copy(script, call):
            script.say(call, "PM322", "run", _COPIES)
        if not may_train(script.facts, call) or script.is_skipped(call):
            continue
        parallels = _parallels(script, receiver)
        if None in parallels:  # one that is told no program may be either, where there are both
            parallels |= {program_of_run(script.facts, call) is None and has_parallels}
        if parallels == {True} or (True in parallels and is_run_of_parallel(script.facts, call)):
            continue
        found = True
        if statement is not None and _goes_on(script, statement, call):
            continue
        program = program_of_run(script.facts, call)
        plain = isinstance(statement, (cst.Assign, cst.Expr, cst.AugAssign, cst.AnnAssign))
        elsewhere = program is not None and _is_made_there(script, program)
        told = program is not None or any(arg.star for arg in call.args)
        unseen = True in parallels and (told or script.source.has_effects(receiver))
        within = statement is None or not plain or script.source.parent(call, *_REPEATED) is not None
        if elsewhere or unseen or (within and (True in parallels or any(arg.star for arg in call.args))):
            script.say(call, "PM322", "run", _RUNS)
            continue
        text = "" if program is None or program in script.by_call else script.source.code(program)
        if within:
            name = write_written(script, "stepped")
            script.edits.wrap(*script.source.core(call), f"{name}(", f", {text})" if text else ")")
            script.say(call, "PM114", "run", _STEP)
            continue
        assert statement is not None
        if True in parallels:
            name = write_written(script, "step_unless_done")
            script.beside.behind(statement, [f"{name}({script.source.code(receiver)})"])
            script.say(call, "PM114", "run", _STEP)
            continue
        name = write_written(script, "step_schedule")
        script.beside.behind(statement, [f"{name}({text})"])
        script.say(call, "PM114", "run", _STEP)
    return found or any(runs_programs(r.name) for r in script.references)


def _counts_as_copy(script: Script, run: cst.Call) -> bool:
    """Whether it surely runs a copy for tests that was made between a schedule and what trains by it."""
    program = program_of_run(script.facts, run)
    copies = origins_of(script.facts, program) if program is not None else []
    return bool(copies) and not script.is_skipped(run) and all(
        isinstance(copy, cst.Call) and is_test_copy(script.facts, copy) and trains_later(script.facts, copy)
        and counts(script.facts, copy)
        for copy in copies)


def _goes_on(script: Script, statement: cst.CSTNode, call: cst.Call) -> bool:
    """Whether an earlier run of the tool has the schedule go on behind it."""
    taker = script.facts.taker(call)
    if isinstance(taker, cst.Call) and last_name(taker.func) == "stepped":
        return True
    behind = script.source.line_at(script.source.core(statement)[1]) + 1
    return script.source.line_text(behind).lstrip().startswith(("step_schedule", "step_unless_done"))


def _is_made_there(script: Script, program: cst.BaseExpression) -> bool:
    """Whether something else than `default_main_program()` is called for it."""
    return script.source.has_effects(program) and program not in script.by_call


def _parallels(script: Script, receiver: cst.BaseExpression) -> set[bool | None]:
    """Whether it is a ParallelExecutor, which goes on by itself, or, also, something else; None of what is not seen."""
    ends = origins_of(script.facts, receiver)
    return {_is_executor_of_one(script, each) if isinstance(each, cst.Call) else None for each in ends}


def _is_executor_of_one(script: Script, call: cst.Call) -> bool:
    reference = script.by_call.get(call)
    name = reference.short if reference is not None else dotted(call.func) or ""
    is_like = reference is not None and is_like_executor(script.facts, call)
    return name.endswith(("ParallelExecutor", "ProgramExecutor")) and not is_like

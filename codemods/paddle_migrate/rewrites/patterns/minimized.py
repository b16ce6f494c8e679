"""`optimizer.minimize(loss)` of programs, as Paddle 3 takes it: `parameter_list=` → `parameters=`, and no names; and
where the loss was built under another `program_guard`, under a guard of that program, which 1.8 found by itself."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.blocks import under_guard
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.losses import scaled
from paddle_migrate.changes.unnamed import give_themselves
from paddle_migrate.facts.building_guards import is_built_elsewhere
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.programs import around, built_under
from paddle_migrate.facts.values.arguments import arguments
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_GUARD = "paddle.static.program_guard"
_TOLD = {"parameter_list": "parameters_of", "no_grad_set": "variables"}
_ASKS = re.compile("|".join(_TOLD).encode())
_PLACES = 2  # the loss and its startup program
_STARRED = (
    "parameter_list= is parameters= today, and Paddle 3 takes no names there: write these arguments by themselves"
)
_NOT_GUARDED = "put it under program_guard of the program that the loss was built in"
_UNNAMED = "Paddle 3 takes variables here, which may be names: give the loss a name in a line before, then run " \
    "paddle-migrate"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for _, call in calls_of_others(script.facts, "minimize", "backward"):
        loss = argument(call, 0, "loss")
        if script.is_skipped(call) or is_written(script.facts, call):
            continue
        if _may_be_starred(script, call):
            script.say(call, "PM333", "minimize", _STARRED)
        if loss is None:
            continue
        _told(script, call, loss)
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "minimize":
            continue
        startup = _startup(script, call)
        is_needed = startup is not None or is_built_elsewhere(script.facts, loss, call)
        program = _program(script, loss, is_needed)
        if program is not None:
            _guarded(script, call, program, startup)
        elif is_needed and not around(script.facts, call):
            script.say(call, "PM333", "minimize", _NOT_GUARDED)


def _may_be_starred(script: Script, call: cst.Call) -> bool:
    """Whether stars may bring what is another argument today, or is given by names."""
    if not any(arg.star for arg in call.args):
        return False
    given = arguments(values_of(script.facts), Spot(script.facts, call))
    hidden = (given.more_named or given.more_placed) and script.facts.says(_ASKS)
    return hidden or len(given.placed) > _PLACES or not given.named.keys().isdisjoint(_TOLD)


def _told(script: Script, call: cst.Call, loss: cst.BaseExpression) -> None:
    """The parameters, under today's name of the argument, and where gradients stop: by themselves, not by names."""
    named = next((arg for arg in call.args if arg.keyword and arg.keyword.value == "parameter_list"), None)
    if named is not None and named.keyword is not None:
        script.edits.replace(*script.source.span(named.keyword), "parameters")
        script.say(named, "PM105", "minimize", "→ parameters=")
    for place, (keyword, helper) in enumerate(_TOLD.items(), _PLACES):
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


def _startup(script: Script, call: cst.Call) -> cst.BaseExpression | None:
    """The program that begins what the optimizer makes, which Paddle 3 puts into that of the guard."""
    given = argument(call, 1, "startup_program")
    if given is None or script.source.code(given) == "None" or script.source.has_effects(given):
        return None  # `default_startup_program()` is that of the guard
    return given


def _program(script: Script, loss: cst.BaseExpression, is_needed: bool) -> tuple[cst.BaseExpression, str] | None:
    """What says the program that a loss was built in, and what stands behind it; None where nothing does."""
    guard = built_under(script.facts, loss)
    program = argument(guard, 0, "main_program") if guard is not None else None
    if program is not None and not script.source.has_effects(program):
        return program, ""
    of = scaled(script.facts, loss) if is_needed else None
    if of is None or isinstance(of, (cst.List, cst.Tuple)) or script.source.has_effects(of):
        return None
    return of, ".block.program"


def _guarded(
    script: Script, call: cst.Call, program: tuple[cst.BaseExpression, str], startup: cst.BaseExpression | None
) -> None:
    source, (node, behind) = script.source, program
    guards = around(script.facts, call)
    begun = argument(guards[0], 1, "startup_program") if guards else None
    mains = [argument(each, 0, "main_program") for each in guards]
    is_inside = source.code(node) + behind in [source.code(each) for each in mains if each is not None]
    if _is_of(script, startup, begun) or (startup is None and is_inside):
        return
    line = source.parent(call, cst.SimpleStatementLine)
    block = source.parents.get(line) if line is not None else None
    if line is None or len(line.body) > 1 or not isinstance(block, (cst.Module, cst.IndentedBlock)):
        script.say(call, "PM333", "minimize", _NOT_GUARDED)
        return
    guard = script.imports.spell(_GUARD, None)
    last = "" if startup is None else f", {source.code(startup)}"
    under_guard(script, line, lambda: f"{guard}({script.render(node)}{behind}{last})")
    script.say(call, "PM119", "minimize", "→ under the guard of its program")


def _is_of(script: Script, startup: cst.BaseExpression | None, begun: cst.BaseExpression | None) -> bool:
    return startup is not None and begun is not None and script.source.code(startup) == script.source.code(begun)

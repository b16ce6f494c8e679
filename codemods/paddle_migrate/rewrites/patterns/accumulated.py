"""Gradients add up since 2.0: `backward()` of 1.8 replaced those that an earlier run had left.

Where a run may meet gradients, `clear_grad()` is written before it, if they are its own or each run has a step of its
own behind it; or behind each step, where the script never clears, asks for none there and that is enough. Else, and
where a run may not reach all layers, a function that is written into the script clears what it reaches, whose gradients
alone 1.8 replaced.
"""

from __future__ import annotations

from functools import partial

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.late_gradients import are_asked_late
from paddle_migrate.facts.meetings import Key, Meetings, root_and_keys
from paddle_migrate.facts.nones import is_none
from paddle_migrate.facts.skipped_layers import may_skip_layers
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = False  # each run of a program computes its gradients anew
_ADDS = "since 2.0 backward() adds to the gradients that are there, 1.8 replaced them"
_TOO_LONG = f"{_ADDS}; the script takes too many paths here: see that they are cleared between two runs"
_MOST = 60  # runs of one file
_DO = "clear what this run reaches before it, and keep the others"
_KEEP = "keep the optimizer in a variable, and call its clear_grad() behind step()"


def rewrite(script: Script) -> None:
    found = Meetings(script.facts)
    runs = [*found.runs, *found.handed] if script.facts.is_old else []
    if not any(map(script.mode.is_dynamic, runs)):
        return
    if len(runs) > _MOST:
        script.say(runs[0], "PM320", "backward", _TOO_LONG)
        return
    kept = bool(found.clears) or script.facts.once(are_asked_late) or any(
        may_skip_layers(script.facts, run) for run in runs)
    steps = [] if kept else [step for step in found.steps if _may_clear_behind(script, step)]
    behind = Meetings(script.facts, frozenset(steps))
    if steps and not any(map(behind.met, runs)) and not behind.met_elsewhere:
        for step in steps:
            _clear_behind(script, step)
        return
    every = {run: found.met(run) for run in runs if script.mode.is_dynamic(run)} | found.met_elsewhere
    for run, met in every.items():
        if met and not script.is_skipped(run):
            _keep_apart(script, found, run, met)


def _may_clear_behind(script: Script, step: cst.Call) -> bool:
    named = isinstance(step.func, cst.Attribute) and step.func.attr.value == "minimize"
    return named and script.mode.is_dynamic(step) and script.is_whole_statement(step)


def _clear_behind(script: Script, step: cst.Call) -> None:
    statement, receiver = script.statement(step), step.func.value  # type: ignore[attr-defined]
    assert statement is not None
    if script.source.has_effects(receiver):
        script.say(step, "PM320", "minimize", f"{_ADDS}: {_KEEP}")
        return
    line = f"{script.source.code(receiver)}.clear_grad()"
    script.beside.behind(statement, [line])
    script.say(step, "PM105", "minimize", f"{line} behind it: {_ADDS}")


def _keep_apart(script: Script, found: Meetings, run: cst.Call, met: dict[Key, list[cst.Call]]) -> None:
    statement, holders = script.statement(run), found.holders(run)
    earlier = {each for runs in met.values() for each in runs}
    seen = [[each for each in holders[key] if _is_seen(script, each, run)] for key in met]
    names = [_named(script, each[0], run) for each in seen if each]
    is_there = not any(_may_be_none(script, each[0], run) for each in seen if each)
    alone = is_there and found.replaces_all(run, met)
    is_handed = run not in found.runs
    is_left = not alone if is_handed else run.args
    if found.asked or len(names) < len(met) or statement is None or is_left:
        line = script.source.line(min(earlier, key=script.source.order))
        script.say(run, "PM320", "backward", f"{_ADDS}, here those of line {line}; {_DO}")
    elif alone:
        for code in names:
            line_text = f"{code}.clear_grad()"
            script.beside.before(statement, line_text)
            script.say(run, "PM105", "backward", f"{line_text} before it: {_ADDS}")
    else:
        name, loss = write_written(script, "backward_anew"), run.func.value  # type: ignore[attr-defined]
        script.edits.replace(*script.source.core(run), partial(_anew, script, name, loss, names))
        script.say(run, "PM117", "backward", f"→ {name}(), written into the script: {_ADDS}")


def _anew(script: Script, name: str, loss: cst.BaseExpression, optimizers: list[str]) -> str:
    return f"{name}({', '.join([script.render(loss), *optimizers])})"


def _named(script: Script, receiver: cst.BaseExpression, run: cst.Call) -> str:
    """What the optimizer is called at the run; an attribute may be none there."""
    if isinstance(receiver, cst.Attribute) and _may_be_missing(script, receiver, run):
        root, name = script.source.code(receiver.value), script.string(receiver.attr.value)
        return f"getattr({root}, {name}, None)"
    return script.source.code(receiver)


def _may_be_none(script: Script, receiver: cst.BaseExpression, run: cst.Call) -> bool:
    ends = values_of(script.facts).ends(Spot(script.facts, receiver))
    return _may_be_missing(script, receiver, run) or any(map(is_none, ends))


def _may_be_missing(script: Script, receiver: cst.BaseExpression, run: cst.Call) -> bool:
    """Whether all that sets it stands under conditions, and the run does not stand under the same."""
    here = _conditions(script, run)
    sets = _sets(script, receiver, run)
    return bool(sets) and all(_conditions(script, each) - here for each in sets)


def _sets(script: Script, receiver: cst.BaseExpression, run: cst.Call) -> list[cst.CSTNode]:
    """Where a variable of the run's own scope, or an attribute of its object, is set."""
    source = script.source
    if isinstance(receiver, cst.Name):
        scope = script.scopes.of(run)
        return [each.node for each in script.scopes.find(receiver) if each.scope is scope]
    owner = script.definitions.own_class(receiver.value) if isinstance(receiver, cst.Attribute) else None
    if owner is None or not isinstance(receiver, cst.Attribute):
        return []
    same = [each for each in source.attributes[receiver.attr.value] if source.is_set(each)]
    return [each for each in same if script.definitions.own_class(each.value) is owner]


def _conditions(script: Script, node: cst.CSTNode) -> set[str]:
    """The tests, as they are written, of each `if` without an else that the node stands in."""
    found, at = set(), script.source.parent(node, cst.If, cst.FunctionDef)
    while isinstance(at, cst.If):
        if at.orelse is None:
            found.add(script.source.code(at.test))
        at = script.source.parent(at, cst.If, cst.FunctionDef)
    return found


def _is_seen(script: Script, receiver: cst.BaseExpression, run: cst.Call) -> bool:
    """Whether it is called the same where the run stands, and has a value there."""
    names = root_and_keys(receiver)
    if names is None or not _is_bound(script, names[-1], run):
        return False
    if isinstance(receiver, cst.Name) and _may_be_missing(script, receiver, run):
        return False
    return all(_is_key(script, each, run) for each in names[:-1])


def _is_key(script: Script, key: cst.Name, run: cst.Call) -> bool:
    """Whether the key is the same at the run: one that is bound once, and of a loop whose body has both."""
    bindings, source = script.scopes.find(key), script.source
    loops = [each.node for each in bindings if isinstance(each.node, cst.For)]
    inside = all(source.lies_in(each, loop.body) for loop in loops for each in (key, run))
    return len(bindings) == 1 and inside and _is_bound(script, key, run)


def _is_bound(script: Script, root: cst.Name, run: cst.Call) -> bool:
    owner, source = script.definitions.own_class(root), script.source
    if owner is not None:
        function = source.parent(run, cst.FunctionDef)
        return function is not None and source.parent(function, cst.ClassDef) is owner
    scope, bindings = script.scopes.of(run), script.scopes.find(root)
    bound = any(each.scope is not scope or source.order(each.node) < source.order(run) for each in bindings)
    return bound and scope.find(root.value) is bindings

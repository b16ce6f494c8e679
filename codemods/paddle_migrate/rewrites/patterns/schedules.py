"""Learning rates that used to advance by themselves, at each minimize(): today the script says `scheduler.step()`."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes import own_schedules
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import leave_unclear
from paddle_migrate.changes.rate_readings import asked_for_rate
from paddle_migrate.changes.schedule_plans import is_decay, plan_of, site_of
from paddle_migrate.changes.schedule_steps import write_open_step, write_plan
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.schedules import (
    asked_sites,
    given_rates,
    given_schedules,
    is_schedule,
    may_step,
    open_sites,
)
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.takers import takers
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.rules.schedules import BASE, BY_EPOCH, BY_LOSS, WARM_UPS
from paddle_migrate.script import Script

IN_PROGRAMS = False  # program_schedules.py
_WARM_UP = (
    "1.8 let the decay inside a warm-up run on from the first step; today's LinearWarmup starts it only afterwards. "
    "Write a schedule of your own, and call its step() behind each step of the optimizer"
)
_OWN = (
    "derive from paddle.optimizer.lr.LRScheduler: its get_lr() returns the rate of step self.last_epoch, and the "
    "script calls its step() behind each optimizer.step()"
)
_OF_OTHERS = "→ the step of the schedule behind it, which another file gives the optimizer"
_WHERE = "its rate advanced at each minimize(); call its step() behind each step of the optimizer"
_WHY = "its rate advanced at each minimize(); make it a scheduler of paddle.optimizer.lr and call its step() there"


def rewrite(script: Script) -> None:
    stepped: set[cst.Call] = set()  # calls of minimize() that have a step() behind them
    found = [r for r in script.open() if is_schedule(r) and not leave_unclear(script, r)]
    for reference in found:
        if is_schedule(reference, BASE) and not _own(script, reference, stepped):
            script.leave(reference, "PM303", _OWN)
    inside = {call for r in found if is_schedule(r, *WARM_UPS) for call in _warm_up(script, r, stepped)}
    for reference in found:
        if script.is_settled(reference) or script.is_reported(reference) or reference.call in (None, *inside):
            continue
        _of_fluid(script, reference, stepped)
    for reference in script.open():
        if reference.call is not None and script.kinds.what(reference.call) == "optimizer":
            _of_own(script, reference, stepped)
    _of_others(script, stepped)


def _of_others(script: Script, stepped: set[cst.Call]) -> None:
    """Steps of optimizers that are made in other files, or take their rates from these, where one has a schedule."""
    opened, asked = (
        [call for call in find(script.facts) if call not in stepped and may_step(script.facts, call)]
        for find in (open_sites, asked_sites)
    )
    sites = asked if asked and given_rates(script.facts) else opened
    if not sites or (sites is opened and not given_schedules(script.facts)):
        return
    for call in sites:
        stepped.add(call)
        write_open_step(script, site_of(call, set()), None)
        script.say(call, "PM114", "minimize", _OF_OTHERS)


def _of_fluid(script: Script, reference: Reference, stepped: set[cst.Call]) -> None:
    """One of fluid's own that stands by itself."""
    assert reference.call is not None
    if is_schedule(reference, *BY_LOSS):
        asked_for_rate(script, reference.call)
    elif is_schedule(reference, *BY_EPOCH):
        if _by_epoch(script, reference):
            asked_for_rate(script, reference.call)
        else:
            script.leave(reference, "PM303", _WHY)
    elif (plan := plan_of(script, reference.call)) is not None:
        write_plan(script, reference, plan, stepped, reference.short)
    else:
        script.leave(reference, "PM303", _WHY)


def _warm_up(script: Script, reference: Reference, stepped: set[cst.Call]) -> list[cst.CSTNode]:
    """A warm-up around other decays, which it has run on from the first step, and these; none around a number."""
    rate = reference.argument("learning_rate")
    ends = origins_of(script.facts, rate, lambda value: is_decay(script, value))
    inside = [end for end in ends if end is not None and is_decay(script, end)]
    if reference.call is None or not inside:
        return []
    plan = plan_of(script, reference.call)
    plain = not any(a.star for a in reference.call.args) and not any(map(reference.argument, ("step", "dtype")))
    alone = len(inside) == len(ends) and all(_is_only_in(script, decay, reference) for decay in inside)
    if plan is None or not plain or not alone:
        for left in (reference, *(script.by_call[d] for d in inside if d in script.by_call)):
            script.leave(left, "PM303", _WARM_UP)
        return [*inside]
    script.edits.replace(*script.source.span(reference.node), write_written(script, "WarmUp"))
    script.settle(reference)
    write_plan(script, reference, plan, stepped, reference.short)
    return [*inside]


def _is_only_in(script: Script, decay: cst.CSTNode, warm_up: Reference) -> bool:
    """Whether nothing but the warm-up has the decay, and each step is one of the decay's."""
    inner = script.by_call.get(decay)
    by_itself = inner is not None and not is_schedule(inner, *BY_EPOCH, *BY_LOSS, *WARM_UPS)
    plain = by_itself and inner is not None and not script.is_reported(inner)
    return plain and takers(script.facts, decay) == {warm_up.call}


def _own(script: Script, reference: Reference, stepped: set[cst.Call]) -> bool:
    """A class of the script's own that derives from fluid's, and the steps of its schedules; False, and nothing
    written, where one of these cannot be seen."""
    own = own_schedules.read(script, reference)
    plans = [plan_of(script, call) for call in own.calls] if own is not None else []
    if own is None or None in plans:
        return False
    script.record.own_schedules.update(own.calls)
    own_schedules.write(script, own)
    for plan in plans:
        assert plan is not None
        write_plan(script, reference, plan, stepped, own.node.name.value)
    return True


def _of_own(script: Script, reference: Reference, stepped: set[cst.Call]) -> None:
    """A rate that something else than fluid makes may be a schedule too, of a class that derived from fluid's."""
    assert reference.call is not None
    rate = reference.argument("learning_rate")
    bindings = script.scopes.find(rate) if isinstance(rate, cst.Name) else []
    for value in [b.value for b in bindings] or [rate]:
        maker = value.func if isinstance(value, cst.Call) else None
        name = dotted(maker)
        known = script.names.resolve(maker).startswith("paddle.") or value in script.record.own_schedules
        if isinstance(value, cst.Call) and not known and script.others and script.others.is_schedule(value):
            plan = plan_of(script, value)
            script.record.own_schedules.add(value)
            if plan is None:
                script.say(reference.call, "PM322", name, _WHERE)
            else:
                write_plan(script, reference, plan, stepped, name)
        elif reference.call in script.record.scheduled:
            continue
        elif not known and re.search(r"decay|sched|warm", name, re.IGNORECASE):
            script.say(reference.call, "PM348", name, "if this is a schedule, call its step() behind each step()")


def _by_epoch(script: Script, reference: Reference) -> bool:
    """`decay.epoch()` → `decay.step()`, of a decay in a variable."""
    name = script.assigned_name(reference.call) if reference.call is not None else None
    bindings = script.scopes.find(name) if name is not None else []
    if len(bindings) != 1:
        return False
    calls: list[cst.Attribute] = []
    for use in bindings[0].uses:
        parent = script.source.parents.get(use)
        if isinstance(parent, cst.Attribute):
            call = script.source.parents.get(parent)
            if parent.attr.value != "epoch" or not isinstance(call, cst.Call) or call.args:
                return False
            calls.append(parent)
    for attribute in calls:
        script.edits.replace(*script.source.span(attribute.attr), "step")
    return True

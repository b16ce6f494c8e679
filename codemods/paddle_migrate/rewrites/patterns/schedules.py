"""Learning rates that used to advance by themselves, at each minimize(): today the script says `scheduler.step()`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, count

import libcst as cst

from paddle_migrate.changes import own_schedules
from paddle_migrate.changes.leaving import leave_unclear
from paddle_migrate.changes.rate_readings import asked_for_rate, read_behind
from paddle_migrate.facts.makers import makers
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.takers import takers
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

_HOMES = ("paddle.fluid.dygraph.learning_rate_scheduler.", "paddle.fluid.layers.learning_rate_scheduler.")
_BY_EPOCH = ("StepDecay", "MultiStepDecay", "LambdaDecay")
_BY_LOSS = ("ReduceLROnPlateau",)
_WARM_UP = (
    "1.8 let the decay inside a warm-up run on from the first step; today's LinearWarmup starts it only afterwards"
)
_OWN = (
    "derive from paddle.optimizer.lr.LRScheduler: its get_lr() returns the rate of step self.last_epoch, and the "
    "script calls its step() behind each optimizer.step()"
)
_WHERE = "its rate advanced at each minimize(); call its step() behind each step of the optimizer"
_WHY = "its rate advanced at each minimize(); make it a scheduler of paddle.optimizer.lr and call its step() there"


def rewrite(script: Script) -> None:
    stepped: set[cst.Call] = set()  # calls of minimize() that have a step() behind them
    for reference in script.open():
        rule = reference.rule
        if not isinstance(rule, Rule) or not rule.name.startswith(_HOMES):
            continue
        if leave_unclear(script, reference):
            continue
        if rule.short == "LearningRateDecay" and not _own(script, reference, stepped):
            script.leave(reference, "PM303", _OWN)
        if script.is_settled(reference) or script.is_reported(reference) or reference.call is None:
            continue
        if rule.short in _BY_LOSS:
            asked_for_rate(script, reference.call)
            continue
        if _is_inside_another(script, reference.call) or _holds_another(script, reference.call):
            script.leave(reference, "PM303", _WARM_UP)
            continue
        done = _by_epoch(script, reference) if rule.short in _BY_EPOCH else _by_step(script, reference, stepped)
        if not done:
            script.leave(reference, "PM303", _WHY)
        elif rule.short in _BY_EPOCH:
            asked_for_rate(script, reference.call)
    for reference in script.open():
        if reference.call is not None and script.kinds.what(reference.call) == "optimizer":
            _of_own(script, reference, stepped)


def _own(script: Script, reference: Reference, stepped: set[cst.Call]) -> bool:
    """A class of the script's own that derives from fluid's, and the steps of its schedules; False, and nothing
    written, where one of these cannot be seen."""
    own = own_schedules.read(script, reference)
    plans = [_plan(script, call) for call in own.calls] if own is not None else []
    if own is None or None in plans:
        return False
    script.record.own_schedules.update(own.calls)
    own_schedules.write(script, own)
    for plan in plans:
        assert plan is not None
        _write_plan(script, reference, plan, stepped, own.node.name.value)
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
            plan = _plan(script, value)
            script.record.own_schedules.add(value)
            if plan is None:
                script.say(reference.call, "PM322", name, _WHERE)
            else:
                _write_plan(script, reference, plan, stepped, name)
        elif reference.call in script.record.scheduled:
            continue
        elif not known and re.search(r"decay|sched|warm", name, re.IGNORECASE):
            script.say(reference.call, "PM221", name, "if this is a schedule, call its step() behind each step()")


def _is_inside_another(script: Script, call: cst.Call) -> bool:
    """Whether the decay is handed to a warm-up."""
    reference = script.taken_by(call)
    rule = reference.rule if reference is not None else None
    return isinstance(rule, Rule) and rule.name.startswith(_HOMES)


def _holds_another(script: Script, call: cst.Call) -> bool:
    """Whether a decay is handed to this one, by itself or in a variable."""
    for arg in call.args:
        value = arg.value
        bindings = script.scopes.find(value) if isinstance(value, cst.Name) else []
        for made in (value, *(b.value for b in bindings)):
            reference = script.by_call.get(made) if made is not None else None
            if reference is not None and isinstance(reference.rule, Rule) and reference.rule.name.startswith(_HOMES):
                return True
    return False


def _receiver(script: Script, value: cst.CSTNode) -> cst.Call | None:
    """The call that the value is an argument of."""
    call = script.taker(value)
    return call if isinstance(call, cst.Call) else None


def _by_epoch(script: Script, reference: Reference) -> bool:
    """`decay.epoch()` → `decay.step()`, of a decay in a variable."""
    name = script.assigned_name(reference.call) if reference.call is not None else None
    bindings = script.scopes.find(name) if name is not None else []
    if len(bindings) != 1:
        return False
    calls = []
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


@dataclass(frozen=True)
class _Plan:
    """A schedule, the variable that it is put in, the optimizers that take it, and where these step."""

    call: cst.Call
    name: cst.Name | None
    optimizers: list[cst.Call]
    sites: list[_Site]


def _plan(script: Script, call: cst.Call) -> _Plan | None:
    value: cst.CSTNode = call
    while isinstance(choice := script.source.parents.get(value), cst.IfExp):
        value = choice
    name = script.assigned_name(value)
    optimizers = _optimizers(script, call)
    sites = _sites(script, set(optimizers)) if optimizers else []
    if not sites or any(not script.is_whole_statement(s.call) or len(s.call.args) != 1 for s in sites):
        return None
    return _Plan(call, name, optimizers, sites)


def _by_step(script: Script, reference: Reference, stepped: set[cst.Call]) -> bool:
    assert reference.call is not None
    plan = _plan(script, reference.call)
    if plan is not None:
        _write_plan(script, reference, plan, stepped, reference.short)
    return plan is not None


def _write_plan(script: Script, reference: Reference, plan: _Plan, stepped: set[cst.Call], shown_as: str) -> None:
    call, name, optimizers, sites = plan.call, plan.name, plan.optimizers, plan.sites
    direct = _receiver(script, call) is not None
    hoisted = direct and all(s.makers == set(optimizers) for s in sites) and _in_one_scope(script, call, sites)
    scheduler = _free_name(script, call) if hoisted else ""
    if hoisted:
        _hoist(script, call, scheduler)
    for site in sites:
        script.record.scheduled |= site.makers
        if site.call not in stepped:
            stepped.add(site.call)
            _write_step(script, reference, site, scheduler or _visible(script, name, set(optimizers), site))
    shown = scheduler or (name.value if name is not None else "the scheduler")
    script.say(call, "PM114", shown_as, f"→ {shown}.step() behind each step of the optimizer")


def _in_one_scope(script: Script, call: cst.Call, sites: list[_Site]) -> bool:
    scope = script.scopes.of(call)
    return all(script.scopes.of(site.call) is scope for site in sites)


def _visible(script: Script, name: cst.Name | None, optimizers: set[cst.Call], site: _Site) -> str:
    """The variable that holds the schedule, where it can be seen at the site and belongs to its optimizers only."""
    if name is None or not site.makers <= optimizers:
        return ""
    return name.value if script.scopes.of(site.call).find(name.value) == script.scopes.find(name) else ""


def _write_step(script: Script, reference: Reference, site: _Site, scheduler: str) -> None:
    """`scheduler.step()` behind the site; asked for where the rate may be a number."""
    # Nothing public gives the schedule of an optimizer that another function made: get_lr() is a number, and
    # set_lr_scheduler() only sets it. `_learning_rate` is its name in all of 2.0 to 3.3. An attribute of the script's
    # own would have to be set by every maker, and optimizers from elsewhere would lack it.
    certain = all(_is_scheduled(script, made) for made in site.makers)
    scheduler = scheduler or f"{script.source.code(site.receiver)}._learning_rate"
    if certain:
        _step_behind(script, site, [f"{scheduler}.step()"])
        return
    base = script.imports.spell("paddle.optimizer.lr.LRScheduler", reference.binding)
    lines = [f"if isinstance({scheduler}, {base}):", f"{script.source.indent}{scheduler}.step()"]
    _step_behind(script, site, lines)


def _is_scheduled(script: Script, optimizer: cst.Call) -> bool:
    """Whether the optimizer's rate is a schedule for sure."""
    reference = script.by_call.get(optimizer)
    rate = reference.argument("learning_rate") if reference is not None else None
    ends = script.facts.origins.ends(rate, lambda value: _is_decay(script, value))
    return all(value is not None and _is_decay(script, value) for value in ends)


def _is_decay(script: Script, value: cst.CSTNode) -> bool:
    if value in script.record.own_schedules:
        return True
    reference = script.by_call.get(value)
    rule = reference.rule if reference is not None else None
    return isinstance(rule, Rule) and rule.name.startswith(_HOMES)


def _optimizers(script: Script, call: cst.Call) -> list[cst.Call]:
    """The optimizers' constructors that take the decay; none when anything else uses it."""
    found = takers(script.facts, call) or set()
    return list(found) if all(script.kinds.what(taker) == "optimizer" for taker in found) else []


@dataclass(frozen=True)
class _Site:
    """One `receiver.minimize(…)` and the constructors that may have made the optimizer."""

    call: cst.Call
    receiver: cst.BaseExpression
    makers: set[cst.Call]


def _sites(script: Script, optimizers: set[cst.Call]) -> list[_Site]:
    """Every minimize() of one of these optimizers; none when some call's optimizer cannot be told."""
    found = []
    for attribute in script.source.attributes.get("minimize", ()):
        call = script.source.parents.get(attribute)
        elsewhere = script.names.resolve(attribute)  # scipy.optimize.minimize
        if elsewhere or not isinstance(call, cst.Call) or call.func is not attribute:
            continue
        made = makers(script.facts, attribute.value)
        if made is None or not dotted(attribute.value):
            return []
        if made & optimizers:
            found.append(_Site(call, attribute.value, made))
    return found


def _free_name(script: Script, at: cst.CSTNode) -> str:
    """A name for one more scheduler."""
    scope = script.scopes.of(at)
    taken = {n for s in script.scopes.everywhere() for n in s.bindings}
    names = chain(("scheduler", "lr_scheduler"), (f"scheduler_{number}" for number in count(2)))
    name = next(n for n in names if n not in taken and (scope, n) not in script.record.schedulers)
    script.record.schedulers.add((scope, name))
    return name


def _hoist(script: Script, call: cst.Call, scheduler: str) -> None:
    """`Momentum(PiecewiseDecay(…))` → `scheduler = PiecewiseDecay(…)`, `Momentum(scheduler)`."""
    statement = script.statement(call)
    assert statement is not None
    span = script.source.span(call)
    edit = script.edits.replace(*span, scheduler, rank=-1)
    script.beside.before(statement, lambda: f"{scheduler} = {script.edits.render(*span, edit)}")


def _step_behind(script: Script, site: _Site, lines: list[str]) -> None:
    """The lines behind the optimizer's step, or behind the last statement that reads the rate of this step."""
    statement = script.statement(site.call)
    assert statement is not None
    last = read_behind(script, site.call, script.source.code(site.receiver)) or statement
    script.beside.behind(last, lines)

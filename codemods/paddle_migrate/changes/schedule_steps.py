"""The steps of schedules, written behind those of their optimizers."""

from __future__ import annotations

from itertools import chain, count

import libcst as cst

from paddle_migrate.changes.rate_readings import read_behind, value_of
from paddle_migrate.changes.schedule_plans import Plan, Site, is_scheduled
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.script import Script

_BASE = "paddle.optimizer.lr.LRScheduler"

def write_plan(script: Script, reference: Reference, plan: Plan, stepped: set[cst.Call], shown_as: str) -> None:
    call, name, optimizers, sites = plan.call, plan.name, plan.optimizers, plan.sites
    direct = isinstance(script.taker(call), cst.Call) and bool(sites)
    hoisted = direct and all(s.makers == set(optimizers) for s in sites) and _in_one_scope(script, call, sites)
    scheduler = _free_name(script, call) if hoisted else ""
    if hoisted:
        _hoist(script, call, scheduler)
    for site in sites:
        script.record.scheduled |= site.makers
        if site.call not in stepped:
            stepped.add(site.call)
            _write_step(script, reference, site, scheduler or _visible(script, plan, site))
    for reading in plan.readings:
        if reading not in stepped:
            stepped.add(reading)
            _write_reading(script, reading)
    shown = scheduler or (name.value if name is not None else "the scheduler")
    where = "" if sites else ", in the files that have these"
    script.say(call, "PM114", shown_as, f"→ {shown}.step() behind each step of the optimizer{where}")


def _write_reading(script: Script, reading: cst.Call) -> None:
    """`schedule.step()`, the rate of the present step → `schedule()`, a number."""
    assert isinstance(reading.func, cst.Attribute)
    script.edits.delete(script.source.core(reading.func.value)[1], script.source.span(reading.func.attr)[1])
    whole = value_of(script, reading)
    if whole is not None:
        script.edits.delete(script.source.core(reading)[1], script.source.core(whole)[1])
    script.say(reading, "PM105", "step", "→ a call of the schedule, which gives the rate as a number")


def _in_one_scope(script: Script, call: cst.Call, sites: list[Site]) -> bool:
    scope = script.scopes.of(call)
    return all(script.scopes.of(site.call) is scope for site in sites)


def _visible(script: Script, plan: Plan, site: Site) -> str:
    """The variable that holds the schedule, where it can be seen at the site and belongs to its optimizers only."""
    if plan.name is None or not site.makers or not site.makers <= set(plan.optimizers):
        return ""
    bindings = script.scopes.find(plan.name)
    if script.scopes.of(site.call).find(plan.name.value) != bindings:
        return ""
    return plan.name.value if len(bindings) == 1 or _still_has_it(script, plan.name, site) else ""


def _still_has_it(script: Script, name: cst.Name, site: Site) -> bool:
    """Whether a variable that is set more than once has at the site what the optimizer was given."""
    origins, bindings = script.facts.origins, script.scopes.find(name)
    at = script.source.inside(site.receiver, cst.Name)[0]
    last = origins.flow.reaching(at, bindings)
    for made in site.makers:
        reference = script.by_call.get(made)
        rate = reference.argument("learning_rate") if reference is not None else None
        if not isinstance(rate, cst.Name) or origins.bindings(rate) != (bindings if last is None else [last]):
            return False
    return True


def _write_step(script: Script, reference: Reference, site: Site, scheduler: str) -> None:
    """`scheduler.step()` behind the site; asked for where the rate may be a number."""
    # Nothing public gives the schedule of an optimizer that another function made: get_lr() is a number, and
    # set_lr_scheduler() only sets it. `_learning_rate` is its name in all of 2.0 to 3.3. An attribute of the script's
    # own would have to be set by every maker, and optimizers from elsewhere would lack it.
    if not site.makers:
        write_open_step(script, site, reference.binding)
        return
    certain = all(is_scheduled(script, made) for made in site.makers)
    scheduler = scheduler or f"{script.source.code(site.receiver)}._learning_rate"
    if certain:
        _step_behind(script, site, [f"{scheduler}.step()"])
        return
    base = script.imports.spell(_BASE, reference.binding)
    lines = [f"if isinstance({scheduler}, {base}):", f"{script.source.indent}{scheduler}.step()"]
    _step_behind(script, site, lines)


def write_open_step(script: Script, site: Site, binding: Binding | None) -> None:
    """The step of whatever schedule the optimizer has, if it is one and has one."""
    base = script.imports.spell(_BASE, binding)
    receiver = script.source.code(site.receiver)
    scheduler = f"{receiver}._learning_rate"
    asked = scheduler
    if script.kinds.what(site.receiver) != "optimizer":  # it may be the script's own, and have none
        asked = f"getattr({receiver}, {script.string('_learning_rate')}, None)"
    _step_behind(script, site, [f"if isinstance({asked}, {base}):", f"{script.source.indent}{scheduler}.step()"])


def _free_name(script: Script, at: cst.CSTNode) -> str:
    """A name for one more scheduler."""
    scope = script.scopes.of(at)
    taken = script.scopes.bound()
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
    script.beside.before(statement, lambda: f"{scheduler} = {script.edits.render(*span, [edit])}")


def _step_behind(script: Script, site: Site, lines: list[str]) -> None:
    """The lines behind the optimizer's step, or behind the last statement that reads the rate of this step."""
    statement = script.statement(site.call)
    assert statement is not None
    last = read_behind(script, site.call, script.source.code(site.receiver)) or statement
    if not _stand_behind(script, last, lines):
        script.beside.behind(last, lines)


def _stand_behind(script: Script, statement: cst.CSTNode, lines: list[str]) -> bool:
    """Whether an earlier run wrote them: the file of the schedule may be one that is not migrated yet."""
    behind = script.source.text[script.source.span(statement)[1] :].split("\n", len(lines) + 1)[1 : len(lines) + 1]
    return [line.strip() for line in behind] == [line.strip() for line in lines]

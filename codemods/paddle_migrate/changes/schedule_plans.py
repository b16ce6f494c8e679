"""Schedules of 1.8 in a script: which optimizers take each, and where these step."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.rate_readings import is_plain, value_of
from paddle_migrate.facts.makers import makers
from paddle_migrate.facts.schedules import (
    any_by_hand,
    is_handed_on,
    is_schedule,
    is_stepped_there,
    may_step,
    open_sites,
    rates_stepped_elsewhere,
    stepped_elsewhere,
)
from paddle_migrate.facts.takers import takers
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script


@dataclass(frozen=True)
class Plan:
    """A schedule, the variable that it is put in, the optimizers that take it, where these step, and where its present
    rate is read: `schedule.step()` of 1.8."""

    call: cst.Call
    name: cst.Name | None
    optimizers: list[cst.Call]
    sites: list[Site]
    readings: list[cst.Call]


def plan_of(script: Script, call: cst.Call) -> Plan | None:
    value: cst.CSTNode = call
    while isinstance(choice := script.source.parents.get(value), cst.IfExp):
        value = choice
    name = script.assigned_name(value)
    if is_handed_on(script.facts, value):
        return Plan(call, name, [], [], []) if rates_stepped_elsewhere(script.facts) else None
    readings: list[cst.Call] = []
    elsewhere: list[Spot] = []
    optimizers = takers(script.facts, call, readings, elsewhere) or set()
    if not all(map(is_stepped_there, elsewhere)) or (elsewhere and any_by_hand(script.facts)):
        return None
    if any(script.kinds.what(taker) != "optimizer" for taker in optimizers):
        return None
    if not all(_is_plain(script, reading) for reading in readings):
        return None
    if not optimizers:
        return None
    sites = _sites(script, optimizers)
    if any(not may_step(script.facts, site.call) for site in sites):
        return None
    if any(not site.makers for site in sites) and any_by_hand(script.facts):
        return None
    if not sites and not stepped_elsewhere(script.facts):
        return None
    return Plan(call, name, list(optimizers), sites, readings)


def _is_plain(script: Script, reading: cst.Call) -> bool:
    """Whether what is read may be a number."""
    whole = value_of(script, reading)
    above = script.source.parents.get(reading)
    return is_plain(script, whole) if whole is not None else not isinstance(above, (cst.Attribute, cst.Subscript))


def is_scheduled(script: Script, optimizer: cst.Call) -> bool:
    """Whether the optimizer's rate is a schedule for sure."""
    reference = script.by_call.get(optimizer)
    rate = reference.argument("learning_rate") if reference is not None else None
    ends = origins_of(script.facts, rate, lambda value: is_decay(script, value))
    return all(value is not None and is_decay(script, value) for value in ends)


def is_decay(script: Script, value: cst.CSTNode) -> bool:
    return value in script.record.own_schedules or is_schedule(script.by_call.get(value))


@dataclass(frozen=True)
class Site:
    """One `receiver.minimize(…)` and the constructors that may have made the optimizer; none where it may come from
    anywhere."""

    call: cst.Call
    receiver: cst.BaseExpression
    makers: set[cst.Call]


def site_of(call: cst.Call, made: set[cst.Call]) -> Site:
    assert isinstance(call.func, cst.Attribute)
    return Site(call, call.func.value, made)


def _sites(script: Script, optimizers: set[cst.Call]) -> list[Site]:
    """Every minimize() of what may be one of these optimizers."""
    unknown = open_sites(script.facts)
    found = [site_of(call, set()) for call in unknown]
    for attribute in script.source.attributes.get("minimize", ()):
        call = script.source.parents.get(attribute)
        made = makers(script.facts, attribute.value)
        if made is not None and made & optimizers and isinstance(call, cst.Call) and call.func is attribute:
            found.append(site_of(call, made))
    return found

"""Schedules of 1.8 in a script: which optimizers take each, and where these step."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.rate_readings import is_plain, value_of
from paddle_migrate.facts.makers import makers
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.takers import takers
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

HOMES = ("paddle.fluid.dygraph.learning_rate_scheduler.", "paddle.fluid.layers.learning_rate_scheduler.")


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
    readings: list[cst.Call] = []
    optimizers = takers(script.facts, call, readings) or set()
    if any(script.kinds.what(taker) != "optimizer" for taker in optimizers):
        return None
    if not all(_is_plain(script, reading) for reading in readings):
        return None
    sites = _sites(script, optimizers) if optimizers else []
    if not sites or any(not _is_statement(script, s.call) or len(s.call.args) != 1 for s in sites):
        return None
    return Plan(call, name, list(optimizers), sites, readings)


def _is_plain(script: Script, reading: cst.Call) -> bool:
    """Whether what is read may be a number."""
    whole = value_of(script, reading)
    above = script.source.parents.get(reading)
    return is_plain(script, whole) if whole is not None else not isinstance(above, (cst.Attribute, cst.Subscript))


def _is_statement(script: Script, call: cst.Call) -> bool:
    """Whether the call is a statement, or all that a variable or some are given."""
    return isinstance(script.source.parents.get(call), (cst.Expr, cst.Assign))


def is_scheduled(script: Script, optimizer: cst.Call) -> bool:
    """Whether the optimizer's rate is a schedule for sure."""
    reference = script.by_call.get(optimizer)
    rate = reference.argument("learning_rate") if reference is not None else None
    ends = script.facts.origins.ends(rate, lambda value: is_decay(script, value))
    return all(value is not None and is_decay(script, value) for value in ends)


def is_decay(script: Script, value: cst.CSTNode) -> bool:
    if value in script.record.own_schedules:
        return True
    reference = script.by_call.get(value)
    rule = reference.rule if reference is not None else None
    return isinstance(rule, Rule) and rule.name.startswith(HOMES)


@dataclass(frozen=True)
class Site:
    """One `receiver.minimize(…)` and the constructors that may have made the optimizer."""

    call: cst.Call
    receiver: cst.BaseExpression
    makers: set[cst.Call]


def _sites(script: Script, optimizers: set[cst.Call]) -> list[Site]:
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
            found.append(Site(call, attribute.value, made))
    return found

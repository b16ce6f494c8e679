"""Schedules and optimizers over the files of a program: who has a schedule whose optimizer another file steps, and who
steps the optimizer of another file."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.makers import makers
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.takers import takers
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached, runs_of
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.acting import COUNTING
from paddle_migrate.rules.schedules import BASE, BY_EPOCH, BY_LOSS, MAY_BE_SCHEDULE, NAMES_SCHEDULE, is_rule_of_schedule

_NUMBERS = (cst.Integer, cst.Float, cst.BinaryOperation, cst.UnaryOperation)
_DEEPEST = 20  # names for names


def is_schedule(reference: Reference | None, *names: str) -> bool:
    """Whether it is one of fluid's schedules, or one of these."""
    return reference is not None and is_rule_of_schedule(reference.rule, *names)


def counts(facts: Facts, copy: cst.Call) -> bool:
    """Whether runs of a copy of what trains later count a schedule on: one of the same function that stands before."""
    scope, here = facts.scopes.of(copy), facts.source.order(copy)
    made = [each.node for each in facts.references if is_schedule(each)]
    return any(facts.scopes.of(each) is scope and facts.source.order(each) < here for each in made)


def may_count(facts: Facts, copy: cst.Call) -> bool:
    """The same, where one of other functions or files may stand before, too."""
    elsewhere = [each for each in facts.references if is_schedule(each)
                 and facts.scopes.of(each.node) is not facts.scopes.of(copy)]
    in_others = facts.others is not None and bool(facts.others.program(COUNTING))
    return counts(facts, copy) or bool(elsewhere) or in_others


def open_sites(facts: Facts) -> list[cst.Call]:
    """Each `x.minimize(loss)` of what may be an optimizer of another file."""
    found: list[cst.Call] = []
    for receiver, call in calls_of_others(facts, "minimize"):
        may_be_one = facts.kinds.what(receiver) in ("", "optimizer") and not facts.names.resolve(call.func)
        if may_be_one and makers(facts, receiver) is None:
            found.append(call)
    return found


def asked_sites(facts: Facts) -> list[cst.Call]:
    """Each `x.minimize(loss)` of an optimizer whose rate may be a schedule of another file."""
    found = open_sites(facts)
    for receiver, call in calls_of_others(facts, "minimize"):
        if any(not _is_known(facts, each) for each in makers(facts, receiver) or ()):
            found.append(call)
    return found


def _is_known(facts: Facts, optimizer: cst.Call) -> bool:
    """Whether the files show the optimizer's rate: a number, or one of fluid's schedules in this one."""
    ends = _rates(facts, optimizer)
    return bool(ends) and all(
        isinstance(end.node, _NUMBERS) or (end.facts is facts and is_schedule(facts.by_call.get(end.node)))  # type: ignore[arg-type]
        for end in ends
    )


def _rates(facts: Facts, optimizer: cst.Call) -> list[Spot]:
    """All that the optimizer's rate may be; nothing where it is not shown."""
    reference = facts.by_call.get(optimizer)
    rate = reference.argument("learning_rate") if reference is not None else None
    return values_of(facts).ends(Spot(facts, rate)) if rate is not None else []


def may_have_schedule(facts: Facts, optimizer: cst.BaseExpression) -> bool:
    """Whether an optimizer's rate may be a schedule, which some file of the program makes."""
    rates = [_rates(facts, each) for each in makers(facts, optimizer) or ()]
    if rates and all(ends and all(isinstance(end.node, _NUMBERS) for end in ends) for ends in rates):
        return False
    return any(map(is_schedule, facts.references)) or bool(_program(facts, NAMES_SCHEDULE))


def may_step(facts: Facts, call: cst.Call) -> bool:
    """Whether the step of a schedule can stand behind that call of minimize()."""
    receiver = call.func.value if isinstance(call.func, cst.Attribute) else call
    while isinstance(receiver, (cst.Attribute, cst.Subscript)):
        index = receiver.slice[0].slice if isinstance(receiver, cst.Subscript) else None
        plain = isinstance(index, cst.Index) and isinstance(index.value, (cst.Name, cst.Integer))
        if index is not None and not plain:
            return False
        receiver = receiver.value
    is_statement = isinstance(facts.source.parents.get(call), (cst.Expr, cst.Assign)) and len(call.args) == 1
    is_plain = isinstance(receiver, cst.Name) and is_statement
    return is_plain and not facts.is_skipped(call) and facts.mode.is_dynamic(call)


def stepped_elsewhere(facts: Facts) -> bool:
    """Whether other files of the program step optimizers that they are given, and each of these steps can be seen."""
    others = _program(facts, re.compile(rb"\.minimize\b"))
    sites = [(other, call) for other in others for call in open_sites(other)]
    return bool(sites) and all(may_step(other, call) for other, call in sites) and not any_by_hand(facts)


def given_schedules(facts: Facts) -> bool:
    """Whether another file of the program hands on an optimizer with a schedule, which minimize() advances."""
    return any(map(_hands_on, _program(facts, MAY_BE_SCHEDULE))) and not any_by_hand(facts)


def any_by_hand(facts: Facts) -> bool:
    """Whether a file of the program has schedules that the script advances: minimize() does not."""
    files = (facts, *_program(facts, MAY_BE_SCHEDULE))
    return any(is_schedule(r, *BY_EPOCH, *BY_LOSS) for file in files for r in file.references)


def is_handed_on(facts: Facts, value: cst.CSTNode, depth: int = 0) -> bool:
    """Whether all that happens to a schedule is that a function returns it to callers that are not in this file."""
    parent = facts.source.parents.get(value)
    if isinstance(parent, cst.Return):
        function = facts.source.parent(value, cst.FunctionDef, cst.Lambda)
        if not isinstance(function, cst.FunctionDef) or function.decorators or function.asynchronous:
            return False
        return all(call.facts is not facts for call in runs_of(facts, function))
    name = facts.assigned_name(value)
    bindings = facts.scopes.find(name) if name is not None else []
    uses = {use for b in bindings for use in b.uses if any(o.value is value for o in facts.origins.bindings(use))}
    alone = all(binding.kind == "value" for binding in bindings) and depth < _DEEPEST
    return alone and bool(uses) and all(is_handed_on(facts, use, depth + 1) for use in uses)


def rates_stepped_elsewhere(facts: Facts) -> bool:
    """Whether the program steps optimizers that may have been given a schedule of this file, and each of these steps
    can be seen."""
    program = (facts, *_program(facts, re.compile(rb"\.minimize\b")))
    sites = [(file, call) for file in program for call in asked_sites(file)]
    return bool(sites) and all(may_step(file, call) for file, call in sites) and not any_by_hand(facts)


def given_rates(facts: Facts) -> bool:
    """Whether a file of the program hands on a schedule by itself, which minimize() advances."""
    program = (facts, *_program(facts, MAY_BE_SCHEDULE))
    found = any(_is_for_others(file) or any(_is_given_on(file, call) for call in _made(file)) for file in program)
    return found and not any_by_hand(facts)


def _is_given_on(facts: Facts, made: cst.Call) -> bool:
    """Whether a schedule is returned to other files, or an optimizer of theirs is given it."""
    spots = reached(facts, made).spots
    return is_handed_on(facts, made) or any(s.facts is not facts and is_taken_by_optimizer(s) for s in spots)


def is_stepped_there(spot: Spot) -> bool:
    """Whether an optimizer of another file has the schedule, and each of its steps there can be seen."""
    sites = {call: makers(spot.facts, receiver) for receiver, call in spot.facts.source.method_calls("minimize")}
    stepped = any(made is not None and spot.taker in made for made in sites.values())
    asked = asked_sites(spot.facts)
    return is_taken_by_optimizer(spot) and stepped and all(may_step(spot.facts, call) for call in asked)


def is_taken_by_optimizer(spot: Spot) -> bool:
    """Whether what has the value is an argument of an optimizer's."""
    return isinstance(spot.taker, cst.Call) and spot.facts.kinds.what(spot.taker) == "optimizer"


def _is_for_others(facts: Facts) -> bool:
    """Whether the file has a class of schedules that it makes none of itself."""
    owners = [facts.taker(each.node) for each in facts.references if is_schedule(each, BASE)]
    return any(isinstance(each, cst.ClassDef) and not facts.definitions.calls_of(each) for each in owners)


def _program(facts: Facts, text: re.Pattern[bytes]) -> list[Facts]:
    program = facts.others.program(text) if facts.others is not None else ()
    return [Facts.of_other(other) for other in program]


def _hands_on(facts: Facts) -> bool:
    """Whether an optimizer with a schedule is stepped nowhere in its file."""
    known: set[cst.Call] = set()
    for attribute in facts.source.attributes.get("minimize", ()):
        known |= makers(facts, attribute.value) or set()
    for call in _made(facts):
        taken = takers(facts, call, [])
        if taken and all(facts.kinds.what(t) == "optimizer" for t in taken) and not taken & known:
            return True
    return False


def _made(facts: Facts) -> Iterator[cst.Call]:
    """The calls that make schedules, of fluid's and of the file's own classes."""
    for reference in facts.references:
        if is_schedule(reference, BASE):
            owner = facts.taker(reference.node)
            yield from facts.definitions.calls_of(owner) if isinstance(owner, cst.ClassDef) else ()
        elif is_schedule(reference) and reference.call is not None:
            yield reference.call

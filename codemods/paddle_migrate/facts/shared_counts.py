"""Whether decays of a program may share the one count that 1.8.5 kept in a scope: each run let all of them go on."""

from __future__ import annotations

from itertools import combinations

import libcst as cst

from paddle_migrate.facts.branches import may_both_run, may_run
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import program_of_run, runs_startup, starts_its_own
from paddle_migrate.facts.takers import takers
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.ways import ways
from paddle_migrate.rules.schedules import MAY_BE_SCHEDULE, is_counter, is_program_schedule


def share_count(facts: Facts) -> bool:
    """Whether this file, and others of its programs, may make more than one of them, or give one to more than one."""
    return facts.once(_share_count)


def _share_count(facts: Facts) -> bool:
    others = facts.others.program(MAY_BE_SCHEDULE) if facts.others is not None else []
    spots: list[Spot] = []
    for file in (facts, *map(Facts.of_other, others)):
        for call in _counting(file):
            found = ways(file, call, are_all=False)
            if found is None:
                return True
            spots += filter(may_run, found)
    return any(_may_run_in_one(*pair) for pair in combinations(spots, 2))


def begins_again(facts: Facts) -> bool:
    """Whether a startup program, which began the count anew, may run more often than its decays are made."""
    return facts.once(_begins_again)


def _begins_again(facts: Facts) -> bool:
    made = [ways(facts, call, are_all=False) for call in _counting(facts)]
    runs = [call for _, call in facts.source.method_calls("run") if made and runs_startup(facts, call)
            and not starts_its_own(facts, call)]  # fmt: skip
    if not runs or None in made:
        return False
    started = [ways(facts, run, are_all=False) for run in runs]
    often = max(len(each or ()) for each in made)
    return any(each is None or len(each) > often for each in started) or any(
        _is_of_one(facts, *pair) and may_both_run(*(Spot(facts, run) for run in pair))
        for pair in combinations(runs, 2))


def _is_of_one(facts: Facts, one: cst.Call, other: cst.Call) -> bool:
    """Whether two runs of one function are of a program that is asked for in the same words."""
    first, second = program_of_run(facts, one), program_of_run(facts, other)
    if facts.source.parent(one, cst.FunctionDef) is not facts.source.parent(other, cst.FunctionDef):
        return False
    return first is not None and second is not None and facts.source.code(first) == facts.source.code(second)


def _may_run_in_one(one: Spot, other: Spot) -> bool:
    first, second = _entry(one).others, _entry(other).others
    together = first is None or second is None or first.may_run_with(second.path)
    return together and may_both_run(one, other)


def _entry(spot: Spot) -> Facts:
    """The file whose lines run first of all that lead there."""
    while spot.way is not None:
        spot = spot.way.call
    return spot.facts


def _counting(facts: Facts) -> set[cst.Call]:
    """What has a decay of its own count: who takes it, or, where that is not seen, what makes it."""
    made = [r for r in facts.references if is_program_schedule(r.rule) or is_counter(r.name)]
    calls = [reference.call for reference in made if reference.call is not None]
    found: set[cst.Call] = set()
    for call in calls:
        taking = takers(facts, call) or {call}
        if not taking.intersection(calls) - {call}:  # else it counts with the one that takes it
            found |= taking
    return found

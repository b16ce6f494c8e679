"""Which calls compile what a run may run compiled or not: told apart when the script runs, where each makes something
of its own, or stands in a branch that what is not compiled does not stand in."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.branches import may_both_run
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import compiles, is_compiled, makes_parallel, program_of_run
from paddle_migrate.facts.reading_runs import end_around
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.variable_rates import may_count, may_go_on


def marked(facts: Facts) -> set[cst.CSTNode]:
    """The calls of the file that are to say so."""
    found: set[cst.CSTNode] = set()
    for _, run in facts.source.method_calls("run") if may_count(facts) or may_go_on(facts) else ():
        if end_around(facts, run) is not None and is_compiled(facts, run) is None:
            found.update(compiled_for(facts, run) or ())
    return found


def compiled_for(facts: Facts, run: cst.Call) -> list[cst.CSTNode] | None:
    """The calls that compile what this runs; None where they stand in other files, or are not told apart."""
    program = program_of_run(facts, run)
    runs = Spot(facts, program if program is not None else run.func.value)  # type: ignore[attr-defined]
    if program is None:
        found = [end for end in values_of(facts).ends(runs) if makes_parallel(end)]
        others: list[Spot] = []
    else:
        each = list(_alternatives(runs, set()))
        found, others = ([spot for spot, is_one in each if is_one is wanted] for wanted in (True, False))
    shown = found and all(spot.facts is facts for spot in found)
    apart = not any(_may_both_count(one, other) for one in found for other in others)
    return [spot.node for spot in found if isinstance(spot.node, cst.CSTNode)] if shown and apart else None


def _may_both_count(one: Spot, other: Spot) -> bool:
    """Whether what is compiled may be made, and the other run: not where it is set anew in the place of the other."""
    source, assign, before = one.facts.source, one.above, other.above
    anew = isinstance(assign, cst.Assign) and isinstance(before, cst.Assign) and one.facts is other.facts
    if not anew or source.order(before) > source.order(assign):  # type: ignore[arg-type]
        return may_both_run(one, other)
    names = [[source.code(each.target) for each in at.targets] for at in (assign, before)]  # type: ignore[union-attr]
    return may_both_run(one, other) and names[0] != names[1]


def _alternatives(spot: Spot, seen: set[Spot]) -> Iterator[tuple[Spot, bool]]:
    """Where a value is compiled, and where one that is not comes in beside it."""
    values = values_of(spot.facts)
    if spot in seen or compiles(spot):
        yield from () if spot in seen else [(spot, True)]
        return
    seen.add(spot)
    if not any(map(compiles, values.ends(spot))):
        yield spot, False
        return
    for each in values.back(spot) or []:
        yield from _alternatives(each, seen)

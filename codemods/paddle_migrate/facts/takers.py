"""Which calls take a value, wherever it goes."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached


def takers(
    facts: Facts, value: cst.CSTNode, besides: list[cst.Call] | None = None, elsewhere: list[Spot] | None = None
) -> set[cst.Call] | None:
    """Every call of this file that takes the value as an argument; None where it is used for anything else, or may be.
    Where a list is given for them, calls of its step() that are read (a schedule's present rate) are put there
    instead, and what has it in other files `elsewhere`."""
    found = reached(facts, value)
    spread = [each for each in found.holders if isinstance(each.above, cst.Arg) and each.above.star]
    taking: set[cst.Call] = set()
    for spot in [*found.spots, *spread]:
        reading = _reading(spot) if besides is not None and spot.facts is facts else None
        call = spot.taker if spot.facts is facts else None
        if reading is not None and besides is not None:
            besides.append(reading)
        elif elsewhere is not None and spot.facts is not facts:
            elsewhere.append(spot)
        elif isinstance(call, cst.Call):
            taking.add(call)
        else:
            return None
    return taking if taking and found.are_all and len(spread) == len(found.holders) else None


def _reading(spot: Spot) -> cst.Call | None:
    """`value.step()`, where that is read."""
    read = spot.facts.source.called(spot.node, "step") if isinstance(spot.node, cst.CSTNode) else None
    return read if read is not None and not read.args and not spot.facts.is_whole_statement(read) else None

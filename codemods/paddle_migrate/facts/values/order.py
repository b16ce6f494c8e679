"""Whether a line surely runs before another one, and never behind it, as far as all calls are seen."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.values.ways import ways

_DEEPEST = 8  # calls within calls


def runs_before(facts: Facts, earlier: cst.CSTNode, later: cst.CSTNode) -> bool:
    """Whether `later` runs once, and nothing of `earlier` behind it."""
    found = ways(facts, later) or []
    return len(found) == 1 and _is_before(Spot(facts, earlier), _line(found[0]), 0)


def _line(spot: Spot) -> list[Spot]:
    """What stands for the place in each function that runs then."""
    found = [spot]
    while spot.way is not None:
        spot = spot.way.call
        found.append(spot)
    return found


def _is_before(spot: Spot, line: list[Spot], depth: int) -> bool:
    node, facts = spot.node, spot.facts
    if not isinstance(node, cst.CSTNode) or depth > _DEEPEST:
        return False
    function = function_around(facts, node)
    for each in line:
        if each.facts is facts and isinstance(each.node, cst.CSTNode) and function_around(facts, each.node) is function:
            return facts.source.order(node) < facts.source.order(each.node)
    if function is None:
        return False
    found = callers(values_of(facts), facts, function)
    return found.are_all and all(_is_before(call, line, depth + 1) for call in found.calls)

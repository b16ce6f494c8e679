"""By which calls a line is come to, one way for each, where all are seen: how often it runs, and with what."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Spot, Way
from paddle_migrate.facts.values.values import values_of

_DEEPEST = 8  # calls within calls
_MOST = 200
_REPEATED = (cst.For, cst.While, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp, cst.Lambda)


def ways(facts: Facts, node: cst.CSTNode, depth: int = 0, are_all: bool = True) -> list[Spot] | None:
    """The node, once for each time that it runs; None where it is not seen how often. Without `are_all` where a loop
    is around, or something holds a function around: calls that no file shows are taken for none."""
    around = facts.source.parent(node, *_REPEATED, cst.FunctionDef)
    if around is None:
        return [Spot(facts, node)]
    is_function = isinstance(around, cst.FunctionDef) and depth < _DEEPEST
    found = callers(values_of(facts), facts, around) if is_function else None  # type: ignore[arg-type]
    if found is None or (not found.are_all and (are_all or found.held)):
        return None
    spots: list[Spot] = []
    for call in found.calls:
        outer = ways(call.facts, call.node, depth + 1, are_all) if isinstance(call.node, cst.CSTNode) else None
        if outer is None or len(spots) + len(outer) > _MOST:
            return None
        spots += [Spot(facts, node, Way(around, each)) for each in outer]  # type: ignore[arg-type]
    return spots or (None if are_all else [Spot(facts, node)])

"""Of which dtypes variables of a program are, as far as the files show how they are made."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.dtypes import ALWAYS, FLOATS, TOLD
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.shapes import ALIKE, LAYERS

_DATA = (f"{LEGACY}.data", f"{LAYERS}data")
_OTHERS = ("cast", "one_hot")  # which are alike in their dimensions alone


def dtypes_of(facts: Facts, node: cst.BaseExpression) -> set[str]:
    """All that it may have; an empty text where that is not known."""
    return _of(Spot(facts, node), set())


def _of(spot: Spot, seen: set[Spot]) -> set[str]:
    if spot in seen:
        return set()  # a circle comes back to what is asked already
    seen.add(spot)
    found: set[str] = set()
    for end in values_of(spot.facts).ends(spot):
        found |= _of_end(end, seen)
        if "" in found:
            break
    return found or {""}


def _of_end(end: Spot, seen: set[Spot]) -> set[str]:
    if isinstance(end.node, cst.BinaryOperation):
        return _of(end.at(end.node.left), seen)
    if isinstance(end.node, cst.Comparison):
        return {""} if "" in _of(end.at(end.node.left), seen) else {"bool"}
    reference = end.facts.by_call.get(end.node) if isinstance(end.node, cst.Call) else None
    if reference is None or reference.beyond:
        return {""}
    name = reference.name.rpartition(".")[2]
    if reference.name in _DATA:
        return _named(reference, FLOATS)
    if reference.name.startswith(LAYERS) and name in ALWAYS:
        return {ALWAYS[name]}
    if reference.name.startswith(LAYERS) and name in TOLD:
        return _named(reference, TOLD[name])
    first = reference.argument("x") or reference.argument("input")
    alike = reference.name.startswith(LAYERS) and name in ALIKE and name not in _OTHERS
    return _of(end.at(first), seen) if alike and first is not None else {""}


def _named(reference: Reference, default: str) -> set[str]:
    dtype = reference.argument("dtype")
    if dtype is None:
        return {default}
    return {str(dtype.evaluated_value) if isinstance(dtype, cst.SimpleString) else ""}

"""Of which run's results an expression is one: an array, which a program's run has fetched."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.fetched import fetched_by
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import origins_of, values_of


@dataclass(frozen=True)
class FetchedValue:
    """The run, what it fetches there where that is seen, and whether the expression may be something else, too."""

    run: cst.Call
    variable: cst.BaseExpression | None
    or_else: bool = False


def fetched_value(spot: Spot) -> FetchedValue | None:
    """None where it is none."""
    ends = values_of(spot.facts).ends(spot)
    found = [_of_end(end) for end in ends]
    known = [each for each in found if each is not None]
    if not known:
        return None
    alike = all(each == known[0] for each in known)
    here = all(end.facts is spot.facts for end in ends)
    variable = known[0].variable if alike and here else None
    return FetchedValue(known[0].run, variable, len(known) < len(ends))


def _of_end(end: Spot) -> FetchedValue | None:
    node = end.node
    if isinstance(node, Part):
        return None if isinstance(node.of, Part) else _of_run(end, node.of, node.place)
    if not isinstance(node, cst.Subscript) or not isinstance(node.slice[0].slice, cst.Index):
        return None
    lists = origins_of(end.facts, node.value)
    index = node.slice[0].slice.value
    place = index.evaluated_value if isinstance(index, cst.Integer) else None
    return _of_run(end, lists[0], place) if len(lists) == 1 else None


def _of_run(end: Spot, run: cst.CSTNode | None, place: object) -> FetchedValue | None:
    fetched = fetched_by(end.facts, run) if isinstance(run, cst.Call) else None
    if not isinstance(run, cst.Call) or fetched is None or _gives_tensors(run):
        return None
    return FetchedValue(run, _variable(end, fetched, place))


def _gives_tensors(run: cst.Call) -> bool:
    return any(arg.keyword is not None and arg.keyword.value == "return_numpy" for arg in run.args)


def _variable(end: Spot, fetched: cst.BaseExpression, place: object) -> cst.BaseExpression | None:
    lists = origins_of(end.facts, fetched)
    listed = lists[0] if len(lists) == 1 else None
    if not isinstance(listed, (cst.List, cst.Tuple)) or not isinstance(place, int) or place >= len(listed.elements):
        return None
    return listed.elements[place].value

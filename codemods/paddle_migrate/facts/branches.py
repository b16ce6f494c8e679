"""Whether two lines may both run: they do not in two branches of one `if`, nor behind a branch that leaves before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.constants import constants_at
from paddle_migrate.facts.values.spot import Spot, Way

_LEAVES = (cst.Return, cst.Raise, cst.Continue, cst.Break)


@dataclass(frozen=True)
class _Branch:
    """The test of an `if`, because of the calls that lead there, and whether it was true."""

    test: Spot
    taken: bool


def may_run(spot: Spot) -> bool:
    """Whether no test that keeps from it is known to be so, with what the calls that lead there give."""
    return all(truth(each.test) is not (not each.taken) for each in _branches(spot))


def may_both_run(one: Spot, other: Spot) -> bool:
    """Whether two lines may; a call that may run several functions runs one of them."""
    taken = {(id(each.test.node), each.test.way): each.taken for each in _branches(one)}
    functions = {(id(way.call.node), way.call.way): way.function for way in _ways(one)}
    return all(
        taken.get((id(each.test.node), each.test.way), each.taken) == each.taken for each in _branches(other)
    ) and all(
        functions.get((id(way.call.node), way.call.way), way.function) is way.function for way in _ways(other)
    )


def runs_with(one: Spot, other: Spot) -> bool:
    """Whether a line runs wherever the other has, as far as no loop, no `try` and no function lies between."""
    tests = {id(each.test.node): each.taken for each in _branches(other)}
    return all(tests.get(id(each.test.node)) is each.taken for each in _branches(one))


def _ways(spot: Spot) -> Iterator[Way]:
    way = spot.way
    while way is not None:
        yield way
        way = way.call.way


def _branches(spot: Spot) -> Iterator[_Branch]:
    """Of each `if` around the line or before it, and around the calls that lead there."""
    for at in (spot, *(way.call for way in _ways(spot))):
        below = at.node
        while isinstance(below, cst.CSTNode) and (above := at.facts.source.parents.get(below)) is not None:
            if isinstance(above, (cst.If, cst.IfExp)) and below is not above.test:
                yield _Branch(at.at(above.test), above.orelse is not below)
            elif isinstance(above, (cst.IndentedBlock, cst.Module)):
                yield from (_Branch(at.at(each.test), taken) for each, taken in _left(above, below))
            below = above


def truth(test: Spot) -> bool | None:
    """What a test is, as far as constants tell."""
    node = test.node
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        inner = truth(test.at(node.expression))
        return None if inner is None else not inner
    if isinstance(node, cst.BooleanOperation):
        sides = {truth(test.at(side)) for side in (node.left, node.right)}
        wins = isinstance(node.operator, cst.Or)
        return wins if wins in sides else None if None in sides else not wins
    if isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        return _compared(test, node)
    values = constants_at(test)
    return bool(values[0]) if values and len({bool(each) for each in values}) == 1 else None


def _compared(test: Spot, node: cst.Comparison) -> bool | None:
    operator = node.comparisons[0].operator
    if not isinstance(operator, (cst.Equal, cst.NotEqual, cst.Is, cst.IsNot)):
        return None
    left, right = constants_at(test.at(node.left)), constants_at(test.at(node.comparisons[0].comparator))
    same = {a == b for a in left for b in right}
    return None if len(same) != 1 else same.pop() is isinstance(operator, (cst.Equal, cst.Is))


def _left(block: cst.IndentedBlock | cst.Module, line: cst.CSTNode) -> list[tuple[cst.If, bool]]:
    """The `if`s before a line of which one branch leaves, with what their tests were if the line is come to."""
    return list(_leaving(list(block.body)[: list(block.body).index(line)]))  # type: ignore[arg-type]


def _leaving(statements: Sequence[cst.CSTNode]) -> Iterator[tuple[cst.If, bool]]:
    for each in statements:
        branch: cst.CSTNode | None = each
        while isinstance(branch, cst.If):
            if _leaves(branch.body):
                yield branch, False
            if _leaves(branch.orelse):
                yield branch, True
            branch = branch.orelse
        if isinstance(each, cst.With):
            yield from _leaving(each.body.body)


def _leaves(branch: cst.CSTNode | None) -> bool:
    suite = branch.body if isinstance(branch, cst.Else) else branch
    if isinstance(suite, cst.If):
        return suite.orelse is not None and _leaves(suite.body) and _leaves(suite.orelse)
    body = suite.body if isinstance(suite, cst.BaseSuite) else ()
    last = body[-1] if body else None
    if isinstance(last, cst.SimpleStatementLine):
        last = last.body[-1]
    return isinstance(last, _LEAVES) or (isinstance(last, cst.If) and _leaves(last))

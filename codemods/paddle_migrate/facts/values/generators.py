"""Functions that yield: what a loop over their call goes over."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Following, Spot, function_around


def generators(values: Following, spot: Spot) -> list[Spot]:
    """The generators that the call runs, where it runs nothing else."""
    called = values.called(spot) if isinstance(spot.node, cst.Call) else []
    return called if all(map(is_generator, called)) else []


def is_generator(function: Spot) -> bool:
    return isinstance(function.node, cst.FunctionDef) and bool(yields_of(function.facts, function.node))


def yields_of(facts: Facts, function: cst.FunctionDef) -> list[cst.Yield]:
    """Its own, not those of functions inside."""
    return [each for each in facts.source.inside(function.body, cst.Yield) if function_around(facts, each) is function]


def yielded(function: Spot) -> list[Spot]:
    assert isinstance(function.node, cst.FunctionDef)
    given = [each.value for each in yields_of(function.facts, function.node)]
    return [function.at(None if isinstance(each, cst.From) else each) for each in given]

"""What `with made() as x` gives its name: what `__enter__` returns, or what a generator yields that is a context."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.objects import classes_of, member
from paddle_migrate.facts.values.spot import Following, Spot, function_around


def entered(values: Following, item: Spot) -> list[Spot]:
    """A spot without a node among them where it may be something that no file shows."""
    found: list[Spot] = []
    for end in values.ends(item, lambda each: bool(_generators(values, each))):
        yielding = _generators(values, end)
        found += [value for each in yielding for value in _yielded(each)] if yielding else _of_object(values, end)
    return list(dict.fromkeys(found))


def _generators(values: Following, spot: Spot) -> list[Spot]:
    """The generators that the call runs, where it runs nothing else."""
    called = values.called(spot) if isinstance(spot.node, cst.Call) else []
    return called if all(isinstance(each.node, cst.FunctionDef) and yields_of(each.facts, each.node)
                         for each in called) else []


def yields_of(facts: Facts, function: cst.FunctionDef) -> list[cst.Yield]:
    """Its own, not those of functions inside."""
    return [each for each in facts.source.inside(function.body, cst.Yield) if function_around(facts, each) is function]


def _yielded(function: Spot) -> list[Spot]:
    assert isinstance(function.node, cst.FunctionDef)
    given = [each.value for each in yields_of(function.facts, function.node)]
    return [function.at(None if isinstance(each, cst.From) else each) for each in given]


def _of_object(values: Following, made: Spot) -> list[Spot]:
    """What `__enter__` of an object gives: itself, most often."""
    found: list[Spot] = []
    for call, owner in classes_of(values, made):
        for method in member(values, call, owner, "__enter__"):
            is_seen = isinstance(method.node, cst.FunctionDef)
            returned = method.facts.definitions.returned(method.node) if is_seen else []  # type: ignore[arg-type]
            found += [made if method.facts.definitions.own_class(each) is not None else method.at(each)
                      for each in returned] or [method.at(None)]
    return found or [made.at(None)]

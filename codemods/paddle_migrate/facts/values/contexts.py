"""What `with made() as x` gives its name: what `__enter__` returns, or what a generator yields that is a context."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.values.generators import generators, yielded
from paddle_migrate.facts.values.objects import classes_of, member
from paddle_migrate.facts.values.spot import Following, Spot


def entered(values: Following, item: Spot) -> list[Spot]:
    """A spot without a node among them where it may be something that no file shows."""
    found: list[Spot] = []
    for end in values.ends(item, lambda each: bool(generators(values, each))):
        yielding = generators(values, end)
        found += [value for each in yielding for value in yielded(each)] if yielding else _of_object(values, end)
    return list(dict.fromkeys(found))


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

"""Where objects are called: `net(x)`, which runs what their class, or one that it derives from, has for that."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.objects import classes_of, is_one, line
from paddle_migrate.facts.values.spot import Following, Spot

BEHIND_CALLS = ("forward", "__call__")  # methods that Python, or a layer, runs where the object is called


def calls_of_objects(values: Following, owner: Spot, name: str) -> list[Spot]:
    """Calls, in the class's file and those that import it, of objects that have the method from this class."""
    others = owner.facts.others.importing() if owner.facts.others is not None else []
    return [
        call
        for there in (owner.facts, *map(Facts.of_other, others))
        for call, classes in there.once(_ObjectCalls).all(values)
        if any(_has_from(values, each, name, owner) for each in classes)
    ]


def _has_from(values: Following, of: Spot, name: str, owner: Spot) -> bool:
    has = (each for each in line(values, of) if isinstance(each.node, cst.ClassDef) and method_of(each.node, name))
    first = next(has, None)
    return first is not None and is_one(first, owner)


class _ObjectCalls:
    """The calls in a file of what may be an object, each with the classes that it may be of."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._found: list[tuple[Spot, list[Spot]]] | None = None

    def all(self, values: Following) -> list[tuple[Spot, list[Spot]]]:
        if self._found is None:
            self._found = []  # for who asks meanwhile
            calls = [Spot(self._facts, call) for call in self._facts.source.all(cst.Call) if self._may_be(call)]
            found = [(call, [each for _, each in classes_of(values, call.at(call.node.func))]) for call in calls]  # type: ignore[union-attr]
            self._found = [(call, classes) for call, classes in found if classes]
        return self._found

    def _may_be(self, call: cst.Call) -> bool:
        """Whether what is called is no function, class or method by all that the file shows."""
        func = call.func
        if call in self._facts.by_call or self._facts.names.resolve(func):
            return False
        if isinstance(func, cst.Name):
            return any(each.kind in ("value", "param", "other") for each in self._facts.scopes.find(func))
        return not isinstance(func, cst.Attribute) or func.attr.value in self._attributes

    @cached_property
    def _attributes(self) -> set[str]:
        """Names of attributes that the file gives values."""
        targets = (each.target for each in self._facts.source.all(cst.AssignTarget))
        return {each.attr.value for each in targets if isinstance(each, cst.Attribute)}

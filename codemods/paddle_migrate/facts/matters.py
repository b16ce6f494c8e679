"""Which parts of a script matter to what becomes of its gradients: all others are passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from paddle_migrate.facts.called_values import called, may_be_value
from paddle_migrate.facts.facts import Facts

_OF_OBJECTS = ("forward", "__call__")  # what is run where an object is called
CLEARING = ("clear_gradients", "clear_grad", "clear_gradient")


class Matters:
    """`holding`: the ids of all that hold a run of backward(), a step or a clearing, through calls of functions, too;
    `mattering`: of these, and of all that goes elsewhere or makes a holder of gradients."""

    def __init__(
        self, facts: Facts, is_event: Callable[[cst.Call], bool], makes: Callable[[cst.Assign], bool]
    ) -> None:
        self.facts = facts
        self.holding = self._nodes_with_events(is_event)
        self.mattering = self._nodes_that_matter(makes)

    def _nodes_with_events(self, is_event: Callable[[cst.Call], bool]) -> set[int]:
        found: set[int] = set()
        calls = self.facts.source.all(cst.Call)
        todo = [call for call in calls if is_event(call) or is_clearing(call)]
        while todo:
            functions = [f for call in todo for f in self._mark(call, found)]
            todo = [call for call in calls if functions and self._calls_one(call, functions)]
        return found

    def _calls_one(self, call: cst.Call, functions: list[cst.FunctionDef]) -> bool:
        names = {function.name.value for function in functions}
        func = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
        named = isinstance(func, cst.Name) and func.value in names
        asked = named or not names.isdisjoint(_OF_OBJECTS) or may_be_value(self.facts, call.func)
        return asked and any(each in functions for each in called(self.facts, call))

    def _mark(self, call: cst.Call, found: set[int]) -> Iterator[cst.FunctionDef]:
        """Add what the call stands in; the functions among that."""
        at: cst.CSTNode | None = call
        while at is not None and id(at) not in found:
            found.add(id(at))
            if isinstance(at, cst.FunctionDef):
                yield at
            at = self.facts.source.parents.get(at)

    def _nodes_that_matter(self, makes: Callable[[cst.Assign], bool]) -> set[int]:
        """Up to the function in which each stands."""
        found, source = set(self.holding), self.facts.source
        made = [node for node in source.all(cst.Assign) if self._is_gone_through(node) and makes(node)]
        for node in (*source.all(cst.Break, cst.Continue, cst.Return, cst.Raise), *made):
            at: cst.CSTNode | None = node
            while at is not None and id(at) not in found and not isinstance(at, cst.FunctionDef):
                found.add(id(at))
                at = source.parents.get(at)
        return found

    def _is_gone_through(self, node: cst.CSTNode) -> bool:
        function = self.facts.source.parent(node, cst.FunctionDef)
        return function is None or id(function) in self.holding


def is_clearing(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in CLEARING

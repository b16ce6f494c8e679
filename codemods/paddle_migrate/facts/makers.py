"""From which constructors an optimizer may come that a variable, a parameter or a function's result holds."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.text.arguments import argument


def makers(facts: Facts, node: cst.CSTNode | None) -> set[cst.Call] | None:
    """Every call of this file that may have made the optimizer; None when it may come from elsewhere."""
    return _Search(facts).of(node)


class _Search:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.seen: set[cst.CSTNode] = set()

    def of(self, node: cst.CSTNode | None) -> set[cst.Call] | None:
        if node is None:
            return None
        if node in self.seen:
            return set()
        self.seen.add(node)
        if isinstance(node, cst.Name):
            return self._of_name(node)
        if isinstance(node, cst.IfExp):
            return self._all([node.body, node.orelse])
        if isinstance(node, cst.Attribute):
            owner = self.facts.definitions.own_class(node.value)
            return self._all(self.facts.definitions.attribute_values(owner, node.attr.value)) if owner else None
        return self._of_call(node) if isinstance(node, cst.Call) else None

    def _all(self, nodes: list[cst.BaseExpression]) -> set[cst.Call] | None:
        found = [self.of(node) for node in nodes]
        return {call for calls in found for call in calls or ()} if found and None not in found else None

    def _of_name(self, name: cst.Name) -> set[cst.Call] | None:
        found: set[cst.Call] = set()
        bindings = self.facts.scopes.find(name)
        for binding in bindings:
            made = self._of_param(binding.node) if binding.kind == "param" else self.of(binding.value)
            if made is None:
                return None
            found |= made
        return found if bindings else None

    def _of_param(self, param: cst.CSTNode) -> set[cst.Call] | None:
        function = self.facts.source.parent(param, cst.FunctionDef, cst.Lambda)
        if not isinstance(function, cst.FunctionDef) or not isinstance(param, cst.Param):
            return None
        params = list(function.params.params)
        calls = self.facts.definitions.calls_of(function)
        if param not in params or not calls:
            return None
        found: set[cst.Call] = set()
        for call in calls:
            made = self.of(argument(call, params.index(param), param.name.value))
            if made is None:
                return None
            found |= made
        return found

    def _of_call(self, call: cst.Call) -> set[cst.Call] | None:
        if self.facts.kinds.what(call) == "optimizer" and self.facts.names.resolve(call.func):
            return {call}
        if not isinstance(call.func, cst.Name):
            return None
        bindings = self.facts.scopes.find(call.func)
        if len(bindings) != 1 or not isinstance(bindings[0].node, cst.FunctionDef):
            return None
        returned = self.facts.definitions.returned(bindings[0].node)
        return self._all(returned) if returned else None

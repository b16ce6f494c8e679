"""Where a value comes from: through assignments, attributes of `self`, parameters and results, inside one script.

One following for all who ask what an expression is. It goes back step by step; who asks decides where to stop, and
what several origins mean together. None is an answer: the script does not tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.definitions import position_of
from paddle_migrate.facts.flow import Flow
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.text.arguments import argument

Way = Literal["itself", "each", "part", "added", "entered"]
Value = cst.BaseExpression | None


@dataclass(frozen=True)
class Origin:
    """An expression, and what of it is had: itself, each of what it holds (a loop), a part of it (`a, b = f()`), what
    an operation adds to it (`a += b`), what it gives to a `with`."""

    value: Value
    way: Way = "itself"

    @property
    def whole(self) -> Value:
        """The expression, where it is had itself."""
        return self.value if self.way == "itself" else None


class Origins:
    """Answers for one script."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.flow = Flow(code.source, code.scopes)
        self._bindings: dict[int, list[Binding]] = {}  # by the id of a name

    def bindings(self, name: cst.Name) -> list[Binding]:
        """What may have given the name the value that it has where it is used."""
        if id(name) not in self._bindings:
            self._bindings[id(name)] = self.flow.possible(name, self.code.scopes.find(name))
        return self._bindings[id(name)]

    def of_binding(self, binding: Binding) -> list[Origin]:
        """What the binding gives its name; nothing for a definition and an import, which are no values."""
        node = binding.node
        if binding.kind in ("import", "def", "class"):
            return []
        if binding.value is not None:
            return [Origin(binding.value)]
        if isinstance(node, cst.Param):
            return [Origin(value) for value in self.given(node)]
        if isinstance(node, (cst.For, cst.CompFor)):
            return [Origin(node.iter, "each")]
        if isinstance(node, cst.Assign):
            return [Origin(node.value, "part")]
        if isinstance(node, cst.AugAssign):
            return [Origin(node.value, "added")]
        item = self.code.source.parents.get(node)
        return [Origin(item.item, "entered") if isinstance(item, cst.WithItem) else Origin(None)]

    def given(self, param: cst.Param) -> list[Value]:
        """What the calls of its function pass for the parameter; None for one that hides it, and where none is seen."""
        function = self.code.source.parent(param, cst.FunctionDef, cst.Lambda)
        if not isinstance(function, cst.FunctionDef) or param.star:
            return [None]
        place, name = position_of(function, param), param.name.value
        owner = self._constructed(function)
        calls = self.code.definitions.calls_of(owner or function)
        shift = 0 if owner is None or place < 0 else 1  # what is made is no argument
        return [argument(call, place - shift, name) or _default(call, param) for call in calls] or [None]

    def _constructed(self, function: cst.FunctionDef) -> cst.ClassDef | None:
        """The class of which the function is the `__init__`."""
        above = self.code.source.parent(function, cst.FunctionDef, cst.ClassDef)
        return above if isinstance(above, cst.ClassDef) and function.name.value == "__init__" else None

    def of_attribute(self, node: cst.CSTNode) -> list[cst.BaseExpression]:
        """What the class assigns to `self.name`; nothing for any other expression."""
        owner = self.code.definitions.own_class(node.value) if isinstance(node, cst.Attribute) else None
        return self.code.definitions.attribute_values(owner, node.attr.value) if owner is not None else []  # type: ignore[attr-defined]

    def back(self, node: cst.BaseExpression) -> list[Value] | None:
        """One step back to where the expression has its value from; None where it is the origin itself."""
        if isinstance(node, cst.Name):
            bindings = self.bindings(node)
            values = [o.whole for b in bindings for o in self.of_binding(b) or [Origin(None)]]
            return values if bindings else None
        if isinstance(node, cst.IfExp):
            return [node.body, node.orelse]
        if isinstance(node, cst.NamedExpr):
            return [node.value]
        if isinstance(node, cst.Attribute) and self.code.definitions.own_class(node.value) is not None:
            return [*self.of_attribute(node)] or [None]
        function = self.code.definitions.function(node)
        return [*self.code.definitions.returned(function)] or [None] if function is not None else None

    def only(self, node: Value) -> Value:
        """The expression that a variable was set to, however many names lie between; None where it may have been set in
        several places, or in another way. What is no variable is its own answer."""
        seen: set[int] = set()
        while isinstance(node, cst.Name):
            bindings = [] if id(node) in seen else self.bindings(node)
            seen.add(id(node))
            node = bindings[0].value if len(bindings) == 1 else None
        return node

    def ends(
        self, node: cst.BaseExpression | None, is_end: Callable[[cst.BaseExpression], bool] = lambda node: False
    ) -> list[Value]:
        """All that the value may be in the end: expressions from which no step leads back, or which are an end to who
        asks; None among them where the script does not tell."""
        found: list[Value] = []
        seen: set[int] = set()
        waiting = [node]
        while waiting:
            at = waiting.pop()
            if at is None:
                found.append(None)
            elif id(at) not in seen:
                seen.add(id(at))
                back = None if is_end(at) else self.back(at)
                if back is None:
                    found.append(at)
                else:
                    waiting += back
        return found


def _default(call: cst.Call, param: cst.Param) -> Value:
    """What the parameter is without an argument; not known where a star may bring one."""
    return None if any(arg.star for arg in call.args) else param.default

"""The script's own classes and functions: what they derive from, assign to themselves, return and are called with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.names import Names
from paddle_migrate.facts.scopes import Scopes, dotted
from paddle_migrate.rules.kinds import LAYERS
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.source import Source

_NO_OBJECT = ("classmethod", "staticmethod")  # decorators of functions that are called on none


class Definitions:
    """Answers for one script."""

    def __init__(self, source: Source, scopes: Scopes, names: Names) -> None:
        self.source, self.scopes, self.names = source, scopes, names
        self._bases: set[cst.CSTNode] = set()  # base classes being looked into

    def is_own(self, name: cst.Name) -> bool:
        """Whether the name may mean a class or a function of the script."""
        return any(isinstance(b.node, (cst.ClassDef, cst.FunctionDef)) for b in self.scopes.find(name))

    def own_class(self, node: cst.CSTNode) -> cst.ClassDef | None:
        """The class of whose method a name is the first parameter: `self`, or whatever it is called there."""
        bindings = self.scopes.find(node) if isinstance(node, cst.Name) else []
        owners = [self._objects.get(id(binding.node)) for binding in bindings]
        return owners[0] if len(owners) == 1 else None

    def takes_object(self, function: cst.FunctionDef) -> bool:
        """Whether its first parameter is the object that it is called on."""
        return any(id(param) in self._objects for param in (*function.params.posonly_params, *function.params.params))

    @cached_property
    def _objects(self) -> dict[int, cst.ClassDef]:
        """The classes of methods, by the ids of the parameters that are their objects."""
        found = {}
        for owner in self.source.all(cst.ClassDef):
            for method in self.source.inside(owner.body, cst.FunctionDef):
                params = [*method.params.posonly_params, *method.params.params]
                inside = self.source.parent(method, cst.ClassDef, cst.FunctionDef, cst.Lambda) is owner
                if inside and params and not any(dotted(d.decorator) in _NO_OBJECT for d in method.decorators):
                    found[id(params[0])] = owner
        return found

    def attribute_values(self, owner: cst.ClassDef, name: str) -> list[cst.BaseExpression]:
        """Everything assigned to `self.name` inside the class."""
        return self._attributes.get((id(owner), name), [])

    def unpacked_attributes(self, owner: cst.ClassDef, name: str) -> list[tuple[cst.BaseExpression, cst.Assign]]:
        """Where the class gives `self.name` a part of a value: `self.a, self.b = made()`."""
        return self._unpacked.get((id(owner), name), [])

    @cached_property
    def _unpacked(self) -> dict[tuple[int, str], list[tuple[cst.BaseExpression, cst.Assign]]]:
        found: dict[tuple[int, str], list[tuple[cst.BaseExpression, cst.Assign]]] = {}
        for assign in self.source.all(cst.Assign):
            target = assign.targets[0].target
            if not isinstance(target, (cst.Tuple, cst.List)) or any(True for _ in _pairs(assign)):
                continue
            for attribute in self.source.inside(target, cst.Attribute):
                owner = self.own_class(attribute.value)
                if owner is not None:
                    found.setdefault((id(owner), attribute.attr.value), []).append((attribute, assign))
        return found

    @cached_property
    def _attributes(self) -> dict[tuple[int, str], list[cst.BaseExpression]]:
        """What is assigned to `self.name`, by class and name."""
        found: dict[tuple[int, str], list[cst.BaseExpression]] = {}
        for assign in self.source.all(cst.Assign):
            for target, value in _pairs(assign):
                owner = self.own_class(target.value) if isinstance(target, cst.Attribute) else None
                if owner is not None and isinstance(target, cst.Attribute):
                    found.setdefault((id(owner), target.attr.value), []).append(value)
        return found

    def class_of(self, made: cst.CSTNode | None) -> cst.ClassDef | None:
        """The class of the script that a call makes an object of."""
        if isinstance(made, cst.Call) and isinstance(made.func, cst.Name):
            for binding in self.scopes.find(made.func):
                if isinstance(binding.node, cst.ClassDef):
                    return binding.node
        return None

    def is_layer_class(self, node: cst.ClassDef) -> bool:
        """A class of the script that derives, over however many steps, from a fluid or Paddle layer."""
        return any(self._is_layer_base(base.value) for base in node.bases)

    def _is_layer_base(self, base: cst.BaseExpression) -> bool:
        if base in self._bases:
            return False
        name = self.names.resolve(base)
        if is_legacy(name):
            found, _ = self.names.library.legacy(name)
            return isinstance(found, Rule) and found.name.startswith(LAYERS)
        if name:
            return name.startswith("paddle.nn.")
        self._bases.add(base)
        try:
            bindings = self.scopes.find(base) if isinstance(base, cst.Name) else []
            return any(isinstance(b.node, cst.ClassDef) and self.is_layer_class(b.node) for b in bindings)
        finally:
            self._bases.discard(base)

    def function(self, call: cst.CSTNode | None) -> cst.FunctionDef | None:
        """The script's own function that a call names, or the method that it names of `self`."""
        name = call.func if isinstance(call, cst.Call) else None
        owner = self.own_class(name.value) if isinstance(name, cst.Attribute) else None
        if owner is not None and isinstance(name, cst.Attribute):
            return self._own_method(owner, name.attr.value)
        found = [b.node for b in self.scopes.find(name)] if isinstance(name, cst.Name) else []
        return found[0] if len(found) == 1 and isinstance(found[0], cst.FunctionDef) else None

    def _own_method(self, owner: cst.ClassDef, name: str) -> cst.FunctionDef | None:
        """The method of the class, unless a class that derives from it in this script has one of its own."""
        method = method_of(owner, name)
        if method is None or method.decorators:
            return None
        classes = self.source.all(cst.ClassDef)
        derived = (c for c in classes if any(dotted(base.value) == owner.name.value for base in c.bases))
        return None if any(method_of(each, name) is not None for each in derived) else method

    def returns(self, function: cst.FunctionDef) -> list[cst.Return]:
        """The function's return statements."""
        return self._returns_of.get(id(function), [])

    def returned(self, function: cst.FunctionDef) -> list[cst.BaseExpression]:
        """What the function returns; nothing when one of its returns gives nothing."""
        values = [r.value for r in self.returns(function)]
        return [] if None in values else [v for v in values if v is not None]

    @cached_property
    def _returns_of(self) -> dict[int, list[cst.Return]]:
        found: dict[int, list[cst.Return]] = {}
        for node in self.source.all(cst.Return):
            found.setdefault(id(self.source.parent(node, cst.FunctionDef)), []).append(node)
        return found

    def calls_of(self, function: cst.FunctionDef | cst.ClassDef) -> list[cst.Call]:
        """Calls, in this script, of one of its functions or classes by its plain name."""
        found = self._calls_by_name.get(function.name.value, [])
        return [c for c in found if any(b.node is function for b in self.scopes.find(c.func))]  # type: ignore[arg-type]

    @cached_property
    def _calls_by_name(self) -> dict[str, list[cst.Call]]:
        found: dict[str, list[cst.Call]] = {}
        for call in self.source.all(cst.Call):
            if isinstance(call.func, cst.Name):
                found.setdefault(call.func.value, []).append(call)
        return found


def _pairs(assign: cst.Assign) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """What is assigned, and to what: by its parts, where `a, b = c, d` shows them."""
    value = assign.value
    for each in assign.targets:
        target = each.target
        if not isinstance(target, (cst.Tuple, cst.List)):
            yield target, value
        elif isinstance(value, (cst.Tuple, cst.List)) and len(target.elements) == len(value.elements):
            yield from ((t.value, v.value) for t, v in zip(target.elements, value.elements, strict=True))


def is_super(node: cst.CSTNode | None) -> bool:
    """`super()`, `super(Net, self)`."""
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value == "super"


def is_of_super(call: cst.Call) -> bool:
    """`super().method(…)`."""
    return isinstance(call.func, cst.Attribute) and is_super(call.func.value)


def method_of(owner: cst.ClassDef, name: str) -> cst.FunctionDef | None:
    """The method of that name that the class itself defines."""
    return next((s for s in owner.body.body if isinstance(s, cst.FunctionDef) and s.name.value == name), None)


def position_of(function: cst.FunctionDef | cst.Lambda, param: cst.Param) -> int:
    """Where a call passes the parameter by its place; -1 where it can only be named."""
    params = [*function.params.posonly_params, *function.params.params]
    return params.index(param) if param in params else -1

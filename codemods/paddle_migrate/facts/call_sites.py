"""Where the layer that a constructor makes is called, if all of that is seen."""

from __future__ import annotations

import sys
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.objects import line
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.project.importers import may_call, may_use

_ALL_LAYERS = ("sublayers", "named_sublayers", "children", "named_children", "_sub_layers", "__dict__")


def call_sites(facts: Facts, reference: Reference) -> list[cst.Call] | None:
    """Every call of the layer that the constructor makes; None when something else may call it."""
    call = reference.call
    assign = facts.source.parents.get(call) if call is not None else None
    if not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
        return None
    target = assign.targets[0].target
    if isinstance(target, cst.Name):
        return _calls_of_variable(facts, target)
    owner = facts.source.parent(assign, cst.ClassDef)
    if owner is None or not isinstance(target, cst.Attribute) or facts.definitions.own_class(target.value) is not owner:
        return None
    return _calls_of_attribute(facts, owner, target.attr.value)


def _calls_of_variable(facts: Facts, name: cst.Name) -> list[cst.Call] | None:
    bindings = facts.scopes.find(name)
    at_top = facts.scopes.of(name) is facts.scopes.module
    if at_top and any(may_use(raw, name.value) for raw in _importers(facts)):
        return None
    if len(bindings) != 1 or facts.source.parent(bindings[0].node, cst.For, cst.While) is not None:
        return None
    return _all_calls(facts, list(bindings[0].uses))


def _calls_of_attribute(facts: Facts, owner: cst.ClassDef, attribute: str) -> list[cst.Call] | None:
    if len(facts.definitions.attribute_values(owner, attribute)) != 1 or _is_base_class(facts, owner):
        return None
    if facts.source.parent(facts.definitions.attribute_values(owner, attribute)[0], cst.For, cst.While) is not None:
        return None
    attributes = facts.once(_Attributes)
    if id(owner) in attributes.reaching_all or attributes.reached_from_outside or attributes.has_unclear(attribute):
        return None
    if any(may_call(raw, owner.name.value, attribute) for raw in _importers(facts)):
        return None
    if _may_be_called_above(facts, owner, attribute):
        return None
    return _all_calls(facts, attributes.own(owner, attribute))


def _may_be_called_above(facts: Facts, owner: cst.ClassDef, attribute: str) -> bool:
    """Whether a class that it derives from, and that may stand elsewhere, reads the attribute."""
    values = values_of(facts)
    for each in line(values, Spot(facts, owner)):
        assert isinstance(each.node, cst.ClassDef)
        read = each.facts.once(_Attributes)
        if each.node is not owner and (read.own(each.node, attribute) or id(each.node) in read.reaching_all):
            return True
        for base in each.node.bases:
            shown = all(isinstance(end.node, cst.ClassDef) for end in values.ends(each.at(base.value)))
            if not shown and not _reads_nothing(each.facts, base.value):
                return True
    return False


def _reads_nothing(facts: Facts, base: cst.BaseExpression) -> bool:
    """Whether it is a class of Python's or of Paddle's."""
    is_builtin = isinstance(base, cst.Name) and not facts.scopes.find(base)
    return is_builtin or facts.names.resolve(base).partition(".")[0] in sys.stdlib_module_names | {"paddle"}


class _Attributes:
    """Who reads which attribute, found once for all classes of a script: they often call their layers alike."""

    def __init__(self, facts: Facts) -> None:
        self.source, self.names, self.scopes = facts.source, facts.names, facts.scopes
        self.definitions, self.kinds = facts.definitions, facts.kinds
        self._own: dict[str, dict[int, list[cst.CSTNode]]] = {}
        self._unclear: set[str] = set()

    def own(self, owner: cst.ClassDef, name: str) -> list[cst.CSTNode]:
        """Where the class reads `self.name`."""
        self._read(name)
        return self._own[name].get(id(owner), [])

    def has_unclear(self, name: str) -> bool:
        """Whether `x.name` is read of something that is neither a class's own `self` nor a known module."""
        self._read(name)
        return name in self._unclear

    def _read(self, name: str) -> None:
        if name in self._own:
            return
        found = self._own[name] = {}
        for node in self.source.attributes.get(name, ()):
            if isinstance(self.source.parents.get(node), cst.AssignTarget):
                continue
            mine = self.definitions.own_class(node.value)
            if mine is not None:
                found.setdefault(id(mine), []).append(node)
            elif not self.names.resolve(node.value):
                self._unclear.add(name)

    @cached_property
    def reached_from_outside(self) -> bool:
        """Whether the layers of a model may be called all alike: `for layer in model.sublayers(): x = layer(x)`."""
        return any(self.definitions.own_class(node) is None and self._may_be_model(node) for node in self._reaching)

    def _may_be_model(self, node: cst.BaseExpression) -> bool:
        return not self.names.resolve(node) and (self.kinds.is_layer(node) or self.kinds.of(node) is None)

    @cached_property
    def reaching_all(self) -> set[int]:
        """Classes that may call their layers without naming them."""
        return {id(owner) for node in self._reaching if (owner := self.definitions.own_class(node)) is not None}

    @cached_property
    def _reaching(self) -> list[cst.BaseExpression]:
        """Objects whose attributes are taken all, or by a name that is worked out."""
        found = [n for name in _ALL_LAYERS for n in self.source.attributes.get(name, ())]
        objects = [n.value for n in found if n.attr.value != "__dict__" or self._is_layer(n.value)]
        for name in self.scopes.unbound:
            call = self.source.parents.get(name) if name.value in ("getattr", "vars") else None
            if isinstance(call, cst.Call) and call.args:
                objects += [call.args[0].value] if self._is_layer(call.args[0].value) or _is_called(call, self) else []
        return objects

    def _is_layer(self, node: cst.BaseExpression) -> bool:
        return self.definitions.own_class(node) is not None or self.kinds.is_layer(node)


def _is_called(call: cst.Call, attributes: _Attributes) -> bool:
    """`getattr(model, name)(x)`."""
    above = attributes.source.parents.get(call)
    return isinstance(above, cst.Call) and above.func is call


def _importers(facts: Facts) -> list[bytes]:
    return facts.others.importers if facts.others is not None else []


def _is_base_class(facts: Facts, owner: cst.ClassDef) -> bool:
    binding = next((b for b in facts.scopes.of(owner).find(owner.name.value) if b.node is owner), None)
    uses = binding.uses if binding else []
    return any(isinstance(facts.taker(use), cst.ClassDef) for use in uses)


def _all_calls(facts: Facts, uses: list[cst.CSTNode]) -> list[cst.Call] | None:
    calls: list[cst.Call] = []
    for use in uses:
        parent = facts.source.parents.get(use)
        if not isinstance(parent, cst.Call) or parent.func is not use:
            return None
        calls.append(parent)
    return calls

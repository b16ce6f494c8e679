"""Which expressions are predictors, also where objects, lists and parts of what a function returns hold them."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.origins import Value
from paddle_migrate.facts.scopes import Binding, dotted

_ELSEWHERE = cst.Name("made_elsewhere")  # a predictor that a function of another file gives


def is_predictor(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one, or None until one is made."""
    seen: set[int] = set()
    waiting: list[Value] = [node]
    made = False
    while waiting:
        at = waiting.pop()
        if at is None:
            return False
        if id(at) in seen or (isinstance(at, cst.Name) and at.value == "None"):
            continue
        seen.add(id(at))
        if at is _ELSEWHERE or facts.kinds.what(at) == "predictor":
            made = True
        else:
            waiting += _back(facts, at)
    return made


def _back(facts: Facts, node: cst.BaseExpression) -> list[Value]:
    """One step towards what it is; None where that is not seen."""
    if isinstance(node, cst.Attribute):
        return _of_attribute(facts, node)
    if isinstance(node, cst.Subscript):
        return _elements(facts, node.value)
    if isinstance(node, cst.Name):
        bindings = facts.origins.bindings(node)
        return [value for b in bindings for value in _of_binding(facts, b)] or [None]
    return [*(facts.origins.back(node) or [None])]


def _of_binding(facts: Facts, binding: Binding) -> list[Value]:
    node = binding.node
    if isinstance(node, (cst.For, cst.CompFor)) and isinstance(node.target, cst.Name):
        return _elements(facts, node.iter)
    if binding.value is None and isinstance(node, cst.Assign):
        return _part(facts, node, binding.name)
    return [origin.whole for origin in facts.origins.of_binding(binding)] or [None]


def _part(facts: Facts, assign: cst.Assign, name: str) -> list[Value]:
    """What `a, self.b = f()` gives one of these."""
    target, call = assign.targets[0].target, assign.value
    names = [dotted(e.value) for e in target.elements] if isinstance(target, (cst.Tuple, cst.List)) else []
    if not isinstance(call, cst.Call) or names.count(name) != 1:
        return [None]
    function = facts.kinds.called(call)
    if function is None:
        what = facts.others.part(call, names.index(name), len(names)) if facts.others is not None else ""
        return [_ELSEWHERE if what == "predictor" else None]
    rows = [r.value.elements if isinstance(r.value, cst.Tuple) else () for r in facts.definitions.returns(function)]
    whole = all(len(row) == len(names) and all(type(e) is cst.Element for e in row) for row in rows)
    return [row[names.index(name)].value for row in rows] if whole and rows else [None]


def _elements(facts: Facts, node: cst.BaseExpression) -> list[Value]:
    """Those of a list or a dictionary that is written out, or made of one expression."""
    listed = facts.origins.only(node)
    if isinstance(listed, cst.ListComp):
        return [listed.elt]
    if isinstance(listed, (cst.List, cst.Tuple, cst.Dict)) and listed.elements:
        values = [getattr(each, "value", None) for each in listed.elements]
        return values if all(type(e) in (cst.Element, cst.DictElement) for e in listed.elements) else [None]
    return [None]


def _of_attribute(facts: Facts, node: cst.Attribute) -> list[Value]:
    """What the class of the object, those that it derives from and those that derive from it set the attribute to."""
    owner = facts.definitions.own_class(node.value)
    if owner is None:
        made = facts.kinds.of(node.value)
        owner = facts.definitions.class_of(made.made) if made is not None and made.what in ("layer", "own") else None
    family = _family(facts, owner) if owner is not None else []
    name = f"self.{node.attr.value}"
    found: list[Value] = []
    for each in family:
        found += facts.definitions.attribute_values(each, node.attr.value)
    for assign in facts.source.all(cst.Assign) if family else ():
        target = assign.targets[0].target
        parts = target.elements if isinstance(target, cst.Tuple) and not isinstance(assign.value, cst.Tuple) else ()
        if name in [dotted(e.value) for e in parts] and facts.source.parent(assign, cst.ClassDef) in family:
            found += _part(facts, assign, name)
    return found or [None]


def _family(facts: Facts, owner: cst.ClassDef) -> list[cst.ClassDef]:
    """The class with those of the file that it shares objects with."""
    found, waiting = [owner], [owner]
    classes = facts.source.all(cst.ClassDef)
    while waiting:
        at = waiting.pop()
        bases = [dotted(base.value) for base in at.bases]
        near = [c for c in classes if c.name.value in bases or any(dotted(b.value) == at.name.value for b in c.bases)]
        new = [each for each in near if each not in found]
        found += new
        waiting += new
    return found

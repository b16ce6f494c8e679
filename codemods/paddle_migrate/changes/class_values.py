"""Legacy classes that are handed on: `norm=BatchNorm`, `[Conv2D, Linear]`, `layer = Conv2D if deep else Linear`.

Today's class stands in its place where every call that it can come to is seen, and reads the same today.
"""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.rules.expansion import Given, Refused, helper_mark
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.script import Script
from paddle_migrate.text.pytree import dotted as dotted_tree

_HOLDERS = (cst.Element, cst.DictElement, cst.Tuple, cst.List, cst.Dict, cst.Set, cst.IfExp, cst.BooleanOperation)
_LOOKS_IN = ("get", "items", "pop", "values")
_PLACES = (cst.AssignTarget, cst.Param, cst.For, cst.CompFor, cst.ImportAlias, cst.NameItem)


def names_a_class(script: Script, node: cst.CSTNode) -> bool:
    """Whether a class is only named, not handed on: in an annotation, in isinstance(), beside `is`."""
    parents = script.source.parents
    parent = parents.get(node)
    while isinstance(parent, (cst.Tuple, cst.Element, cst.Subscript, cst.SubscriptElement, cst.Index)):
        parent = parents.get(parent)
    if isinstance(parent, (cst.Annotation, cst.Comparison, cst.ComparisonTarget)):
        return True
    called = parents.get(parent) if isinstance(parent, cst.Arg) else None
    func = called.func if isinstance(called, cst.Call) else None
    return isinstance(func, cst.Name) and func.value in ("isinstance", "issubclass")


def why_not_handed_on(script: Script, reference: Reference, rule: Rule, target: str) -> str:
    """Why `target` cannot stand for the legacy class in this place; empty where it can."""
    way = _Way(script)
    way.follow(reference.node)
    if way.lost is not None:
        return f"where it goes in line {script.source.line(way.lost)} cannot be followed to its calls"
    if not way.called:
        return "" if way.is_named else "its calls are not in this file"  # what is compared alone is today's class
    for call in way.calls:
        reason = _why_changed(script, reference, rule, call, target)
        if reason:
            return f"its call in line {script.source.line(call)} {reason}"
    return ""


def is_only_called(script: Script, node: cst.CSTNode) -> bool:
    """Whether all that is seen of what becomes of a class are calls, or that it is handed to something else: a function
    can stand for it then."""
    way = _Way(script)
    way.follow(node)
    parent = script.source.parents.get(way.lost) if way.lost is not None else None
    handed = isinstance(parent, cst.Arg) and isinstance(script.source.parents.get(parent), cst.Call)
    return not way.is_named and (way.lost is None or handed or isinstance(parent, cst.Return))


def _why_changed(script: Script, reference: Reference, rule: Rule, call: cst.Call, target: str) -> str:
    """What of the call would have to be written otherwise for today's class."""
    try:
        expansion = Inliner(
            script, Reference(reference.name, reference.node, call, reference.binding, rule, [])
        ).expansion
    except Refused as refused:
        return f"cannot be read ({refused})"
    value = expansion.value
    own = helper_mark(rule.written_base.short) if rule.written_base is not None else target
    if expansion.activation is not None or not isinstance(value, ast.Call) or dotted_tree(value.func) != own:
        return "means another class or an activation too"
    places = [p[0] for p in targets().get(target) or ()]
    passed = [*zip(places, value.args, strict=False), *((str(k.arg), k.value) for k in value.keywords)]
    wanted = {given.number: name for name, given in passed if isinstance(given, Given)}
    for number, arg in enumerate(call.args):
        now = arg.keyword.value if arg.keyword else places[number] if number < len(places) else ""
        if wanted.get(number) != now:
            old = arg.keyword.value if arg.keyword else f"argument {number + 1}"
            return f"has {old}, which is {wanted[number]} today" if number in wanted else f"has {old}, which is gone"
    plain = (k for k in value.keywords if not isinstance(k.value, Given))
    more = [k.arg for k in plain if not is_default(target, str(k.arg), k.value)]
    return f"would need {more[0]}= today" if more else ""


class _Way:
    """Follows a value to the calls of it, by the names that it gets."""

    def __init__(self, script: Script) -> None:
        self.script, self.parents = script, script.source.parents
        self.calls: list[cst.Call] = []
        self.called = False
        self.is_named = False
        self.lost: cst.CSTNode | None = None
        self._names: set[str] = set()

    def follow(self, node: cst.CSTNode) -> None:
        """See what is done with an expression that is or holds the value."""
        parent = self.parents.get(node)
        if names_a_class(self.script, node) or isinstance(parent, (cst.Expr, cst.AssignTarget)):
            self.is_named = self.is_named or not isinstance(parent, (cst.Expr, cst.AssignTarget))
            return
        if isinstance(parent, cst.Call) and parent.func is node:
            self.called = True
            if parent not in self.script.by_call:  # else it is rewritten as a call of the class itself
                self.calls.append(parent)
        elif isinstance(parent, _HOLDERS) or (isinstance(parent, cst.Subscript) and parent.value is node):
            self.follow(parent)
        elif isinstance(parent, cst.Attribute) and parent.value is node and parent.attr.value in _LOOKS_IN:
            call = self.parents.get(parent)
            self.follow(call if isinstance(call, cst.Call) else parent)
        else:
            named = self._named(node, parent)
            for name in filter(None, named):
                self._carried(name)
            if not all(named) or not named:
                self.lost = node

    def _named(self, node: cst.CSTNode, parent: cst.CSTNode | None) -> list[str]:
        """The names that a statement, a parameter or an argument gives to the value; none where that is not known."""
        if isinstance(parent, cst.Assign):
            return [_last(target.target) for target in parent.targets]
        if isinstance(parent, cst.AnnAssign):
            return [_last(parent.target)]
        if isinstance(parent, cst.Param):
            return [parent.name.value]
        if isinstance(parent, (cst.For, cst.CompFor)) and parent.iter is node:
            targets = parent.target.elements if isinstance(parent.target, cst.Tuple) else [parent.target]
            return [_last(t.value if isinstance(t, cst.Element) else t) for t in targets]
        return [self._parameter(parent)] if isinstance(parent, cst.Arg) else []

    def _parameter(self, arg: cst.Arg) -> str:
        """The parameter of one of the script's own functions that the argument is for."""
        call = self.parents.get(arg)
        if arg.star or not isinstance(call, cst.Call):
            return ""
        if arg.keyword is not None:
            name = arg.keyword.value
            return name if any(p.name.value == name for p in self.script.source.all(cst.Param)) else ""
        for binding in self.script.scopes.find(call.func) if isinstance(call.func, cst.Name) else ():
            made, first = binding.node, 0
            if isinstance(made, cst.ClassDef):
                inits = [s for s in made.body.body if isinstance(s, cst.FunctionDef) and s.name.value == "__init__"]
                made, first = (inits[0], 1) if inits else (made, 0)
            if isinstance(made, cst.FunctionDef):
                place = list(call.args).index(arg) + first
                return made.params.params[place].name.value if place < len(made.params.params) else ""
        return ""

    def _carried(self, name: str) -> None:
        if name in self._names:
            return
        self._names.add(name)
        for use in self.script.source.all(cst.Name):
            if use.value == name and not self._is_label(use):
                self.follow(use)
        for attribute in self.script.source.attributes.get(name, ()):
            if not isinstance(self.parents.get(attribute), _PLACES):
                self.follow(attribute)

    def _is_label(self, name: cst.Name) -> bool:
        """Whether a name is not read here: bound, an attribute's own, a keyword."""
        parent = self.parents.get(name)
        if isinstance(parent, cst.Attribute):
            return parent.attr is name
        if isinstance(parent, cst.Arg):
            return parent.keyword is name
        if isinstance(parent, cst.Param):
            return parent.name is name
        if isinstance(parent, (cst.For, cst.CompFor)):
            return parent.target is name
        if isinstance(parent, cst.AnnAssign):
            return parent.target is name
        return isinstance(parent, (cst.AssignTarget, cst.NameItem, cst.FunctionDef, cst.ClassDef, cst.ImportAlias))


def _last(target: cst.CSTNode) -> str:
    """`norm` of `norm`, `self.norm` and `self.norm["a"]`."""
    while isinstance(target, cst.Subscript):
        target = target.value
    return dotted(target).rpartition(".")[2] if isinstance(target, (cst.Name, cst.Attribute)) else ""

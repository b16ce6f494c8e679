"""Which calls of a script make a layer in its old form."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Binding, last_name
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import place
from paddle_migrate.interpreter.values import TEXT, Waiting
from paddle_migrate.unsized.old_form import SCOPE, old_rules
from paddle_migrate.unsized.waiting import wait

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_TEXT_FUNCTIONS = ("str", "format", "join", "full_name", "generate", "repr", "unique_name")


def old_calls(script: Script) -> list[Reference]:
    """References that call a layer in its old form, as far as the text around the call tells."""
    rules = old_rules()
    return [r for r in script.references if r.call is not None and _layer(r) in rules and is_old(script, r)]


def _layer(reference: Reference) -> str:
    """The name of the dygraph layer that a reference means; empty for anything else."""
    parts = reference.name.split(".")
    return parts[-1] if not reference.beyond and "dygraph" in parts[2:-1] else ""


def is_old(script: Script, reference: Reference) -> bool:
    call = reference.call
    if call is None or not call.args:
        return False
    rule = old_rules()[_layer(reference)]
    if not rule.today or any(a.keyword and a.keyword.value == SCOPE for a in call.args):
        return True
    first = call.args[0]
    if first.keyword is not None or first.star or not Texts(script).is_text(first.value):
        return False
    return not rule.text_today or len([a for a in call.args if not a.keyword]) > 1 or _has(call, rule.text_today)


def _has(call: cst.Call, name: str) -> bool:
    return any(a.keyword and a.keyword.value == name for a in call.args)


class Texts:
    """Which expressions are strings."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._asking: set[int] = set()

    def is_text(self, node: cst.BaseExpression | None) -> bool:
        if isinstance(node, (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)):
            return True
        if isinstance(node, cst.BinaryOperation):
            plus = isinstance(node.operator, (cst.Add, cst.Modulo))
            return plus and (self.is_text(node.left) or self.is_text(node.right))
        if isinstance(node, cst.Call):
            return last_name(node.func) in _TEXT_FUNCTIONS
        if isinstance(node, cst.Attribute):
            values = self.script.origins.of_attribute(node)
            return node.attr.value == "__name__" or any(map(self.is_text, values))
        if isinstance(node, cst.IfExp):
            return self.is_text(node.body) or self.is_text(node.orelse)
        return isinstance(node, cst.Name) and self._is_text_name(node)

    def _is_text_name(self, name: cst.Name) -> bool:
        if id(name) in self._asking:
            return False
        self._asking.add(id(name))
        try:
            return any(map(self._is_text_binding, self.script.scopes.find(name)))
        finally:
            self._asking.discard(id(name))

    def _is_text_binding(self, binding: Binding) -> bool:
        param = binding.node
        if isinstance(param, cst.Param) and (param.name.value == SCOPE or self.is_text(param.default)):
            return True
        return any(self.is_text(origin.whole) for origin in self.script.origins.of_binding(binding))


def calls_of_class(script: Script, owner: cst.ClassDef) -> list[cst.Call]:
    """Calls of a class of the script by its plain name."""
    binding = next((b for b in script.scopes.of(owner).find(owner.name.value) if b.node is owner), None)
    parents = [(use, script.source.parents.get(use)) for use in (binding.uses if binding else [])]
    return [p for use, p in parents if isinstance(p, cst.Call) and p.func is use]


class ScriptDialect(Stars):
    """What the interpreter asks about the library, answered from the rules and the script's own imports."""

    def __init__(self, script: Script, places: Places, old: list[Reference]) -> None:
        super().__init__(module for module, _ in script.scopes.stars)
        self._old = {places.of(r.call) for r in old if r.call is not None}

    def waiting(
        self, machine: Machine, name: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
    ) -> Waiting | None:
        parts = name.split(".")
        rule = old_rules().get(parts[-1])
        if rule is None or parts[:2] != ["paddle", "fluid"] or (len(parts) > 3 and "dygraph" not in parts):
            return None
        first = args[0] if args else keywords.get(SCOPE)
        named = (isinstance(first, str) or first is TEXT) and not rule.text_today
        if not named and (site is None or place(site) not in self._old):
            return None
        return wait(machine, rule, args, keywords, site)

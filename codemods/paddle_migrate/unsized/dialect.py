"""Which calls of a script make a layer in its old form."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
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

_DEEPEST = 8  # texts made of texts
_MODES = {"all", "channel", "element"}


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
    if first.keyword is not None or first.star or not is_text(script.facts, first.value):
        return False
    return not rule.text_today or _has_second_text(script, call) or _has(call, rule.text_today)


def _has_second_text(script: Script, call: cst.Call) -> bool:
    """Whether a text, or what may be one, stands behind the first: `PRelu("channel", 4)` of 1.7 has no scope."""
    placed = [a.value for a in call.args if not a.keyword]
    modes = {text.start for text in texts(Spot(script.facts, placed[0]))}
    return len(placed) > 1 and (not modes <= _MODES or is_text(script.facts, placed[1]))


def _has(call: cst.Call, name: str) -> bool:
    return any(a.keyword and a.keyword.value == name for a in call.args)


def is_text(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """Whether it is a string, wherever the script has it from; what may be a number, too (an element of
    `[64, "M"]`), is not."""
    ends = values_of(facts).ends(Spot(facts, node), _is_name_scope) if depth < _DEEPEST else []
    return any(_is_text(end, depth) for end in ends) and not any(isinstance(e.node, cst.BaseNumber) for e in ends)


def is_given_text(facts: Facts, param: cst.Param) -> bool:
    """Whether a parameter is, by its name or by what calls give it."""
    given = values_of(facts).given(Spot(facts, None), param)
    found = (is_text(each.facts, each.expression) for each in given if each.expression is not None)
    return param.name.value == SCOPE or any(found)


def _is_text(spot: Spot, depth: int) -> bool:
    node = spot.node
    if isinstance(node, cst.BinaryOperation):
        plus = isinstance(node.operator, (cst.Add, cst.Modulo))
        return plus and any(is_text(spot.facts, side, depth + 1) for side in (node.left, node.right))
    if isinstance(node, cst.Call):
        return last_name(node.func) in _TEXT_FUNCTIONS
    named = isinstance(node, cst.Attribute) and node.attr.value == "__name__"
    return named or isinstance(node, cst.BaseString) or _is_name_scope(spot)


def _is_name_scope(spot: Spot) -> bool:
    """Whether it is a parameter of this name."""
    bindings = spot.facts.origins.bindings(spot.node) if isinstance(spot.node, cst.Name) else []
    return any(isinstance(each.node, cst.Param) and each.node.name.value == SCOPE for each in bindings)


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

"""`helper = LayerHelper(name, act="relu")` and `helper.append_activation(x)` → the activation itself."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.spelling import spell
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.expand import activated
from paddle_migrate.rules.expansion import Expansion, Refused, given
from paddle_migrate.rules.library import library
from paddle_migrate.script import Script

_WHY = "only append_activation() of a helper in a variable is known; call the function that does the work"


def rewrite(script: Script) -> None:
    for reference in script.open("LayerHelper"):
        if reference.call is None or reference.beyond:
            continue
        uses = _activations(script, reference.call)
        parts = _around(script, reference) if uses else None
        if parts is None:
            script.leave(reference, "PM303", _WHY)
            continue
        for use in uses:
            _activate(script, use, parts)
        statement = script.statement(reference.call)
        assert statement is not None
        script.beside.delete(statement)
        script.settle(reference)
        script.say(reference.node, "PM103", reference.short, f"→ {parts[0]}…{parts[1]} where append_activation() stood")


def _activations(script: Script, made: cst.Call) -> list[cst.Call]:
    """Every `helper.append_activation(x)`, when nothing else is done with the helper."""
    name = script.assigned_name(made)
    bindings = script.scopes.find(name) if name is not None else []
    if len(bindings) != 1 or not bindings[0].uses:
        return []
    found: list[cst.Call] = []
    for use in bindings[0].uses:
        method = script.source.parents.get(use)
        call = script.source.parents.get(method)
        if not isinstance(method, cst.Attribute) or method.attr.value != "append_activation":
            return []
        if not isinstance(call, cst.Call) or call.func is not method or len(call.args) != 1:
            return []
        if call.args[0].star or call.args[0].keyword:
            return []
        found.append(call)
    return found


def _around(script: Script, reference: Reference) -> tuple[str, str] | None:
    """The text before and behind a value under the activation that act= names; None when it is not written out."""
    assert reference.call is not None
    acts = [a.value for a in reference.call.args if a.keyword and a.keyword.value == "act"]
    if not acts or not isinstance(acts[0], cst.SimpleString) or not isinstance(acts[0].evaluated_value, str):
        return None
    try:
        value = activated(library(), acts[0].evaluated_value, given(0, True), script.options.target)
    except Refused:
        return None
    before, _, after = spell(script, reference.binding, Expansion(value), value).partition("__given_0__")
    return before, after


def _activate(script: Script, call: cst.Call, parts: tuple[str, str]) -> None:
    """`helper.append_activation(x)` → `F.relu(x)`; what stands between the parentheses stays as it is."""
    start, end = script.source.core(call)
    value = script.source.span(call.args[0].value)
    script.edits.replace(start, value[0], parts[0])
    script.edits.replace(value[1], end, parts[1])

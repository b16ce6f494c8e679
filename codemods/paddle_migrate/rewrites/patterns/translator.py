"""`ProgramTranslator().enable(x)` → `paddle.jit.enable_to_static(x)`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

_TODAY = "paddle.jit.enable_to_static"


def rewrite(script: Script) -> None:
    for reference in script.open("ProgramTranslator"):
        made = _made(script, reference)
        uses = _uses(script, made) if made is not None else []
        calls = [call for use in uses if (call := _enabling(script, use)) is not None]
        if made is None or not uses or len(calls) < len(uses) or any(map(script.is_skipped, (made, *calls))):
            continue
        spelled = script.imports.spell(_TODAY, reference.binding)
        for call in calls:
            script.edits.replace(*script.source.span(call.func), spelled)
            script.say(call, "PM101", f"{reference.short}.enable", f"→ {spelled}")
        if calls[0].func.value is not made:  # type: ignore[attr-defined]
            script.beside.delete(script.source.parents[made])
        script.settle(reference)


def _made(script: Script, reference: Reference) -> cst.BaseExpression | None:
    """The call that gives the one translator there is."""
    call = reference.call if not reference.beyond else script.source.called(reference.node, "get_instance")
    return call if call is not None and not call.args else None


def _uses(script: Script, made: cst.BaseExpression) -> list[cst.BaseExpression]:
    """Where it is had: itself, or each use of the variable that it alone is put in."""
    name = script.assigned_name(made)
    if name is None:
        return [made]
    bindings = script.scopes.find(name)
    return list(bindings[0].uses) if len(bindings) == 1 else []


def _enabling(script: Script, translator: cst.BaseExpression) -> cst.Call | None:
    """`translator.enable(x)`, of which nothing is wanted."""
    attribute = script.source.parents.get(translator)
    call = script.source.parents.get(attribute)
    named = isinstance(attribute, cst.Attribute) and attribute.value is translator and attribute.attr.value == "enable"
    if not named or not isinstance(call, cst.Call) or call.func is not attribute or not script.is_whole_statement(call):
        return None
    plain = len(call.args) == 1 and not call.args[0].star
    return call if plain and call.args[0].keyword is None else None

"""An optimizer that was told no parameters updated, in 1.6, all that had a gradient; today's is told them."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.names import Reference
from paddle_migrate.rules import Rule
from paddle_migrate.scopes import Binding, Scope
from paddle_migrate.script import Script

_NAMES = ("parameter_list", "parameters")
_STATIC = ("Executor", "data", "program_guard", "default_main_program", "default_startup_program")
_DO = "give it parameters=model.parameters() where the model is there"


@dataclass(frozen=True)
class Owners:
    """Whose parameters an optimizer updates: `text` is the argument, `models` the names of the models in it."""

    text: str
    models: tuple[str, ...]


def rewrite(script: Script) -> None:
    for reference in script.open():
        call = reference.call
        if call is None or not is_optimizer(reference) or not _lacks_parameters(call, reference.rule):
            continue
        owners = owners_of(script, call)
        if owners is not None:
            _append(script, call, f"parameters={owners.text}")
            words = f"parameters={owners.text}: in 1.6 it updated all that there were"
            script.say(reference.node, "PM105", reference.short, words)
        elif _is_dygraph(script) and not _is_taken_apart(script, call):
            script.say(reference.node, "PM310", reference.short, f"it is not clear which parameters it updates; {_DO}")


def is_optimizer(reference: Reference) -> bool:
    rule = reference.rule
    if not isinstance(rule, Rule) or not rule.name.startswith("paddle.fluid.optimizer."):
        return False
    return rule.param(_NAMES[0]) is not None


def _lacks_parameters(call: cst.Call, rule: object) -> bool:
    assert isinstance(rule, Rule)
    place = [p.name for p in rule.params].index(_NAMES[0])
    if any(a.star or (a.keyword and a.keyword.value in _NAMES) for a in call.args):
        return False
    return sum(a.keyword is None for a in call.args) <= place


def owners_of(script: Script, made: cst.Call) -> Owners | None:
    """Whose parameters the optimizer made by this call updates, when the call does not say; None: not clear."""
    steps = _minimized(script, made)
    given = [value for call in steps if (value := parameters_given(call)) is not None]
    if given:
        texts = {script.source.code(value) for value in given}
        if len(texts) > 1 or len(given) < len(steps) or not _is_there(script, given[0], made):
            return None
        owner = _owner(given[0])
        return Owners(texts.pop(), (owner,) if owner else ())
    models = _models(script, made) if steps else []
    return Owners(" + ".join(f"{m}.parameters()" for m in models), tuple(models)) if models else None


def parameters_given(minimize: cst.Call) -> cst.BaseExpression | None:
    """The parameters that `minimize(loss, parameter_list=…)` is told."""
    return next((a.value for a in minimize.args if a.keyword and a.keyword.value in _NAMES), None)


def _minimized(script: Script, made: cst.Call) -> list[cst.Call]:
    """The calls of minimize() on the optimizer."""
    found = []
    for attribute in script.source.attributes.get("minimize", ()):
        call = script.source.parents.get(attribute)
        kind = script.kinds.of(attribute.value)
        if isinstance(call, cst.Call) and call.func is attribute and kind is not None and kind.made is made:
            found.append(call)
    return found


def _owner(value: cst.BaseExpression) -> str:
    """`model` of `model.parameters()`."""
    func = value.func if isinstance(value, cst.Call) else None
    plain = isinstance(func, cst.Attribute) and func.attr.value == "parameters" and isinstance(func.value, cst.Name)
    return func.value.value if plain else ""  # type: ignore[union-attr]


def _is_there(script: Script, value: cst.BaseExpression, made: cst.Call) -> bool:
    """Whether the expression means the same where the optimizer is made."""
    name = value.func.value if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) else None
    if not isinstance(name, cst.Name) or len(value.args):  # type: ignore[attr-defined]
        return False
    return name.value in _models(script, made, whole=True)


def _models(script: Script, made: cst.Call, whole: bool = False) -> list[str]:
    """The models that are there when the optimizer is made: in its own scope, else in the ones around it.

    One that is handed to the making of another is part of that; `whole` lists it all the same.
    """
    scope = script.scopes.of(made)
    while scope is not None:
        here = scope is script.scopes.of(made)
        found = [n for n, bindings in scope.bindings.items() if _is_model(script, bindings, made if here else None)]
        if found:
            return found if whole else [n for n in found if not _is_part(script, n, found, scope)]
        if scope.outer is None:
            break
        scope = scope.outer
    return []


def _is_model(script: Script, bindings: list[Binding], made: cst.Call | None) -> bool:
    kind = script.kinds.of_bindings(bindings)
    before = made is None or script.source.core(bindings[0].node)[0] < script.source.core(made)[0]
    return kind is not None and kind.what in ("layer", "parallel") and before


def _is_part(script: Script, name: str, models: list[str], scope: Scope) -> bool:
    """Whether the model is an argument where another one is made."""
    for binding in scope.bindings[name]:
        for use in binding.uses:
            taker = script.taker(use)
            target = script.assigned_name(taker) if isinstance(taker, cst.Call) else None
            if target is not None and target.value in models and target.value != name:
                return True
    return False


def _append(script: Script, call: cst.Call, text: str) -> None:
    if call.args:
        script.edits.insert(script.source.span(call.args[-1].value)[1], f", {text}")
    else:
        script.edits.insert(script.source.core(call)[1] - 1, text)


def _is_dygraph(script: Script) -> bool:
    """Whether the file trains in dygraph mode and makes no static graph."""
    shorts = {r.name.rpartition(".")[2] for r in script.references}
    return bool(shorts & {"guard", "enable_dygraph"}) and not shorts & set(_STATIC)


def _is_taken_apart(script: Script, made: cst.Call) -> bool:
    """`SGD(0.1).minimize(loss)`: only a static graph's."""
    return isinstance(script.source.parents.get(made), cst.Attribute)

"""An optimizer that was told no parameters updated, in 1.6, all that had a gradient; today's is told them."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.changes.commas import parameters_of
from paddle_migrate.changes.leaving import leave_unclear
from paddle_migrate.facts.models import owned_models
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Scope
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

_NAMES = ("parameter_list", "parameters")
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
        if leave_unclear(script, reference):
            continue
        owners = owners_of(script, call)
        if owners is not None:
            put_in(script, call, f"parameters={owners.text}")
            name = script.assigned_name(call)
            if name is not None:
                script.record.told[name.value] = owners.text
            words = f"parameters={owners.text}: in 1.6 it updated all that there were"
            script.say(reference.node, "PM105", reference.short, words)
            late = _late(script)
            if late is not None:
                words = f"line {late} makes parameters at the first call, which parameters() does not have yet"
                script.say(reference.node, "PM310", reference.short, f"{words}; make them in __init__")
        elif told := _told_beside(script, call):
            put_in(script, call, f"parameters={told}")
            words = f"parameters={told}, as its function tells another optimizer: in 1.6 it updated all that there were"
            script.say(reference.node, "PM105", reference.short, words)
        elif _pass_on(script, call):
            words = "parameters=parameters, which its function takes now: in 1.6 it updated all that there were"
            script.say(reference.node, "PM105", reference.short, words)
        else:
            script.say(reference.node, "PM310", reference.short, f"it is not clear which parameters it updates; {_DO}")


def repeat(aside: Script, told: dict[str, str]) -> None:
    """Tell the optimizers of commented-out code what the one of the same name was told."""
    for reference in aside.open():
        name = aside.assigned_name(reference.call) if reference.call is not None else None
        if reference.call is None or name is None or name.value not in told or not is_optimizer(reference):
            continue
        if _lacks_parameters(reference.call, reference.rule):
            put_in(aside, reference.call, f"parameters={told[name.value]}")


def _late(script: Script) -> int | None:
    """The line of a layer's `_build_once`, which makes parameters when the layer is first called."""
    for node in script.source.all(cst.FunctionDef):
        if node.name.value in ("_build_once", "build_once") and script.source.parent(node, cst.ClassDef) is not None:
            return script.source.line(node.name)
    return None


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
    models = models or owned_models(script.facts, made)
    return Owners(" + ".join(f"{m}.parameters()" for m in models), tuple(models)) if models else None


def parameters_given(minimize: cst.Call) -> cst.BaseExpression | None:
    """The parameters that `minimize(loss, parameter_list=…)` is told."""
    return next((a.value for a in minimize.args if a.keyword and a.keyword.value in _NAMES), None)


def _minimized(script: Script, made: cst.Call) -> list[cst.Call]:
    """The calls of minimize() on the optimizer."""
    calls = script.source.method_calls("minimize")
    return [call for optimizer, call in calls if (kind := script.kinds.of(optimizer)) is not None and kind.made is made]


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


def _models(script: Script, at: cst.Call, whole: bool = False) -> list[str]:
    """The models that are there at a call: in its own scope, else those around it that its function reads.

    One that is handed to the making of another is part of that; `whole` lists it all the same.
    """
    scope = script.scopes.of(at)
    found = _models_in(script, scope, at)
    function = script.source.parent(at, cst.FunctionDef)
    if not found and function is not None and scope.outer is not None:
        calls = script.definitions.calls_of(function)
        if calls and all(script.scopes.of(c) is scope.outer for c in calls):
            scope = scope.outer
            found = [n for n in _models_in(script, scope, calls[0]) if _reads(script, function, scope, n)]
    return found if whole else [n for n in found if not _is_part(script, n, found, scope)]


def _reads(script: Script, function: cst.FunctionDef, scope: Scope, name: str) -> bool:
    return any(script.source.parent(u, cst.FunctionDef) is function for b in scope.bindings[name] for u in b.uses)


def _models_in(script: Script, scope: Scope, before: cst.Call) -> list[str]:
    """The names of a scope that are models when the call comes."""
    end = script.source.order(before)
    found = []
    for name, bindings in scope.bindings.items():
        kind = script.kinds.of_bindings(bindings)
        if kind is not None and kind.what in ("layer", "parallel") and script.source.order(bindings[0].node) < end:
            found.append(name)
    return found


def _told_beside(script: Script, made: cst.Call) -> str:
    """The parameter of the function around it that all others of the function's optimizers are told; else empty."""
    function = script.source.parent(made, cst.FunctionDef)
    if function is None:
        return ""
    told = set()
    for other in script.references:
        call = other.call
        if call is None or call is made or not is_optimizer(other) or _lacks_parameters(call, other.rule):
            continue
        if script.source.parent(call, cst.FunctionDef) is function:
            given = parameters_given(call)
            told.add(given.value if isinstance(given, cst.Name) else "")
    own = {p.name.value for p in (*function.params.params, *function.params.kwonly_params)}
    return told.pop() if len(told) == 1 and told <= own else ""


def _pass_on(script: Script, made: cst.Call) -> bool:
    """`def make_optimizer(): return SGD(0.1)` takes the parameters, and where it is called it is given them."""
    function = script.source.parent(made, cst.FunctionDef)
    if function is None or script.source.parent(function, cst.ClassDef, cst.FunctionDef) is not None:
        return False
    params, calls = function.params, script.definitions.calls_of(function)
    binding = next((b for b in script.scopes.module.find(function.name.value) if b.node is function), None)
    every = binding is not None and len(calls) == len(binding.uses)
    odd = isinstance(params.star_arg, (cst.Param, cst.ParamStar)) or params.star_kwarg or params.posonly_params
    taken = script.scopes.scope(function).bindings.keys() | {n.value for n in script.scopes.unbound}
    models = [_models(script, call) for call in calls]
    if not calls or not every or odd or "parameters" in taken or not all(models):
        return False
    _take(script, function)
    for call, names in zip(calls, models, strict=True):
        put_in(script, call, "parameters=" + " + ".join(f"{name}.parameters()" for name in names))
    put_in(script, made, "parameters=parameters")
    return True


def _take(script: Script, function: cst.FunctionDef) -> None:
    """The last parameter: `parameters`."""
    params = function.params.params
    text = "parameters=None" if params and params[-1].default is not None else "parameters"
    parameters_of(script, function).put_in(text)


def _is_part(script: Script, name: str, models: list[str], scope: Scope) -> bool:
    """Whether the model is an argument where another one is made."""
    for binding in scope.bindings[name]:
        for use in binding.uses:
            taker = script.taker(use)
            target = script.assigned_name(taker) if isinstance(taker, cst.Call) else None
            if target is not None and target.value in models and target.value != name:
                return True
    return False

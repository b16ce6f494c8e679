"""Whose parameters an optimizer updates, where the call that makes it does not say."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.models import owned_models
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.scopes import Scope
from paddle_migrate.rules import kinds
from paddle_migrate.rules.rule import Rule

_NAMES = ("parameter_list", "parameters")


@dataclass(frozen=True)
class Owners:
    """Whose parameters an optimizer updates: `text` is the argument, `models` the names of the models in it."""

    text: str
    models: tuple[str, ...]


def is_optimizer(reference: Reference) -> bool:
    rule = reference.rule
    if not isinstance(rule, Rule) or not kinds.is_optimizer(rule.name):
        return False
    return rule.param(_NAMES[0]) is not None


def lacks_parameters(call: cst.Call, rule: object) -> bool:
    assert isinstance(rule, Rule)
    place = [p.name for p in rule.params].index(_NAMES[0])
    if any(a.star or (a.keyword and a.keyword.value in _NAMES) for a in call.args):
        return False
    return sum(a.keyword is None for a in call.args) <= place


def owners_of(facts: Facts, made: cst.Call) -> Owners | None:
    """Whose parameters the optimizer made by this call updates, when the call does not say; None: not clear."""
    steps = _minimized(facts, made)
    given = [value for call in steps if (value := parameters_given(call)) is not None]
    if given:
        texts = {facts.source.code(value) for value in given}
        if len(texts) > 1 or len(given) < len(steps) or not _is_there(facts, given[0], made):
            return None
        owner = _owner(given[0])
        return Owners(texts.pop(), (owner,) if owner else ())
    models = models_at(facts, made) if steps else []
    models = models or owned_models(facts, made)
    return Owners(" + ".join(f"{m}.parameters()" for m in models), tuple(models)) if models else None


def parameters_given(minimize: cst.Call) -> cst.BaseExpression | None:
    """The parameters that `minimize(loss, parameter_list=…)` is told."""
    return next((a.value for a in minimize.args if a.keyword and a.keyword.value in _NAMES), None)


def told_beside(facts: Facts, made: cst.Call) -> str:
    """The parameter of the function around it that all others of the function's optimizers are told; else empty."""
    function = facts.source.parent(made, cst.FunctionDef)
    if function is None:
        return ""
    told: set[str] = set()
    for other in facts.references:
        call = other.call
        if call is None or call is made or not is_optimizer(other) or lacks_parameters(call, other.rule):
            continue
        if facts.source.parent(call, cst.FunctionDef) is function:
            given = parameters_given(call)
            told.add(given.value if isinstance(given, cst.Name) else "")
    own = {p.name.value for p in (*function.params.params, *function.params.kwonly_params)}
    return told.pop() if len(told) == 1 and told <= own else ""


def passed_on(facts: Facts, made: cst.Call) -> list[tuple[cst.Call, list[str]]]:
    """The calls of the function that makes the optimizer, each with the models that are there; none where its
    parameters cannot be told so."""
    function = facts.source.parent(made, cst.FunctionDef)
    if function is None or facts.source.parent(function, cst.ClassDef, cst.FunctionDef) is not None:
        return []
    params, calls = function.params, facts.definitions.calls_of(function)
    binding = next((b for b in facts.scopes.module.find(function.name.value) if b.node is function), None)
    every = binding is not None and len(calls) == len(binding.uses)
    odd = isinstance(params.star_arg, (cst.Param, cst.ParamStar)) or params.star_kwarg or params.posonly_params
    taken = facts.scopes.scope(function).bindings.keys() | {n.value for n in facts.scopes.unbound}
    models = [models_at(facts, call) for call in calls]
    told = bool(calls) and every and not odd and "parameters" not in taken and all(models)
    return list(zip(calls, models, strict=True)) if told else []


def _minimized(facts: Facts, made: cst.Call) -> list[cst.Call]:
    """The calls of minimize() on the optimizer."""
    calls = facts.source.method_calls("minimize")
    return [call for optimizer, call in calls if (kind := facts.kinds.of(optimizer)) is not None and kind.made is made]


def _owner(value: cst.BaseExpression) -> str:
    """`model` of `model.parameters()`."""
    func = value.func if isinstance(value, cst.Call) else None
    plain = isinstance(func, cst.Attribute) and func.attr.value == "parameters" and isinstance(func.value, cst.Name)
    return func.value.value if plain else ""  # type: ignore[union-attr]


def _is_there(facts: Facts, value: cst.BaseExpression, made: cst.Call) -> bool:
    """Whether the expression means the same where the optimizer is made."""
    name = value.func.value if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute) else None
    if not isinstance(name, cst.Name) or len(value.args):  # type: ignore[attr-defined]
        return False
    return name.value in models_at(facts, made, whole=True)


def models_at(facts: Facts, at: cst.Call, whole: bool = False) -> list[str]:
    """The models that are there at a call: in its own scope, else those around it that its function reads.

    One that is handed to the making of another is part of that; `whole` lists it all the same.
    """
    scope = facts.scopes.of(at)
    found = _models_in(facts, scope, at)
    function = facts.source.parent(at, cst.FunctionDef)
    if not found and function is not None and scope.outer is not None:
        calls = facts.definitions.calls_of(function)
        if calls and all(facts.scopes.of(c) is scope.outer for c in calls):
            scope = scope.outer
            found = [n for n in _models_in(facts, scope, calls[0]) if _reads(facts, function, scope, n)]
    return found if whole else [n for n in found if not _is_part(facts, n, found, scope)]


def _reads(facts: Facts, function: cst.FunctionDef, scope: Scope, name: str) -> bool:
    return any(facts.source.parent(u, cst.FunctionDef) is function for b in scope.bindings[name] for u in b.uses)


def _models_in(facts: Facts, scope: Scope, before: cst.Call) -> list[str]:
    """The names of a scope that are models when the call comes."""
    end = facts.source.order(before)
    found: list[str] = []
    for name, bindings in scope.bindings.items():
        kind = facts.kinds.of_bindings(bindings)
        if kind is not None and kind.what in ("layer", "parallel") and facts.source.order(bindings[0].node) < end:
            found.append(name)
    return found


def _is_part(facts: Facts, name: str, models: list[str], scope: Scope) -> bool:
    """Whether the model is an argument where another one is made."""
    for binding in scope.bindings[name]:
        for use in binding.uses:
            taker = facts.taker(use)
            target = facts.assigned_name(taker) if isinstance(taker, cst.Call) else None
            if target is not None and target.value in models and target.value != name:
                return True
    return False

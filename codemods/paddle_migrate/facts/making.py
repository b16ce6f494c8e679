"""Whether parameters may be made where a call stands: what no file shows may make some."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.scopes import BUILTINS
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.library import library
from paddle_migrate.rules.parameters import NAMING
from paddle_migrate.rules.rule import Rule

_DEEPEST = 8  # functions that call one another


def may_make(function: Spot, depth: int = _DEEPEST) -> bool:
    """Whether a function may, when it is called."""
    if not isinstance(function.node, (cst.FunctionDef, cst.Lambda)):
        return not (isinstance(function.node, cst.Name) and function.node.value == "None")
    calls = function.facts.source.inside(function.node, cst.Call)
    return depth == 0 or any(call_may_make(function.at(call), depth) for call in calls)


def call_may_make(call: Spot, depth: int = _DEEPEST) -> bool:
    assert isinstance(call.node, cst.Call)
    func, scopes = call.node.func, call.facts.scopes
    rule, beyond = library().legacy(call.facts.names.resolve(func))
    if isinstance(rule, Rule) and not beyond:
        return any(param.name in NAMING for param in rule.params)
    if isinstance(func, cst.Name) and func.value in BUILTINS and not scopes.find(func):
        return False
    return any(may_make(each, depth - 1) for each in values_of(call.facts).called(call, constructors=True))

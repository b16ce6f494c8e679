"""Whether parameters may be made where a call stands: what no file shows may make some."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
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
    rule, beyond = library().legacy(call.facts.names.resolve(call.node.func))
    if isinstance(rule, Rule) and not beyond:
        return any(param.name in NAMING for param in rule.params)
    runs = () if _is_pythons(call.facts, call.node.func) else values_of(call.facts).called(call, constructors=True)
    return any(may_make(each, depth - 1) for each in runs)


def _is_pythons(facts: Facts, func: cst.BaseExpression) -> bool:
    return isinstance(func, cst.Name) and func.value in BUILTINS and not facts.scopes.find(func)

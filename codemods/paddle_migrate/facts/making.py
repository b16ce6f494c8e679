"""Whether parameters may be made where a call stands, also by what no file shows; whether an optimizer steps there."""

from __future__ import annotations

import sys

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import BUILTINS
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.library import library
from paddle_migrate.rules.parameters import NAMING
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument

_MAKE_NONE = sys.stdlib_module_names - {"functools"} | {"numpy", "six"}
_OF_LAYERS = (".layers", ".nets", ".dygraph")
_OF_PROGRAMS = {"all_parameters", "append_op", "block", "case", "clone", "create_var", "current_block",
                "default", "global_block", "has_var", "list_vars", "var", "_clone_variable", "_lr_schedule_guard",
                "_optimized_guard"}
_OF_VALUES = {name for kind in (bytes, dict, list, set, str, tuple) for name in dir(kind) if not name.startswith("_")}
_METHODS = _OF_PROGRAMS | _OF_VALUES
_STEPPING = ("apply_gradients", "apply_optimize", "minimize", "step")
_DEEPEST = 8  # functions that call one another


def may_make(function: Spot, depth: int = _DEEPEST) -> bool:
    """Whether a function may, when it is called."""
    if not isinstance(function.node, (cst.FunctionDef, cst.Lambda)):
        return not (isinstance(function.node, cst.Name) and function.node.value == "None")
    calls = function.facts.source.inside(function.node, cst.Call)
    return depth == 0 or any(call_may_make(function.at(call), depth) for call in calls)


def trains(function: Spot, depth: int = _DEEPEST) -> bool:
    """Whether a function that is shown has an optimizer step, or calls one that has."""
    if not isinstance(function.node, (cst.FunctionDef, cst.Lambda)) or not depth:
        return False
    calls = function.facts.source.inside(function.node, cst.Call)
    return any(_steps(function.facts, call) or any(trains(each, depth - 1) for each in values_of(
        function.facts).called(function.at(call))) for call in calls)


def _steps(facts: Facts, call: cst.Call) -> bool:
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in _STEPPING:
        return False
    return facts.kinds.what(call.func.value) == "optimizer" or call.func.attr.value != "step"


def call_may_make(call: Spot, depth: int = _DEEPEST) -> bool:
    assert isinstance(call.node, cst.Call)
    name = call.facts.names.resolve(call.node.func)
    rule, beyond = library().legacy(name)
    if isinstance(rule, Rule) and not beyond:
        return any(param.name in NAMING for param in rule.params)
    if _makes_none(name) or _is_pythons(call.facts, call.node.func) or _is_known_value(call.at(call.node.func)):
        return False
    runs = values_of(call.facts).called(call, constructors=True)
    shown = [each for each in runs if each.node is not None]
    return len(shown) < len(runs) or any(may_make(each, depth - 1) for each in shown)


def _makes_none(name: str) -> bool:
    """Python's and NumPy's modules, and those of 1.8.5 that are not of layers."""
    if is_legacy(name):
        return not any(each in name for each in _OF_LAYERS)
    return name.partition(".")[0] in _MAKE_NONE


def _is_pythons(facts: Facts, func: cst.BaseExpression) -> bool:
    return isinstance(func, cst.Name) and func.value in BUILTINS and not facts.scopes.find(func)


def _is_known_value(func: Spot) -> bool:
    """`options.copy()`, `main.all_parameters()`, of what no file shows; `exe.run(…)` of what 1.8.5 made, and what is
    looked up in one of its modules."""
    node = func.node
    if isinstance(node, cst.Attribute):
        if func.facts.names.resolve(node):
            return False  # a function of a module, whatever it is called
        if node.attr.value in _METHODS:
            call = func.at(func.facts.source.parents.get(node))
            return not any(each.node is not None for each in values_of(func.facts).called(call))
        ends = values_of(func.facts).ends(func.at(node.value))
        return bool(ends) and all(map(_is_made_by_known, ends))
    ends = values_of(func.facts).ends(func)
    return bool(ends) and all(map(_is_looked_up, ends))


def _is_made_by_known(end: Spot) -> bool:
    return isinstance(end.node, cst.Call) and _makes_none(end.facts.names.resolve(end.node.func))


def _is_looked_up(end: Spot) -> bool:
    """`getattr(fluid.regularizer, name)`."""
    call = end.node
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name) or call.func.value != "getattr":
        return False
    name = end.facts.names.resolve(argument(call, 0, "object"))
    return is_legacy(name) and _makes_none(name)

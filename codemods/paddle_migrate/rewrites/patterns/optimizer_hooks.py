"""A script's own optimizers: Paddle calls their `_apply_optimize` today where it was `apply_optimize`, and nobody would
call the method under its old name. What else Paddle 1 called, and today's does not, is for a person."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.definitions import is_of_super, method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.made import made_today
from paddle_migrate.facts.values.objects import line
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import kind_of
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_APPLY, _TODAY = "apply_optimize", "_apply_optimize"
_TAKES = ["self", "loss", "startup_program", "params_grads"]
_OLD = "parameter_list"
_OTHERWISE = (
    "today's Paddle calls _apply_optimize(loss, startup_program, params_grads, param_group_idx=0) in its place, with "
    "None for the loss in step(): call the method so, take these, and read no loss in it"
)
_NOT_HANDED = "today's Paddle hands it parameters= where it was parameter_list=: name the argument so"
_NOT_CALLED = (
    "minimize() of Paddle 3's programs does not call it: do what it does to the pairs that backward() gives, and hand "
    "these to apply_gradients()"
)
_IN_PROGRAMS = ("apply_gradients", "_create_optimization_pass")


def rewrite(script: Script) -> None:
    programs = is_rewritten_program(script)
    for owner in script.source.all(cst.ClassDef):
        methods = [each for name in (_APPLY, "backward", *_IN_PROGRAMS) if (each := method_of(owner, name)) is not None]
        for method in methods if methods and _is_optimizer(script.facts, owner) else ():
            name = method.name.value
            if script.is_skipped(method):
                continue
            if name == _APPLY:
                _rename(script, method)
            elif name == "backward" and _OLD in _names(method):
                script.say(method, "PM333", name, _NOT_HANDED)
            elif name in _IN_PROGRAMS and programs:
                script.say(method, "PM333", name, _NOT_CALLED)


def _names(function: cst.FunctionDef) -> list[str]:
    return [param.name.value for param in function.params.params]


def _rename(script: Script, function: cst.FunctionDef) -> None:
    calls = [call for _, call in script.source.method_calls(_APPLY)]
    inside = [call for call in calls if script.source.lies_in(call, function)]
    loss = script.scopes.of(function.body).bindings.get("loss", [])
    read = [use for binding in loss for use in binding.uses if not any(script.source.lies_in(use, c) for c in inside)]
    plain = isinstance(function.params.star_arg, cst.MaybeSentinel) and function.params.star_kwarg is None
    if _names(function) != _TAKES or not plain or read or inside != calls or not all(map(is_of_super, calls)):
        script.say(function, "PM333", _APPLY, _OTHERWISE)
        return
    script.edits.replace(*script.source.span(function.name), _TODAY)
    script.edits.insert(script.source.core(function.params.params[-1])[1], ", param_group_idx=0")
    for call in calls:
        script.edits.replace(*script.source.span(call.func.attr), _TODAY)  # type: ignore[attr-defined]
    script.say(function, "PM105", _APPLY, f"→ {_TODAY}, which today's Paddle calls in its place")


def _is_optimizer(facts: Facts, owner: cst.ClassDef) -> bool:
    """Whether the class derives from one of Paddle's optimizers, over classes of whatever file."""
    classes = line(values_of(facts), Spot(facts, owner))
    return any(_is_one(each.facts, base.value) for each in classes for base in each.node.bases)  # type: ignore[union-attr]


def _is_one(facts: Facts, base: cst.BaseExpression) -> bool:
    rules = [each.rule for each in facts.references if each.node is base and not each.beyond]
    old = any(isinstance(rule, Rule) and kind_of(rule) == "optimizer" for rule in rules)
    return old or made_today(facts.names.resolve(base)) == "optimizer"

"""Whether what is called is a value: given, returned, held by a name or a list; whether it is the script's own."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.objects import classes_of, line
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.legacy import LEGACY

_OF_OPTIMIZERS = ("backward", "minimize")
_ARGUMENTS = {
    "backward_strategy", "callbacks", "checkpoints", "grad_clip", "grad_tensor", "loss", "no_grad_set",
    "parameter_list", "parameters", "retain_graph", "sorted_sum_gradient", "startup_program",
}  # fmt: skip


def may_be_value(facts: Facts, func: cst.BaseExpression) -> bool:
    """Whether what is called may be a value: an element, a result, or a name that is given one."""
    return isinstance(func, (cst.Call, cst.Lambda, cst.Subscript)) or (
        isinstance(func, cst.Name) and any(each.kind in ("value", "param", "other") for each in facts.scopes.find(func))
    )


def runs_own(facts: Facts, call: cst.Call) -> bool:
    """Whether functions or methods of the script's own are called, and nothing else of that name."""
    functions = values_of(facts).called(Spot(facts, call))
    return has_own_method(facts, call) or (bool(functions) and all(each.node is not None for each in functions))


def has_own_method(facts: Facts, call: cst.Call) -> bool:
    """Whether `x.method(…)` is a method of a class that a file of the run shows, whatever decorates it."""
    if not isinstance(call.func, cst.Attribute):
        return False
    values, name = values_of(facts), call.func.attr.value
    classes = [each.node for _, own in classes_of(values, Spot(facts, call.func.value)) for each in line(values, own)]
    return any(isinstance(each, cst.ClassDef) and method_of(each, name) is not None for each in classes)


def calls_of_others(facts: Facts, *names: str) -> list[tuple[cst.BaseExpression, cst.Call]]:
    """What has a method of these names called, and the call, unless the script itself has what is called."""
    return [(receiver, call) for receiver, call in facts.source.method_calls(*names)
            if not runs_own(facts, call) and not _is_given_others(facts, call)]


def _is_given_others(facts: Facts, call: cst.Call) -> bool:
    """Whether an optimizer's method is given what none takes: other arguments, or a number."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in _OF_OPTIMIZERS:
        return False
    named = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    placed = [constants(facts, arg.value) for arg in call.args[:2] if arg.keyword is None and not arg.star]
    return not named <= _ARGUMENTS or any(type(value) in (int, float) for values in placed for value in values)


def legacy_called(facts: Facts, call: cst.Call) -> list[str]:
    """The full names of 1.8.5's functions and classes that may be called there, by themselves or as values."""
    reference = facts.by_call.get(call)
    if reference is not None:
        return [] if reference.beyond else [reference.name]
    ends = values_of(facts).ends(Spot(facts, call.func)) if may_be_value(facts, call.func) else []
    names = (end.facts.names.resolve(each) for end in ends if (each := _of_partial(end)) is not None)
    return [name for name in names if name.startswith(LEGACY)]


def _of_partial(end: Spot) -> cst.BaseExpression | None:
    """`f` of `partial(f, x)`; what is no such call is itself."""
    made = end.expression
    if not isinstance(made, cst.Call) or not made.args or end.facts.names.resolve(made.func) != "functools.partial":
        return made
    return made.args[0].value

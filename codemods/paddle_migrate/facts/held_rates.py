"""Where a script reads a learning rate from the scope, by the name that 1.8.5 gave its variable."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

_OF_DECAY = "learning_rate"  # the name that piecewise_decay() gave its variable, whoever made it
_OF_OPTIMIZER = re.compile(r"learning_rate_\d+")
_HANDS_ON = re.compile(rb"_global_learning_rate|learning_rate_\d")  # whose name may come to whom no file shows
_FINDS_DECAY = re.compile(rb"find_var\(\s*['\"]learning_rate['\"]")


def finds_decay(facts: Facts) -> bool:
    """Whether a file of the program looks for the variable of a decay, which today is an object of the script's."""
    return facts.once(_finds_decay)


def _finds_decay(facts: Facts) -> bool:
    named = [constants(facts, call.args[0].value) for _, call in facts.source.method_calls("find_var") if call.args]
    return any(_OF_DECAY in each for each in named) or facts.says(_FINDS_DECAY)


def finds_decay_elsewhere(facts: Facts) -> bool:
    """Whether another file of the program does."""
    return facts.others is not None and bool(facts.others.program(_FINDS_DECAY))


def may_hold_rate(facts: Facts, tensor: cst.BaseExpression) -> bool:
    """Whether the value may be `scope.find_var(name).get_tensor()` of an optimizer's own rate."""
    ends = values_of(facts).ends(Spot(facts, tensor))
    return any(_is_call(end, "get_tensor") and _is_found(end) for end in ends)


def _is_found(tensor: Spot) -> bool:
    holders = values_of(tensor.facts).ends(tensor.at(tensor.node.func.value))  # type: ignore[union-attr]
    return any(_is_call(each, "find_var") and each.node.args and _names_rate(each) for each in holders)  # type: ignore[union-attr]


def _names_rate(found: Spot) -> bool:
    name = found.node.args[0].value  # type: ignore[union-attr]
    if any(isinstance(each, str) and _OF_OPTIMIZER.fullmatch(each) for each in constants(found.facts, name)):
        return True
    ends = values_of(found.facts).ends(found.at(name))
    return _is_unseen(ends) or any(_is_rate(each.at(each.node.value)) for each in ends
                                   if isinstance(each.node, cst.Attribute) and each.node.attr.value == "name")


def _is_rate(variable: Spot) -> bool:
    ends = values_of(variable.facts).ends(variable)
    return _is_unseen(ends) or any(_is_call(each, "_global_learning_rate") for each in ends)


def _is_unseen(ends: list[Spot]) -> bool:
    """Whether it may be a rate, or its name, that is handed over out of sight."""
    return any(end.node is None and end.facts.says(_HANDS_ON) for end in ends)


def _is_call(spot: Spot, method: str) -> bool:
    node = spot.node
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == method

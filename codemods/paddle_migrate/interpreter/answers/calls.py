"""What a call makes of a tensor, or of its array, that it takes."""

from __future__ import annotations

from enum import Enum, auto

import libcst as cst

from paddle_migrate.facts.called_values import may_be_value
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.interpreter.answers.effects import keeps_shape
from paddle_migrate.rules.kinds import is_function, is_metric
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.tensors import TAKE_ANY_SHAPE, TAKE_LISTS

_HOLDERS = ("dict", "enumerate", "iter", "list", "reversed", "set", "sorted", "tuple", "zip")
_ONE_OF = ("max", "min", "next", "sum")
_GO_THROUGH = (*_HOLDERS, "all", "any", "filter", "len", "map")
_JOIN = ("append", "concatenate", "expand_dims", "hstack", "squeeze", "vstack")
_AS_ARRAY = ("array", "asarray", "stack")
_NUMBERS = ("abs", "exp", "log", "sqrt", "square", "copy")


class Goes(Enum):
    """`ON`: the result has as many dimensions; `HELD`, it holds the value; `TAKEN`, it is one of those that are held.
    `NEEDED`: it fails, or comes out otherwise, where a dimension is missing."""

    ON = auto()
    AS_ARRAY = auto()
    HELD = auto()
    TAKEN = auto()
    NEEDED = auto()
    NOWHERE = auto()


def of_fluid(rule: Rule, held: bool) -> Goes:
    if held and rule.short not in TAKE_LISTS:
        return Goes.NOWHERE  # a function that returns a pair here and a tensor there: this is its tensor
    if keeps_shape(rule):
        return Goes.ON
    needs = is_function(rule.name) and rule.short not in TAKE_ANY_SHAPE and not rule.vector_result
    return Goes.NEEDED if needs else Goes.NOWHERE


def of_numpy(name: str, array: bool) -> Goes:
    if name in _JOIN:
        return Goes.NEEDED
    if name not in _AS_ARRAY and name not in _NUMBERS:
        return Goes.NOWHERE
    return Goes.ON if array else Goes.AS_ARRAY


def of_builtin(name: str, arguments: int, held: bool) -> Goes:
    if not held:
        return Goes.NEEDED if name in _GO_THROUGH or (name in _ONE_OF and arguments == 1) else \
            Goes.ON if name in _ONE_OF else Goes.NOWHERE
    return Goes.HELD if name in _HOLDERS else Goes.TAKEN if name in _ONE_OF else Goes.NOWHERE


def is_metric_object(facts: Facts, node: cst.BaseExpression) -> bool:
    bindings = facts.scopes.find(node) if isinstance(node, cst.Name) else []
    made = [*(each.value for each in bindings), *facts.origins.of_attribute(node)]
    return any(is_metric(facts.names.resolve(each.func)) for each in made if isinstance(each, cst.Call))


def rules_of(facts: Facts, call: cst.Call) -> list[Rule]:
    """The legacy functions that it calls, by their names, or where a name or an element holds them."""
    reference = facts.by_call.get(call)
    if reference is not None:
        return [reference.rule] if isinstance(reference.rule, Rule) else []
    if not may_be_value(facts, call.func):
        return []
    by_node = facts.once(_by_node)
    found = [by_node.get(id(end)) for end in origins_of(facts, call.func)]
    return [each.rule for each in found if each is not None and not each.beyond and isinstance(each.rule, Rule)]


def _by_node(facts: Facts) -> dict[int, Reference]:
    return {id(each.node): each for each in facts.references}

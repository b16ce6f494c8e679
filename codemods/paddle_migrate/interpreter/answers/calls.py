"""What becomes of a value without a dimension that a call takes."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.called_values import may_be_value
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.handed import Had
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.interpreter.answers.effects import keeps_shape
from paddle_migrate.rules.kinds import is_function, is_metric
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.tensors import TAKE_ANY_SHAPE, TAKE_LISTS
from paddle_migrate.text.arguments import argument

Found = list[Had] | cst.CSTNode | None  # a node is where the value needs its dimension

ARRAY = "array"  # of a value: that numpy() gives
_ONE_OF = ("max", "min", "next", "sum")
_GO_THROUGH = ("all", "any", "dict", "enumerate", "filter", "iter", "len", "list", "map", "reversed", "set", "sorted",
               "tuple", "zip")
_NEED = ("append", "argwhere", "concatenate", "diag", "diff", "dot", "einsum", "expand_dims", "hstack", "inner",
         "matmul", "ndim", "nonzero", "shape", "split", "squeeze", "tensordot", "vstack")
ALONG = ("average", "max", "mean", "median", "min", "std", "sum", "var")  # one dimension, where they are given it
_AS_ARRAY = ("array", "asarray", "stack")
_NUMBERS = ("abs", "exp", "log", "sqrt", "square", "copy")


def of_fluid(had: Had, call: cst.Call, rules: list[Rule]) -> Found:
    """Of one of 1.8.5's functions, or of several that may be called."""
    taking = [rule for rule in rules if not had.places or rule.short in TAKE_LISTS]
    # of a pair that a function returns here, and a tensor there, this is the tensor
    if any(is_function(rule.name) and rule.short not in TAKE_ANY_SHAPE and not rule.vector_result
           and not keeps_shape(rule) for rule in taking):
        return call
    return [had.at(call).held()] if any(map(keeps_shape, taking)) else []


def of_numpy(had: Had, call: cst.Call, name: str) -> Found:
    if name in _NEED:
        return call
    if name in _AS_ARRAY or name in _NUMBERS:
        return [Had(had.spot.at(call), had.places, ARRAY)]
    return along_one(had, call) if name in ALONG and argument(call, 1, "axis") is not None else []


def along_one(had: Had, call: cst.Call) -> Found:
    """Of what is summed along one of its dimensions."""
    return [Had(had.spot.at(call), had.places[1:], ARRAY)] if had.places else call


def of_builtin(had: Had, call: cst.Call, name: str) -> Found:
    if not had.places:
        return call if name in _GO_THROUGH or (name in _ONE_OF and len(call.args) == 1) else None
    return [had.at(call).taken] if name == "sum" else None


def is_metric_object(facts: Facts, node: cst.BaseExpression) -> bool:
    bindings = facts.scopes.find(node) if isinstance(node, cst.Name) else []
    made = [b.value for b in bindings]
    made += facts.origins.of_attribute(node)
    names = [facts.names.resolve(m.func) for m in made if isinstance(m, cst.Call)]
    return any(map(is_metric, names))


def rules_of_value(facts: Facts, call: cst.Call) -> list[Rule]:
    """The legacy functions that are called where a name or an element holds them."""
    if not may_be_value(facts, call.func):
        return []
    by_node = facts.once(_by_node)
    found = [by_node.get(id(end)) for end in origins_of(facts, call.func)]
    return [each.rule for each in found if each is not None and not each.beyond and isinstance(each.rule, Rule)]


def _by_node(facts: Facts) -> dict[int, Reference]:
    return {id(each.node): each for each in facts.references}

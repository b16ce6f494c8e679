"""Where a value goes that a call takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from paddle_migrate.facts.called_values import may_be_value
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.texts import Text, texts
from paddle_migrate.facts.values.decorators import takes_object
from paddle_migrate.facts.values.objects import classes_of, line
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.interpreter.answers.effects import keeps_shape
from paddle_migrate.interpreter.answers.followed import Need, Value
from paddle_migrate.rules.kinds import is_function, is_metric
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.tensors import TAKE_ANY_SHAPE, TAKE_LISTS
from paddle_migrate.text.arguments import argument

Found = Value | Need | cst.CSTNode  # a node is where the value needs its dimension

_PAIRING = ("enumerate", "zip")
_HOLDERS = ("dict", *_PAIRING, "iter", "list", "reversed", "set", "sorted", "tuple")
_ONE_OF = ("max", "min", "next", "sum")
_GO_THROUGH = (*_HOLDERS, "all", "any", "filter", "len", "map")
_NEED = ("append", "argwhere", "concatenate", "diag", "diff", "dot", "einsum", "expand_dims", "hstack", "inner",
         "matmul", "ndim", "nonzero", "shape", "split", "squeeze", "tensordot", "vstack")
ALONG = ("average", "max", "mean", "median", "min", "std", "sum", "var")  # one dimension, where they are given it
_AS_ARRAY = ("array", "asarray", "stack")
_NUMBERS = ("abs", "exp", "log", "sqrt", "square", "copy")


def of_fluid(value: Value, call: cst.Call, rule: Rule) -> Iterator[Found]:
    if value.held and rule.short not in TAKE_LISTS:
        return  # a function that returns a pair here and a tensor there: this is its tensor
    if keeps_shape(rule):
        yield replace(value, node=call, held=0, place=None)
    elif is_function(rule.name) and rule.short not in TAKE_ANY_SHAPE and not rule.vector_result:
        yield call


def of_numpy(value: Value, call: cst.Call, name: str) -> Iterator[Found]:
    if name in _NEED:
        yield call
    elif name in _AS_ARRAY or name in _NUMBERS:
        yield replace(value, node=call, array=True, place=None)
    elif name in ALONG and argument(call, 1, "axis") is not None:
        yield along_one(value, call)


def along_one(value: Value, call: cst.Call) -> Found:
    """Of what is summed along one of its dimensions."""
    return replace(value, node=call, array=True, held=value.held - 1, place=None) if value.held else call


def of_builtin(value: Value, call: cst.Call, name: str) -> Iterator[Found]:
    if not value.held and (name in _GO_THROUGH or (name in _ONE_OF and len(call.args) == 1)):
        yield call
    elif name in _PAIRING:
        yield value.within(call)
    elif name == "dict":  # of pairs
        yield replace(value, node=call, held=max(value.held - 1, 1), place=None)
    elif name in _HOLDERS:
        yield replace(value, node=call, held=max(value.held, 1), place=None)
    elif name in _ONE_OF:
        yield value.taken(call)


def is_metric_object(facts: Facts, node: cst.BaseExpression) -> bool:
    bindings = facts.scopes.find(node) if isinstance(node, cst.Name) else []
    made = [b.value for b in bindings]
    made += facts.origins.of_attribute(node)
    names = [facts.names.resolve(m.func) for m in made if isinstance(m, cst.Call)]
    return any(map(is_metric, names))


def fields_of(facts: Facts, made: cst.BaseExpression) -> tuple[str, ...]:
    """Of a class that `namedtuple("Out", "loss accuracy")` makes; none of any other."""
    ends = values_of(facts).ends(Spot(facts, made)) if may_be_value(facts, made) else []
    for end in ends:
        if isinstance(end.node, cst.Call) and end.facts.names.resolve(end.node.func) == "collections.namedtuple":
            given = argument(end.node, 1, "field_names")
            each = given.elements if isinstance(given, (cst.List, cst.Tuple)) else ()
            texts = [e.value.evaluated_value for e in each if isinstance(e.value, cst.SimpleString)]
            whole = given.evaluated_value if isinstance(given, cst.SimpleString) else ""
            return tuple(str(text) for text in texts or str(whole).replace(",", " ").split())
    return ()


def function_of(facts: Facts, call: cst.Call) -> tuple[cst.FunctionDef | cst.Lambda, int] | None:
    """What a call runs, and how many of its parameters the call does not name (`self`)."""
    function = facts.kinds.called(call)
    if function is not None:
        inside = isinstance(facts.source.parent(function, cst.FunctionDef, cst.ClassDef), cst.ClassDef)
        return function, int(inside)
    made = facts.definitions.class_of(call)
    init = method_of(made, "__init__") if made is not None else None
    if init is not None:
        return init, 1
    return _function_of_value(facts, call) if may_be_value(facts, call.func) else None


def _function_of_value(facts: Facts, call: cst.Call) -> tuple[cst.FunctionDef | cst.Lambda, int] | None:
    """The one that a name or an element holds."""
    found = values_of(facts).called(Spot(facts, call))
    node = found[0].node if len(found) == 1 and found[0].facts is facts else None
    return (node, int(takes_object(facts, node))) if isinstance(node, (cst.FunctionDef, cst.Lambda)) else None


def methods_looked_up(facts: Facts, call: cst.Call) -> list[Spot]:
    """What `getattr(callback, "on_" + event)(logs)` may call."""
    ends = values_of(facts).ends(Spot(facts, call.func)) if may_be_value(facts, call.func) else []
    return [method for end in ends for method in _methods(end)]


def _methods(looked_up: Spot) -> Iterator[Spot]:
    """Of the classes that the object may be of, where they are seen, or else of the file's."""
    asked = looked_up.node
    if not isinstance(asked, cst.Call) or len(asked.args) < 2 or looked_up.facts.source.code(asked.func) != "getattr":
        return
    values, owner = values_of(looked_up.facts), looked_up.at(asked.args[0].value)
    known = [each for _, made in classes_of(values, owner) for each in line(values, made)]
    classes = known or [looked_up.at(each) for each in looked_up.facts.source.all(cst.ClassDef)]
    named = texts(looked_up.at(asked.args[1].value))
    for each in classes:
        for method in each.node.body.body if isinstance(each.node, cst.ClassDef) else ():
            own = Text(method.name.value) if isinstance(method, cst.FunctionDef) else None
            if own is not None and not all(name.is_other(own) for name in named):
                yield each.at(method)


def rules_of_value(facts: Facts, call: cst.Call) -> list[Rule]:
    """The legacy functions that are called where a name or an element holds them."""
    if not may_be_value(facts, call.func):
        return []
    by_node = facts.once(_by_node)
    found = [by_node.get(id(end)) for end in origins_of(facts, call.func)]
    return [each.rule for each in found if each is not None and not each.beyond and isinstance(each.rule, Rule)]


def _by_node(facts: Facts) -> dict[int, Reference]:
    return {id(each.node): each for each in facts.references}

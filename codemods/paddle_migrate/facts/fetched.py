"""The lists that runs of programs fetch: written out there, held by a variable, or given to the function around."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.definitions import position_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import is_run_of_executor
from paddle_migrate.text.arguments import argument

_DEEPEST = 6  # names for names


def fetched_by(facts: Facts, call: cst.Call) -> cst.BaseExpression | None:
    """What a run fetches; by its place, where an executor runs."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "run":
        return None
    return argument(call, 2 if is_run_of_executor(facts, call) else -1, "fetch_list")


def fetched_parts(facts: Facts, fetched: cst.BaseExpression, depth: int = 0) -> Iterator[cst.BaseExpression]:
    """Every expression that may stand for one element of what is fetched, as far as the file shows them."""
    if isinstance(fetched, (cst.List, cst.Tuple, cst.Set)):
        for element in fetched.elements:
            if isinstance(element, cst.StarredElement):
                yield from fetched_parts(facts, element.value, depth)
            else:
                yield element.value
    elif isinstance(fetched, (cst.ListComp, cst.SetComp)):
        yield fetched.elt
    elif isinstance(fetched, cst.BinaryOperation):
        yield from fetched_parts(facts, fetched.left, depth)
        yield from fetched_parts(facts, fetched.right, depth)
    elif isinstance(fetched, cst.IfExp):
        yield from fetched_parts(facts, fetched.body, depth)
        yield from fetched_parts(facts, fetched.orelse, depth)
    elif isinstance(fetched, cst.Name) and depth < _DEEPEST:
        yield from _of_name(facts, fetched, depth)
    elif isinstance(fetched, (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)):
        yield fetched  # one name, in no list
    elif isinstance(fetched, (cst.Call, cst.Attribute)) and depth < _DEEPEST:
        for value in _of_own(facts, fetched):
            yield from fetched_parts(facts, value, depth + 1)


def _of_own(facts: Facts, node: cst.Call | cst.Attribute) -> list[cst.BaseExpression]:
    """What a function of the file returns, `list(…)` is given, or an attribute of a class of the file holds."""
    if isinstance(node, cst.Attribute):
        owner = facts.definitions.own_class(node.value)
        return facts.definitions.attribute_values(owner, node.attr.value) if owner is not None else []
    if isinstance(node.func, cst.Name) and node.func.value in ("list", "set", "tuple") and len(node.args) == 1:
        return [node.args[0].value]
    function = facts.kinds.called(node)
    return facts.definitions.returned(function) if function is not None else []


def _of_name(facts: Facts, name: cst.Name, depth: int) -> Iterator[cst.BaseExpression]:
    bindings = facts.scopes.find(name)
    for binding in bindings:
        if binding.value is not None:
            yield from fetched_parts(facts, binding.value, depth + 1)
        elif binding.kind == "param" and isinstance(binding.node, cst.Param):
            yield from _given(facts, binding.node, depth)
    for use in {id(use): use for binding in bindings for use in binding.uses}.values():
        attribute = facts.source.parents.get(use)
        call = facts.source.parents.get(attribute)
        added = isinstance(attribute, cst.Attribute) and attribute.attr.value == "append"
        if added and isinstance(call, cst.Call) and call.func is attribute and call.args:
            yield call.args[0].value


def _given(facts: Facts, param: cst.Param, depth: int) -> Iterator[cst.BaseExpression]:
    """What calls of the function in this file give for the parameter."""
    function = facts.source.parent(param, cst.FunctionDef, cst.Lambda)
    if not isinstance(function, cst.FunctionDef):
        return
    method = isinstance(facts.mode.around(function), cst.ClassDef)
    place = position_of(function, param) - method
    for call in facts.source.all(cst.Call):
        if facts.definitions.function(call) is function:
            given = argument(call, place, param.name.value)
            if given is not None:
                yield from fetched_parts(facts, given, depth + 1)

"""`x[i]` of a variable `i` of a program took one element in 1.8.5, as a number does: `x[i.reshape([])]` today, where
what has a dimension keeps it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.program_variables import is_made_by_layer, is_variable
from paddle_migrate.facts.dimensions import has_dimensions
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_DICTS = ("Counter", "OrderedDict", "defaultdict", "dict")
_INDICES = (cst.Attribute, cst.BinaryOperation, cst.Call, cst.Name)
_LOOP = "paddle.fluid.layers.while_loop"
_SAID = "→ {}.reshape([]): it took one element in 1.8.5, where a variable with a dimension keeps that of x[i] today"
_PERSON = (
    "a variable took one element in 1.8.5, as a number does, and keeps a dimension today: where it is one, write "
    "x[i.reshape([])]"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not script.references:
        return
    for node in script.source.all(cst.Subscript):
        indices = [each.slice.value for each in node.slice if isinstance(each.slice, cst.Index)]
        found = [each for each in indices if isinstance(each, _INDICES) and _may_be_variable(script, each)]
        if not found or script.is_skipped(node) or script.mode.of(node) == "dynamic" or _holds(script, node.value):
            continue
        found = [each for each in found if not _is_key(script, each, node.value)]
        if len(indices) < len(node.slice) or not has_dimensions(script.facts, node.value, len(indices)):
            for each in found:
                _take_one(script, node, each)


def _may_be_variable(script: Script, index: cst.BaseExpression) -> bool:
    return _is_of_loop(script, index) or is_made_by_layer(script.facts, index)


def _is_of_loop(script: Script, index: cst.BaseExpression) -> bool:
    """Whether `while_loop()` gives it to one of its functions."""
    bindings = script.scopes.find(index) if isinstance(index, cst.Name) else []
    functions: set[cst.CSTNode | None] = {binding.scope.node for binding in bindings if binding.kind == "param"}
    loops = [each.call for each in script.references if functions and each.name == _LOOP and each.call is not None]
    given = [argument(loop, place, name) for loop in loops for place, name in enumerate(("cond", "body"))]
    named = [binding.node for each in given if isinstance(each, cst.Name) for binding in script.scopes.find(each)]
    return not functions.isdisjoint((*given, *named))


def _holds(script: Script, base: cst.BaseExpression) -> bool:
    """Whether it is a dictionary, which may have variables for keys."""
    ends = origins_of(script.facts, base)
    return any(isinstance(end, (cst.Dict, cst.DictComp))
               or (isinstance(end, cst.Call) and last_name(end.func) in _DICTS) for end in ends)


def _is_key(script: Script, index: cst.BaseExpression, base: cst.BaseExpression) -> bool:
    """`for name in found: found[name]`."""
    bindings = script.scopes.find(index) if isinstance(index, cst.Name) else []
    loops = [binding.node.iter for binding in bindings if isinstance(binding.node, (cst.For, cst.CompFor))]
    return any(each.deep_equals(base) for loop in loops for each in script.source.inside(loop, type(base)))


def _take_one(script: Script, node: cst.Subscript, index: cst.BaseExpression) -> None:
    is_one, of_one = _is_variable(script, index), is_made_by_layer(script.facts, node.value)
    if is_one and of_one:
        opening, closing = ("(", ")") if isinstance(index, cst.BinaryOperation) else ("", "")
        script.edits.wrap(*script.source.span(index), opening, f"{closing}.reshape([])")
        script.say(index, "PM108", script.source.code(node), _SAID.format(script.source.code(index)))
    elif is_one or of_one:
        script.say(index, "PM343", script.source.code(node), _PERSON)


def _is_variable(script: Script, index: cst.BaseExpression) -> bool:
    """Whether it is nothing else, or worked out of one that is not."""
    if isinstance(index, cst.BinaryOperation):
        return any(_is_variable(script, side) for side in (index.left, index.right))
    ends = values_of(script.facts).ends(Spot(script.facts, index))
    return _is_of_loop(script, index) or all(is_variable(end.facts, end.node) for end in ends)

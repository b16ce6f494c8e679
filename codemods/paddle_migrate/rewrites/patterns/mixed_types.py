"""`mask * label` of a float and an integer: programs of 1.8.5 took the second one to the dtype of the first, today's
take both to a third, and Paddle 3 refuses."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.tensor_dtypes import dtypes_of
from paddle_migrate.script import Script
from paddle_migrate.text.operations import ARITHMETIC, Operation, sides

IN_PROGRAMS = True
_SEVERAL = re.compile(
    rb"int(?:8|16|32|64)|float(?:16|64)|bool|argm(?:ax|in)|argsort|topk|shape\(|step_counter|[<>]|[=!]=|logical_|equal"
    rb"|less_than|greater_than|isfinite")
_SAID = "→ cast to {}: 1.8.5 took the second of two tensors to the dtype of the first"
_PERSON = "1.8.5 took the second of two tensors to the dtype of the first, Paddle 3 refuses two; cast the second one"
_VARIABLES = (cst.Attribute, cst.BinaryOperation, cst.Call, cst.Name, cst.Subscript)
_COMPARED = (cst.Equal, cst.GreaterThan, cst.GreaterThanEqual, cst.LessThan, cst.LessThanEqual, cst.NotEqual)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not script.references or not script.facts.says(_SEVERAL):
        return
    every = (*script.source.all(cst.BinaryOperation, cst.AugAssign), *script.source.all(cst.Comparison))
    found = [each for each in every if _may_be_mixed(script, each)]
    if not found:
        return
    from paddle_migrate.interpreter.answers.whole_numbers import whole_numbers  # most files do without the interpreter
    from paddle_migrate.interpreter.places import Places

    places, mixed = Places(script.source), whole_numbers(script.facts).mixed
    for each in found:
        dtypes = mixed.get(places.of(each), {""})
        dtypes = _seen(script, each) if dtypes == {""} else dtypes
        if dtypes:
            _cast(script, each, dtypes)


def _seen(script: Script, node: Operation) -> set[str]:
    """The dtypes of the first of two that are made in other files, where the second one may have another."""
    first, second = sides(node)
    if not isinstance(first, _VARIABLES) or not isinstance(second, _VARIABLES):
        return set()
    dtypes = dtypes_of(script.facts, first)
    other = dtypes_of(script.facts, second) if "" not in dtypes else {""}
    return dtypes if "" not in other and dtypes != other else set()


def _may_be_mixed(script: Script, node: Operation) -> bool:
    plain = any(isinstance(side, (cst.BaseNumber, cst.BaseString)) for side in sides(node))
    if isinstance(node, cst.Comparison):
        one = len(node.comparisons) == 1 and isinstance(node.comparisons[0].operator, _COMPARED)
    else:
        one = isinstance(node.operator, ARITHMETIC)
    return one and not plain and not script.is_skipped(node)


def _cast(script: Script, node: Operation, dtypes: set[str]) -> None:
    """To the one dtype, or to whichever the first one has."""
    left, right = sides(node)
    if len(dtypes) > 1 and not isinstance(left, cst.Name):
        script.say(node, "PM343", script.source.code(node), _PERSON)
        return
    dtype = f"{script.source.code(left)}.dtype" if len(dtypes) > 1 else repr(next(iter(dtypes)))
    spelled = script.imports.spell("paddle.cast", None)
    script.edits.enclose(*script.source.span(right), lambda: f"{spelled}({script.render(right)}, {dtype})")
    script.say(node, "PM101", script.source.code(node), _SAID.format(dtype))

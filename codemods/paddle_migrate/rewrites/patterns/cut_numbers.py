"""`index * 2.0` of whole numbers in tensors: 1.8.5 cut off the number that they meet; today's Paddle makes floats of
all."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.rules.dtypes import MAY_BE_WHOLE
from paddle_migrate.script import Script
from paddle_migrate.text.operations import Operation, sides

IN_PROGRAMS = True
_POINT = re.compile(rb"\d\.|\.\d|\d[eE]-?\d")
_SIGNS = (
    cst.Add, cst.Subtract, cst.Multiply, cst.Power, cst.AddAssign, cst.SubtractAssign, cst.MultiplyAssign,
    cst.PowerAssign,
)
_COMPARED = (cst.Equal, cst.GreaterThan, cst.GreaterThanEqual, cst.LessThan, cst.LessThanEqual, cst.NotEqual)
_SAID = "1.8.5 cut off a number that meets whole numbers in a tensor; today's Paddle makes floats of all"


def rewrite(script: Script) -> None:
    facts = script.facts
    if not script.references or not facts.says(MAY_BE_WHOLE) or not facts.says(_POINT):
        return
    found = [each for each in _operations(script) if not script.is_skipped(each) and not is_written(facts, each)]
    if not found:
        return
    from paddle_migrate.interpreter.answers.whole_numbers import whole_numbers  # most files do without the interpreter
    from paddle_migrate.interpreter.places import Places

    places, whole = Places(script.source), whole_numbers(facts)
    for each in found if whole.cut else ():
        if places.of(each) in whole.cut:
            _cut(script, each, whole.met[places.of(each)])


def _operations(script: Script) -> list[Operation]:
    computed = [each for each in script.source.all(cst.BinaryOperation, cst.AugAssign)
                if isinstance(each.operator, _SIGNS)]
    compared = [each for each in script.source.all(cst.Comparison)
                if len(each.comparisons) == 1 and isinstance(each.comparisons[0].operator, _COMPARED)]
    return [each for each in (*computed, *compared)
            if not any(isinstance(side, (cst.BaseString, cst.Integer)) for side in sides(each))]


def _cut(script: Script, node: Operation, met: set[tuple[str, str]]) -> None:
    """Of a number that may meet other things, too, the tensor decides each time."""
    code, (left, right) = script.source.code(node), sides(node)
    placed, is_sure = {side for side, _ in met}, not {dtype for _, dtype in met} & {"", "open"}
    number, tensor = (left, right) if "left" in placed else (right, left)
    if len(placed) > 1 or not (is_sure or not script.source.has_effects(tensor)):
        script.say(node, "PM343", code, f"{_SAID}; write int() around it where the tensor is of whole ones")
        return
    if is_sure and isinstance(number, cst.Float):
        script.edits.replace(*script.source.span(number), str(int(float(number.value))))
        script.say(node, "PM101", code, f"→ a whole number: {_SAID}")
        return
    beside = ")" if is_sure else f", {script.source.code(tensor)})"
    written = "int" if is_sure else write_written(script, "number_beside")
    script.edits.wrap(*script.source.span(number), f"{written}(", beside)
    script.say(node, "PM101", code, f"→ {written}() around the number: {_SAID}")

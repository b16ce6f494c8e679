"""`index / 2` of whole numbers in tensors: 1.8.5 cut off what is behind the point, today's Paddle gives fractions."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_MAY_BE_WHOLE = re.compile(
    rb"int(?:8|16|32|64)|argm(?:ax|in)|argsort|topk|\bshape\(|to_variable|randint|randperm|nonzero"
    rb"|(?:\.|import\b.*)\b(?:range|where)\b|dtype *= *int\b|\(.*,\s*int\)"
)
_DIVIDES = re.compile(rb"^[^#]*[\w)\]]\s*/=?\s*[\w(]|_div\b", re.MULTILINE)
_SAID = "whole numbers in tensors are cut off, as 1.8.5 did; today's / gives fractions"
_DIVIDER = "elementwise_div"
_ELSEWHERE = (
    "whole numbers in tensors are divided by / there, in {}: 1.8.5 cut them off, today's / gives fractions; write "
    "paddle.trunc(x / y).astype(x.dtype) there"
)
Division = cst.BinaryOperation | cst.AugAssign


def rewrite(script: Script) -> None:
    if not script.references or not script.facts.says(_MAY_BE_WHOLE):
        return
    found = [each for each in script.source.all(cst.BinaryOperation, cst.AugAssign) if _divides(script, each)]
    called = [each for each in script.open(_DIVIDER) if each.call is not None and not each.beyond]
    imports = script.others is not None and script.others.imports(_DIVIDES)
    if not found and not called and not imports:
        return
    from paddle_migrate.interpreter.answers.whole_numbers import divided_elsewhere, whole_numbers  # most do without it
    from paddle_migrate.interpreter.places import Places

    places = Places(script.source)
    whole = whole_numbers(script.facts)
    for each in found if whole.divided else ():
        if places.of(each) in whole.divided:
            _write(script, each)
    for reference in called:
        if places.of(reference.call) in whole.divided:  # type: ignore[arg-type]
            _write_call(script, reference)
    for call, division in divided_elsewhere(script.facts, whole.handed, _DIVIDER):
        others = division.facts.others
        where = f"{others.path.name if others else ''}:{division.facts.source.line(division.node)}"  # type: ignore[arg-type]
        script.say(call, "PM343", script.source.code(call.func), _ELSEWHERE.format(where))


def _divides(script: Script, node: Division) -> bool:
    sides = (node.left, node.right) if isinstance(node, cst.BinaryOperation) else (node.target, node.value)
    plain = all(isinstance(each, cst.BaseNumber) for each in sides)
    divides = isinstance(node.operator, (cst.Divide, cst.DivideAssign)) and not plain
    return divides and not script.is_skipped(node) and not is_written(script.facts, node)


def _write_call(script: Script, reference: Reference) -> None:
    """`elementwise_div(x, y)` → `divided(x, y)`, where it is given nothing else."""
    call, given = reference.call, [reference.argument("x"), reference.argument("y")]
    if call is None or len(call.args) != len(given) or None in given:
        script.say(reference.node, "PM343", reference.short, _SAID)
        return
    script.edits.replace(*script.source.span(reference.node), write_written(script, "divided"))
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ divided(), written into the script: {_SAID}")


def _write(script: Script, node: Division) -> None:
    if isinstance(node, cst.AugAssign) and script.source.has_effects(node.target):
        script.say(node, "PM343", "/", _SAID)  # what does something would be evaluated twice
        return
    name = write_written(script, "divided")
    if isinstance(node, cst.BinaryOperation):
        left, right = node.left, node.right
        script.edits.enclose(
            *script.source.core(node), lambda: f"{name}({script.render(left)}, {script.render(right)})"
        )
    else:
        target, value = node.target, node.value
        script.edits.enclose(
            *script.source.core(node),
            lambda: f"{script.render(target)} = {name}({script.render(target)}, {script.render(value)})",
        )
    script.say(node, "PM101", "/", f"→ {name}(), written into the script: {_SAID}")

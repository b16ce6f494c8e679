"""`x[0, ::2]`: beside a slice with a step a number kept its dimension in 1.8.5's dygraph; `x[0, ::-1]` turned another
dimension round in a program; and a step of less than -1 took other elements than today, of `strided_slice` too."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.values.containers import constant
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_KEPT = "→ i:i + 1: beside a slice with a step a number kept its dimension in 1.8.5, and loses it today"
_MAY = "if it is a tensor, a number beside a slice with a step kept its dimension in 1.8.5: write i:i + 1 in place of i"
_OTHERS = ("1.8.5 counted a step of less than -1 from the other end: of four elements x[::-2] took the third and the "
           "first, where today it takes the fourth and the second; paddle.gather takes those whose numbers it is given")
_BEFORE = ("where a step of -1 ends before the first element, as [3:-9:-1] of four does, Paddle 2.6 leaves that one "
           "out: take the part with a step of 1, and turn it round with paddle.flip")
_ANOTHER = ("if it is a variable, 1.8.5 turned the dimension round that stands at the place of ::-1 when those of the "
            "numbers before it are gone: of x[0, ::-1] the third one; for its numbers write paddle.flip(x[0], 1)")
_Part = tuple[cst.BaseExpression | None, cst.BaseExpression | None, cst.CSTNode | None]


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    for reference in script.open("strided_slice"):
        given = [reference.argument(name) for name in ("starts", "ends", "strides")]
        if not reference.beyond and None not in given:
            parts = [*zip(*map(_listed, given), strict=False)]  # type: ignore[arg-type]
            _say_of_steps(script, reference.node, reference.short, parts)
    arrays = Arrays(script.facts)
    for node in script.source.all(cst.Subscript):
        slices = [each.slice for each in node.slice if isinstance(each.slice, cst.Slice) and each.slice.step]
        if slices and not script.is_skipped(node) and not is_written(script.facts, node):
            _part(script, node, slices, arrays.of(node.value))


def _say_of_steps(script: Script, node: cst.CSTNode, name: str, parts: Iterable[_Part]) -> None:
    """Where they take other elements than in 1.8.5."""
    if not all(_goes_on(*part) for part in parts):
        script.say(node, "PM343", name, _OTHERS)
    elif any(constant(step) == (-1,) and end is not None and not _is_counted(end) for _, end, step in parts):
        script.say(node, "PM343", name, _BEFORE)


def _part(script: Script, node: cst.Subscript, slices: list[cst.Slice], what: str) -> None:
    is_static = script.mode.of(node) == "static"
    if what == "tensor":
        parts = [(each.lower, each.upper, each.step) for each in slices]
        _say_of_steps(script, node, script.source.code(node), parts)
    if what != "data" and is_static and _turns_behind_number(script, node):
        script.say(node, "PM343", script.source.code(node), _ANOTHER)
    elif what != "data" and not is_static and any(constant(each.step) != (1,) for each in slices):
        _keep(script, node, is_seen=what == "tensor")


def _turns_behind_number(script: Script, node: cst.Subscript) -> bool:
    parts = [each.slice for each in node.slice]
    turned = [isinstance(each, cst.Slice) and script.source.code(each).replace(" ", "") == "::-1" for each in parts]
    return any(isinstance(each, cst.Index) and any(turned[place:]) for place, each in enumerate(parts))


def _listed(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [each.value for each in node.elements] if isinstance(node, (cst.List, cst.Tuple)) else [node]


def _goes_on(start: cst.BaseExpression | None, end: cst.BaseExpression | None, step: cst.CSTNode | None) -> bool:
    """Whether it is seen to go forwards, or back one by one; what begins before it ends goes forwards."""
    if any(isinstance(number, int) and number >= -1 for number in constant(step)):
        return True
    if start is None or not _is_counted(start):
        return False
    return isinstance(end, cst.Subscript) and isinstance(end.value, cst.Attribute) and end.value.attr.value == "shape"


def _is_counted(end: cst.BaseExpression) -> bool:
    """From the first element: no such end lies before it."""
    return any(isinstance(number, int) and number >= 0 for number in constant(end))


def _keep(script: Script, node: cst.Subscript, *, is_seen: bool) -> None:
    numbers = [each.slice.value for each in node.slice if isinstance(each.slice, cst.Index)
               and not isinstance(each.slice.value, cst.Ellipsis) and script.source.code(each.slice.value) != "None"]
    if not numbers:
        return
    if not is_seen or not all(map(constant, numbers)):
        script.say(node, "PM343", script.source.code(node), _MAY)
        return
    code = script.source.code(node)
    for each in numbers:
        (number,) = constant(each)
        assert isinstance(number, int)
        script.edits.replace(*script.source.span(each), f"{number}:{number + 1 or ''}")
    script.say(node, "PM101", code, _KEPT)

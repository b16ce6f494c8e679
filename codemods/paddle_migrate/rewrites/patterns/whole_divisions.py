"""`index / 2`, `// 2`, `% 2` of whole numbers in tensors: 1.8.5 cut off what is behind the point, towards zero; today's
Paddle gives fractions, and rounds down."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.rules.dtypes import MAY_BE_WHOLE
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_COMPUTES = re.compile(
    rb"^[^#]*[\w)\]]\s*(?://?|%)=?\s*[\w(]|_(?:div|floordiv|mod)\b"
    rb"|^[^#]*[-+*<>=]\s*\d+\.|^[^#]*\d\.\d*\s*[-+*<>=]",
    re.MULTILINE,
)
_FRACTIONS = "whole numbers in tensors are cut off, as 1.8.5 did; today's / gives fractions"
_SIGNED = "whole numbers in tensors are divided towards zero, as in 1.8.5; today's // and % round down"
_ELSEWHERE = (
    "whole numbers in tensors are divided there, in {}: 1.8.5 cut them off towards zero, today's / gives fractions, // "
    "and % round down; write paddle.trunc(x / y).astype(x.dtype) there, x less y times that for %"
)
_CUT = (
    "whole numbers in tensors meet a number with a point there, in {}: 1.8.5 cut it off, today's Paddle makes floats "
    "of all; write int() around the number there where the tensor is of whole ones"
)
_FORMS = {"/": ("divided", _FRACTIONS), "//": ("floor_divided", _SIGNED), "%": ("remainder", _SIGNED)}
_SIGNS: dict[type[cst.CSTNode], str] = {
    cst.Divide: "/", cst.DivideAssign: "/", cst.FloorDivide: "//", cst.FloorDivideAssign: "//", cst.Modulo: "%",
    cst.ModuloAssign: "%",
}
_DIVIDERS = {"elementwise_div": "/", "elementwise_floordiv": "//", "elementwise_mod": "%"}
_INDICES = ("argmax", "argmin", "argsort", "randperm", "shape", "topk", "where")  # never negative
_SAME_SIGN = ("cast", "reshape", "slice", "squeeze", "unsqueeze")
_DEEPEST = 4  # indices made of indices
Division = cst.BinaryOperation | cst.AugAssign


def rewrite(script: Script) -> None:
    called = [each for each in script.open(*_DIVIDERS) if each.call is not None and not each.beyond]
    for reference in called:
        if _DIVIDERS[_short(reference)] != "/":
            _write_call(script, reference)
    if script.references and script.facts.says(MAY_BE_WHOLE):
        _by_operators(script, [each for each in called if _DIVIDERS[_short(each)] == "/"])


def _by_operators(script: Script, called: list[Reference]) -> None:
    found = [each for each in script.source.all(cst.BinaryOperation, cst.AugAssign) if _divides(script, each)]
    imports = script.others is not None and script.others.imports(_COMPUTES)
    if not found and not called and not imports:
        return
    from paddle_migrate.interpreter.answers.whole_numbers import divided_elsewhere, whole_numbers  # most do without it
    from paddle_migrate.interpreter.places import Places

    places = Places(script.source)
    whole = whole_numbers(script.facts)
    for each in found if whole.divided else ():
        if places.of(each) in whole.divided and (_sign(each) == "/" or _may_part(script, *_sides(each))):
            _write(script, each)
    for reference in called:
        if places.of(reference.call) in whole.divided:  # type: ignore[arg-type]
            _write_call(script, reference)
    for call, division in divided_elsewhere(script.facts, whole.handed, tuple(_DIVIDERS)):
        others = division.facts.others
        where = f"{others.path.name if others else ''}:{division.facts.source.line(division.node)}"  # type: ignore[arg-type]
        divides = isinstance(division.node, cst.Call) or bool(_sign(division.node))  # type: ignore[arg-type]
        script.say(call, "PM343", script.source.code(call.func), (_ELSEWHERE if divides else _CUT).format(where))


def _short(reference: Reference) -> str:
    return reference.name.rpartition(".")[2]


def _divides(script: Script, node: Division) -> bool:
    left, right = _sides(node)
    plain = all(isinstance(each, cst.BaseNumber) for each in (left, right)) or isinstance(left, cst.BaseString)
    return bool(_sign(node)) and not plain and not script.is_skipped(node) and not is_written(script.facts, node)


def _sign(node: Division) -> str:
    return _SIGNS.get(type(getattr(node, "operator", None)), "")  # type: ignore[arg-type]


def _sides(node: Division) -> tuple[cst.BaseExpression, cst.BaseExpression]:
    return (node.left, node.right) if isinstance(node, cst.BinaryOperation) else (node.target, node.value)


def _may_part(script: Script, left: cst.BaseExpression, right: cst.BaseExpression) -> bool:
    """Whether one of the sides may be negative: only then // and % are others today."""
    known = constants(script.facts, right)
    is_positive = bool(known) and all(isinstance(each, int) and each > 0 for each in known)
    return not ((is_positive or _is_index(script, right)) and _is_index(script, left))


def _is_index(script: Script, node: cst.BaseExpression | None, depth: int = 0) -> bool:
    """Whether it is made of indices and sizes alone, or is None."""
    if node is None or depth > _DEEPEST:
        return False
    ends = values_of(script.facts).ends(Spot(script.facts, node))
    return bool(ends) and all(end.facts is script.facts and _gives_index(script, end.node, depth + 1) for end in ends)


def _gives_index(script: Script, end: cst.CSTNode | Part | None, depth: int) -> bool:
    while isinstance(end, Part):
        end = end.of
    if isinstance(end, cst.Subscript):
        return _is_index(script, end.value, depth)
    reference = script.facts.by_call.get(end) if isinstance(end, cst.Call) else None
    short = _short(reference) if reference is not None else ""
    if reference is not None and short in _SAME_SIGN:
        return _is_index(script, reference.argument("x") or reference.argument("input"), depth)
    if reference is None and isinstance(end, cst.Call):  # what an earlier run has written
        name = script.names.resolve(end.func)
        short = name.rpartition(".")[2] if name.startswith("paddle.") and not name.endswith(".where") else ""
        if short in _SAME_SIGN:
            return _is_index(script, argument(end, 0, "x") or argument(end, 0, "input"), depth)
    return short in _INDICES or (isinstance(end, cst.Name) and end.value == "None")


def _write_call(script: Script, reference: Reference) -> None:
    """`elementwise_div(x, y)` → `divided(x, y)`, where it is given nothing else."""
    call, given = reference.call, [reference.argument("x"), reference.argument("y")]
    sign = _DIVIDERS[_short(reference)]
    if sign != "/" and None not in given and not _may_part(script, given[0], given[1]):  # type: ignore[arg-type]
        return
    name, said = _FORMS[sign]
    if call is None or len(call.args) != len(given) or None in given:
        script.say(reference.node, "PM343", reference.short, said)
        return
    script.edits.replace(*script.source.span(reference.node), write_written(script, name))
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {name}(), written into the script: {said}")


def _write(script: Script, node: Division) -> None:
    sign = _sign(node)
    form, said = _FORMS[sign]
    if isinstance(node, cst.AugAssign) and script.source.has_effects(node.target):
        script.say(node, "PM343", sign, said)  # what does something would be evaluated twice
        return
    name, (left, right), where = write_written(script, form), _sides(node), script.source.core(node)

    def called() -> str:
        target = f"{script.render(left)} = " if isinstance(node, cst.AugAssign) else ""
        return f"{target}{name}({script.render(left)}, {script.render(right)})"

    script.edits.enclose(*where, called)
    script.say(node, "PM101", sign, f"→ {name}(), written into the script: {said}")

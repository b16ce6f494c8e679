"""What a program chooses in branches, in one expression, and what all branches end with, behind them."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.pieces import indentation, lines_of
from paddle_migrate.dynamic.reading import Line, Reading, branches, small, target_names, value_of
from paddle_migrate.dynamic.rounds import settled
from paddle_migrate.text.edits import Edits

_PLACES = ("paddle.CPUPlace", "paddle.CUDAPlace")
_EXECUTOR = "paddle.static.Executor"


def with_plain_choices(text: str) -> str:
    """The text with `place = A if test else B` in place of branches, one minimize() behind those that choose an
    optimizer, and a name for the loss that it is given."""
    if "minimize" not in text:
        return text
    return settled(text, lambda old: _step(Reading(old)))


def _step(reading: Reading) -> str:
    for branch in reading.source.all(cst.If):
        above = reading.source.parents.get(branch)
        if not (isinstance(above, cst.If) and above.orelse is branch):
            new = _in_one(reading, branch) or _hoisted(reading, branch)
            if new:
                return new
    return _with_named_loss(reading)


# -- places ------------------------------------------------------------------------------------------------------


def _in_one(reading: Reading, branch: cst.If) -> str:
    """The text in which a place, or an executor at one, is chosen in an expression; "" where it is not one."""
    first: cst.CSTNode = branch
    if branch.orelse is None:
        block = reading.source.parents.get(branch)
        lines = list(block.body) if isinstance(block, (cst.IndentedBlock, cst.Module)) else []
        place = next((number for number, line in enumerate(lines) if line is branch), 0)
        first = lines[place - 1] if place else branch
        other = _assigned(reading, first)
        mine = _of_block(reading, branch.body)
        if other is None or mine is None or other[:2] != mine[:2] or other[0] in reading.names_in(branch.test):
            return ""
        name, kind, chosen = *mine[:2], f"{mine[2]} if {reading.code(branch.test)} else {other[2]}"
    else:
        found = _of_branch(reading, branch)
        if found is None:
            return ""
        name, kind, chosen = found
    text = f"{name} = {chosen}" if kind in _PLACES else f"{name} = {kind}({chosen})"
    return _replaced(reading, first, branch, [text]) if "\n" not in text else ""


def _of_branch(reading: Reading, branch: cst.If) -> tuple[str, str, str] | None:
    mine, other = _of_block(reading, branch.body), branch.orelse
    theirs = _of_branch(reading, other) if isinstance(other, cst.If) else _of_block(reading, other.body) if (
        other is not None) else None
    if mine is None or theirs is None or mine[:2] != theirs[:2]:
        return None
    return mine[0], mine[1], f"{mine[2]} if {reading.code(branch.test)} else {theirs[2]}"


def _of_block(reading: Reading, block: cst.BaseSuite) -> tuple[str, str, str] | None:
    lines = block.body if isinstance(block, cst.IndentedBlock) else ()
    return _assigned(reading, lines[0]) if len(lines) == 1 else None


def _assigned(reading: Reading, line: cst.CSTNode) -> tuple[str, str, str] | None:
    """`name = CPUPlace()`, `name = Executor(CPUPlace())`: the name, what is made, the text of the place."""
    names, value = target_names(small(line)), value_of(small(line))
    if len(names) != 1 or value is None or not isinstance(small(line), cst.Assign):
        return None
    if reading.called(value) in _PLACES:
        return names[0], _PLACES[0], reading.code(value)
    if isinstance(value, cst.Call) and reading.called(value) == _EXECUTOR and len(value.args) == 1 and (
            reading.called(value.args[0].value) in _PLACES):
        return names[0], reading.code(value.func), reading.code(value.args[0].value)
    return None


# -- minimize() --------------------------------------------------------------------------------------------------


def _hoisted(reading: Reading, branch: cst.If) -> str:
    """The text in which minimize() stands behind branches that all end with it."""
    lines = branches(branch)
    ends = [each[-1] for each in lines if len(each) > 1 and _is_minimize(each[-1])]
    if not ends or len(ends) < len(lines) or len({reading.code(each).strip() for each in ends}) > 1:
        return ""
    source, edits = reading.source, Edits(reading.source.text)
    for each in ends[:-1]:
        start, behind = lines_of(reading, each)
        edits.replace(source.line_start(start), source.line_start(behind), "")
    start, behind = (source.line_start(number) for number in lines_of(reading, ends[-1]))
    step = len(indentation(source, source.line(ends[-1]))) - len(indentation(source, source.line(branch)))
    rows = source.text[start:behind].split(source.newline)
    edits.replace(start, behind, source.newline.join(row[step:] if row[:step].isspace() else row for row in rows))
    return edits.result()


def _is_minimize(line: cst.CSTNode) -> bool:
    call = value_of(small(line))
    return isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "minimize"


def _with_named_loss(reading: Reading) -> str:
    """`minimize(mean(cost))` → `loss = mean(cost)`, `minimize(loss)`."""
    text = reading.source.text
    for _, call in reading.source.method_calls("minimize"):
        line = reading.source.parent(call, cst.SimpleStatementLine)
        loss = call.args[0].value if call.args and call.args[0].keyword is None else None
        if not isinstance(line, Line) or loss is None or isinstance(loss, cst.Name) or (
                value_of(small(line)) is not call) or not isinstance(loss, (cst.Call, cst.BinaryOperation)):
            continue
        name = reading.free(call, "loss")
        start = reading.source.line_start(reading.source.line(line))
        edits = Edits(text)
        indent = indentation(reading.source, reading.source.line(line))
        edits.insert(start, f"{indent}{name} = {reading.code(loss)}{reading.source.newline}")
        edits.replace(*reading.source.span(loss), name)
        return edits.result()
    return text


def _replaced(reading: Reading, first: cst.CSTNode, last: cst.CSTNode, texts: list[str]) -> str:
    """The file with these lines in place of some statements, whose comments stand above."""
    source, edits = reading.source, Edits(reading.source.text)
    start, end = source.line_start(source.line(first)), source.line_start(lines_of(reading, last)[1])
    indent = indentation(source, source.line(first))
    rows = [*(each.value for each in source.comments if start <= each.start < end), *texts]
    edits.replace(start, end, "".join(f"{indent}{row}{source.newline}" for row in rows))
    return edits.result()

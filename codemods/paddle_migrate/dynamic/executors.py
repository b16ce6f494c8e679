"""An executor that is another one, or is made at the same place, as that one: programs know them apart by nothing."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Line, Reading, small, target_names, value_of
from paddle_migrate.dynamic.rounds import settled
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_EXECUTOR = "paddle.static.Executor"


def with_one_executor(text: str) -> str:
    """The text without `other = exe`, and without branches that choose between `exe` and one like it."""
    return settled(text, lambda old: _step(Reading(old))) if text.count(_EXECUTOR.rpartition(".")[2]) else text


def _step(reading: Reading) -> str:
    for scope in reading.scopes.everywhere():
        for name, bindings in scope.bindings.items():
            whole = _whole(reading, bindings)
            others = [found for each in bindings for found in _executors(reading, each)] if whole is not None else []
            first = next((each for each in others if isinstance(each, cst.Name)), None)
            if whole is None or first is None or len(reading.bindings(first)) != 1 or first.value == name or len({
                    _place(reading, each) for each in others} - {""}) != 1:
                continue
            uses = bindings[0].uses
            if all(reading.scopes.of(use).find(first.value) == reading.bindings(first) for use in uses):
                return _without(reading, whole, uses, first.value)
    return reading.source.text


def _without(reading: Reading, whole: list[cst.CSTNode], uses: list[cst.Name], name: str) -> str:
    """The text with another name for these uses, and without statements, whose comments stay."""
    source, edits = reading.source, Edits(reading.source.text)
    for use in uses:
        edits.replace(*source.span(use), name)
    for each in whole:
        start, end = source.line_start(source.line(each)), source.line_start(lines_of(reading, each)[1])
        indent = source.indentation(each)
        said = [comment.value for comment in source.comments if start <= comment.start < end]
        edits.replace(start, end, "".join(f"{indent}{row}{source.newline}" for row in said))
    return edits.result()


def _whole(reading: Reading, bindings: list[Binding]) -> list[cst.CSTNode] | None:
    """The statements that bind a name, and do nothing else: lines, or branches; not the last of a block."""
    lines = [reading.source.parents.get(each.node) for each in bindings]
    if not lines or not all(isinstance(line, Line) and len(target_names(small(line))) == 1 for line in lines):
        return None
    found = {id(each): each for each in (_branch(reading, line, lines) for line in lines)}
    blocks = [reading.source.parents.get(each) for each in found.values()]
    alone = any(isinstance(block, cst.IndentedBlock) and all(id(line) in found for line in block.body)
                for block in blocks)
    return None if alone or None in found.values() else [each for each in found.values() if each is not None]


def _branch(reading: Reading, line: cst.CSTNode | None, lines: list[cst.CSTNode | None]) -> cst.CSTNode | None:
    """The line, or the outermost `if` that holds nothing but such lines."""
    found, at = line, line
    while at is not None and not isinstance(at, (cst.FunctionDef, cst.ClassDef)):
        found = at if _holds_only(at, lines) else found
        at = reading.source.parents.get(at)
    return found


def _holds_only(node: cst.CSTNode | None, lines: list[cst.CSTNode | None]) -> bool:
    """Whether it is one of the lines, or an `if` of them."""
    if not isinstance(node, (cst.If, cst.Else)):
        return any(node is each for each in lines)
    other = node.orelse if isinstance(node, cst.If) else None
    return isinstance(node.body, cst.IndentedBlock) and all(_holds_only(each, lines) for each in node.body.body) and (
        other is None or _holds_only(other, lines))


def _executors(reading: Reading, binding: Binding) -> list[cst.BaseExpression | None]:
    """`exe`, `Executor(place)`, what an expression chooses of these; None for what is no executor."""
    value = value_of(binding.node)
    chosen = [value.body, value.orelse] if isinstance(value, cst.IfExp) else [value]
    return [each if reading.called(reading.value(each)) == _EXECUTOR else None for each in chosen]


def _place(reading: Reading, node: cst.BaseExpression | None) -> str:
    """The text of an executor's place, where what it says cannot change; "" of what is no executor."""
    made = reading.value(node)
    place = reading.value(argument(made, 0, "place")) if isinstance(made, cst.Call) else None
    if node is None or place is None:
        return f"{id(node)}"
    changed = {reading.code(each.target) for each in reading.source.all(cst.AssignTarget)
               if isinstance(each.target, (cst.Attribute, cst.Subscript))}
    read = {reading.code(each) for each in reading.inside(place) if isinstance(each, (cst.Attribute, cst.Subscript))}
    steady = all(len(reading.bindings(each)) <= 1 for each in reading.loads_in(place)) and not read & changed
    return " ".join(reading.code(place).split()) if steady else f"{id(place)}"

"""An executor that is another one, or is made at the same place, as that one: programs know them apart by nothing."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Line, Reading, branches, small, target_names, value_of
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
            others = [_executor(reading, each) for each in bindings] if whole is not None else []
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
    """The line, or the outermost `if` all of whose branches are such lines."""
    at = line
    while at is not None:
        above = reading.source.parents.get(reading.source.parents.get(at))
        while isinstance(above, cst.Else) or (isinstance(above, cst.If) and isinstance(
                reading.source.parents.get(above), cst.If)):
            above = reading.source.parents.get(above)
        inner = [each for block in branches(above) for each in block] or (
            list(above.body.body) if isinstance(above, cst.If) and above.orelse is None else [])
        if not inner or not all(each in lines for each in inner):
            return at
        at = above
    return None


def _executor(reading: Reading, binding: Binding) -> cst.BaseExpression | None:
    """`exe`, `Executor(place)`, if it is one."""
    value = value_of(binding.node)
    made = reading.value(value) if isinstance(value, cst.Name) else value
    return value if reading.called(made) == _EXECUTOR else None


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

"""Counts of areas under curves that a script sets to zero in the scope of its programs: layers have them, and begin
anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import libcst as cst

from paddle_migrate.dynamic.held import SCOPE
from paddle_migrate.dynamic.helpers import RUNNING_AUC
from paddle_migrate.dynamic.pieces import lines_of, take_out
from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, body_of, small, target_names, value_of
from paddle_migrate.dynamic.written_in import spelled
from paddle_migrate.facts.scopes import BY_TEXT
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_MAIN = "paddle.static.default_main_program"
_STATES = 2  # the place of the counts in what a running area gives
_TENSOR = re.compile(r"(\w+)=(.+)\.(?:find_)?var\((\w+(?:\.name)?)\)\.get_tensor\(\)")
_ZEROS = r"\w+\.zeros\({0}\.(?:_get_dims|shape)\(\)\)(?:\.astype\([^()]+\))?"


def with_resets(text: str) -> str:
    """The text with `layer.reset()` of each `RunningAuc` in place of `for state in states: set_zero(state.name)`, where
    all that there are begin anew at once."""
    name = RUNNING_AUC.partition(".")[2]
    if name not in text or SCOPE.rpartition(".")[2] not in text or BY_TEXT.search(text):
        return text
    reading = Reading(text)
    states = {_states(reading, call) for call in reading.calls if is_layer(reading, call) and reading.called(
        call.func) == RUNNING_AUC}
    loops = [each for each in reading.source.all(cst.For) if _zeroed(reading, each)]
    groups = list(_groups(reading, loops))
    if not groups or "" in states or any({_zeroed(reading, each) for each in group} != states for group in groups):
        return text
    return _Resets(reading, groups, name).text()


def _states(reading: Reading, call: cst.Call) -> str:
    """The name of its counts, where it is nothing else; "" where they have none."""
    statement = reading.source.parents.get(call)
    names = target_names(statement)
    is_plain = isinstance(statement, cst.Assign) and value_of(statement) is call and len(names) > _STATES
    return names[_STATES] if is_plain and len(reading.scopes.of(call).bindings[names[_STATES]]) == 1 else ""


def _zeroed(reading: Reading, loop: cst.For) -> str:
    """The name of what a loop goes through, if all that it does is to set to zero what has the names of these."""
    if not isinstance(loop.iter, cst.Name) or not isinstance(loop.target, cst.Name) or loop.orelse is not None:
        return ""
    lines, name = body_of(loop), f"{loop.target.value}.name"  # type: ignore[arg-type]
    call = value_of(small(lines[0])) if len(lines) == 1 else None
    if isinstance(call, cst.Call) and (function := _function(reading, call)) is not None:
        inner = body_of(function)[1 if function.get_docstring() is not None else 0:]
        named = _name_that_is_zeroed(reading, inner, function)
        names = [each.name.value for each in function.params.params]
        given = argument(call, names.index(named), named) if named in names else None
        scopes = [argument(call, place, each.name.value) for place, each in enumerate(function.params.params)
                  if reading.called(each.default) == SCOPE]
        is_one = given is not None and reading.code(given) == name and all(
            each is None or reading.called(each) == SCOPE for each in scopes)
        return loop.iter.value if is_one and not any(arg.star for arg in call.args) else ""
    return loop.iter.value if _name_that_is_zeroed(reading, lines, None) == name else ""


def _function(reading: Reading, call: cst.Call) -> cst.FunctionDef | None:
    found = reading.bindings(call.func)
    node = found[0].node if len(found) == 1 else None
    return node if isinstance(node, cst.FunctionDef) and not node.decorators else None


def _name_that_is_zeroed(reading: Reading, lines: list[cst.CSTNode], function: cst.FunctionDef | None) -> str:
    """`name` of `tensor = scope.var(name).get_tensor()` and `tensor.set(np.zeros(tensor.shape()), place)`."""
    codes = ["".join(reading.code(statement).split()) if (statement := small(each)) is not None else ""
             for each in lines]
    first = _TENSOR.fullmatch(codes[0]) if codes else None
    zeros = _ZEROS.format(re.escape(first[1])) if first is not None else ""
    made = re.fullmatch(rf"(\w+)={zeros}", codes[1]) if len(codes) == 3 else None
    given = re.escape(made[1]) if made is not None else zeros
    is_set = first is not None and len(codes) == (2 if made is None else 3) and re.fullmatch(
        rf"{re.escape(first[1])}\.set\({given},.+\)", codes[-1])
    numpy = [call for line in lines for call in reading.calls_in(line) if reading.called(call) == "numpy.zeros"]
    return first[3] if first is not None and is_set and len(numpy) == 1 and _is_global(
        reading, lines[0], function) else ""


def _is_global(reading: Reading, line: cst.CSTNode, function: cst.FunctionDef | None) -> bool:
    """Whether the scope that a statement asks is the one that programs run in: by itself, or as a default."""
    if any(reading.called(call) == SCOPE for call in reading.calls_in(line)):
        return True
    params = function.params.params if function is not None else ()
    return any(reading.called(each.default) == SCOPE and each.name.value in reading.names_in(line) for each in params)


def _groups(reading: Reading, loops: list[cst.For]) -> Iterator[list[cst.For]]:
    """Loops of which one follows the other."""
    for block in dict.fromkeys(reading.source.parents[loop] for loop in loops):
        rows = list(block.body) if isinstance(block, (cst.IndentedBlock, cst.Module)) else []
        for is_one, group in groupby(rows, loops.__contains__):
            if is_one:
                yield [each for each in group if isinstance(each, cst.For)]


class _Resets:
    def __init__(self, reading: Reading, groups: list[list[cst.For]], name: str) -> None:
        self.reading, self.groups, self.name = reading, groups, name

    def text(self) -> str:
        reading, source = self.reading, self.reading.source
        edits, every = Edits(source.text), [each for group in self.groups for each in group]
        for group in self.groups:
            for number, loop in enumerate(group):
                start, end = (source.line_start(line) for line in lines_of(reading, loop))
                edits.replace(start, end, self._written(loop) if number == 0 else "")
        functions = {id(found): found for each in every for call in reading.calls_in(each.body)
                     if (found := _function(reading, call)) is not None}
        for function in functions.values():
            uses = reading.uses(reading.scopes.of(function), function.name.value)
            if all(any(source.lies_in(use, each) for each in every) for use in uses):
                take_out(edits, reading, function)
        return edits.result()

    def _written(self, loop: cst.For) -> str:
        source, indent = self.reading.source, self.reading.source.indentation(loop)
        layer = self.reading.free(loop, "layer")
        rows = [f"for {layer} in {spelled(self.reading, _MAIN)}().sublayers():",
                f"{source.indent}if isinstance({layer}, {self.name}):", f"{source.indent * 2}{layer}.reset()"]
        first = lines_of(self.reading, loop)[0]
        above = [source.line_text(line) for line in range(first, source.line(loop))]
        head = source.comments
        behind = [each.value for each in head if source.line_at(each.start) == source.line(loop)]
        rows[0] += f"  {behind[0]}" if behind else ""
        return "".join(f"{row}{source.newline}" for row in [*above, *(f"{indent}{row}" for row in rows)])

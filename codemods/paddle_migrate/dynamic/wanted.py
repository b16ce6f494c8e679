"""Which parameters a program trains, as a list says that it is given: those of a program, of some names, or both."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.dynamic.helpers import EVERY, VARIABLES
from paddle_migrate.dynamic.reading import Line, Reading, small, targets, value_of

_IS_PARAMETER = "written.is_parameter"


@dataclass
class Wanted:
    """Those of `program` (None: of the loss's) for which `test` holds of `name`; `lines` made the list."""

    name: str
    program: cst.BaseExpression | None = None
    test: str = ""
    lines: list[cst.CSTNode] = field(default_factory=list[cst.CSTNode])


def find_wanted(reading: Reading, given: cst.BaseExpression) -> Wanted | None:
    """None where it is not seen."""
    value, lines = reading.value(given), list[cst.CSTNode]()
    bindings = reading.bindings(given)
    if value is not given:
        line = reading.source.parent(value, cst.SimpleStatementLine) if value is not None else None
        if not isinstance(line, Line) or value_of(small(line)) is not value or len(list(targets(small(line)))) != 1:
            return None
        lines.append(line)
        uses = [use for use in bindings[0].uses if use is not given]
        if uses:
            return _of_loop(reading, value, uses, lines)
    if isinstance(value, cst.ListComp) and value.for_in.inner_for_in is None:
        within = value.for_in
        return _chosen(reading, within.target, within.iter, value.elt, [each.test for each in within.ifs], lines)
    texts = [each.value for each in value.elements] if isinstance(value, (cst.List, cst.Tuple)) else []
    if not texts or not all(isinstance(each, cst.SimpleString) for each in texts) or value is None:
        return None
    return Wanted("each", None, f"each.name in {reading.code(value)}", lines)


def _of_loop(
    reading: Reading, value: cst.BaseExpression | None, uses: list[cst.Name], lines: list[cst.CSTNode]
) -> Wanted | None:
    """`for each in list_vars(program): if …: found.append(each.name)`."""
    append = reading.source.parents.get(uses[0])
    call = reading.source.parents.get(append)
    loop = reading.source.parent(uses[0], cst.For)
    is_empty = (isinstance(value, cst.List) and not value.elements) or (
        isinstance(value, cst.Call) and reading.code(value) == "list()")
    if len(uses) > 1 or not is_empty or not isinstance(loop, cst.For) or not isinstance(call, cst.Call) or (
            call.func is not append or len(call.args) != 1) or not isinstance(append, cst.Attribute) or (
            append.attr.value != "append") or loop.orelse is not None:
        return None
    tests, block = list[cst.BaseExpression](), loop.body
    while len(block.body) == 1 and isinstance(test := block.body[0], cst.If) and test.orelse is None:
        tests.append(test.test)
        block = test.body
    if len(block.body) != 1 or value_of(small(block.body[0])) is not call:
        return None
    return _chosen(reading, loop.target, loop.iter, call.args[0].value, tests, [*lines, loop])


def _chosen(
    reading: Reading, target: cst.BaseExpression, source: cst.BaseExpression, taken: cst.BaseExpression,
    tests: list[cst.BaseExpression], lines: list[cst.CSTNode]
) -> Wanted | None:
    """Each of a program's, or its name, of which the tests hold."""
    name, called = reading.code(target), reading.called(source)
    parts = [part for test in tests for part in _parts(test)]
    asked = [part for part in parts if _is_parameter(reading, part, name)]
    if called not in (EVERY, VARIABLES) or not isinstance(source, cst.Call) or not isinstance(target, cst.Name) or (
            reading.code(taken) not in (name, f"{name}.name")) or (called == VARIABLES and not asked):
        return None
    left = [part for part in parts if part not in asked]
    read = [each for part in left for each in reading.loads_in(part)]
    if any(not _is_name(reading, each) if each.value == name else len(reading.bindings(each)) > 1 for each in read):
        return None
    codes = [f"({reading.code(each)})" if isinstance(each, (cst.BooleanOperation, cst.IfExp)) and len(
        left) > 1 else reading.code(each) for each in left]
    return Wanted(name, source.args[0].value, " and ".join(codes), lines)


def _parts(test: cst.BaseExpression) -> list[cst.BaseExpression]:
    """`a`, `b` of `a and b`."""
    if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And):
        return [*_parts(test.left), *_parts(test.right)]
    return [test]


def _is_parameter(reading: Reading, test: cst.BaseExpression, name: str) -> bool:
    is_asked = isinstance(test, cst.Call) and reading.called(test) == _IS_PARAMETER and reading.code(
        test.args[0].value) == name
    return is_asked or reading.code(test) == f"{name}.is_parameter"


def _is_name(reading: Reading, use: cst.Name) -> bool:
    above = reading.source.parents.get(use)
    return isinstance(above, cst.Attribute) and above.value is use and above.attr.value == "name"

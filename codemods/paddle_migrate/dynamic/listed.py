"""Lists of what a program is fed, or gives: as written, put together of others, or looked up by their names."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.helpers import FED_FIRST, VARIABLE
from paddle_migrate.dynamic.pieces import take_out
from paddle_migrate.dynamic.reading import Line, Reading, small, target_names, value_of
from paddle_migrate.facts.scopes import BY_TEXT
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

NOT_SEEN = "it is not seen here what the feeder feeds"


def listed(reading: Reading, node: cst.BaseExpression | None) -> list[cst.BaseExpression]:
    """What a list names: variables, or the names of data: of `[variable(program, name) for name in names]`, and of
    `[variable(program, "x")]`, as well."""
    value = reading.value(node)
    if isinstance(value, cst.Call) and reading.called(value) == FED_FIRST and len(value.args) == 1:
        return listed(reading, value.args[0].value)
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add):
        left, right = listed(reading, value.left), listed(reading, value.right)
        return [*left, *right] if left and right else []
    if isinstance(value, cst.ListComp) and isinstance(value.for_in.target, cst.Name) and not value.for_in.ifs and (
            value.for_in.inner_for_in is None and reading.called(value.elt) == VARIABLE):
        name = argument(value.elt, 1, "name") if isinstance(value.elt, cst.Call) else None
        if isinstance(name, cst.Name) and name.value == value.for_in.target.value:
            value = reading.value(value.for_in.iter)
    return [_named(reading, each.value) for each in value.elements] if isinstance(value, (cst.List, cst.Tuple)) else []


def _named(reading: Reading, node: cst.BaseExpression) -> cst.BaseExpression:
    name = argument(node, 1, "name") if isinstance(node, cst.Call) and reading.called(node) == VARIABLE else None
    return name if isinstance(name, cst.SimpleString) else node


def fed_name(node: cst.BaseExpression, keys: dict[str, str]) -> str:
    """How what a list names is called: a variable's name, or the one that is fed under a key."""
    if isinstance(node, cst.SimpleString):
        return keys.get(str(node.evaluated_value), "")
    return node.value if isinstance(node, cst.Name) else ""


def with_counted(text: str) -> str:
    """The number in place of `len(results)`, of a list of variables that nothing changes: networks have no lists."""
    if "len(" not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    for call in reading.calls:
        node = call.args[0].value if len(call.args) == 1 else None
        value = reading.value(node)
        if reading.code(call.func) == "len" and not reading.bindings(call.func) and value is not node and isinstance(
                value, (cst.List, cst.Tuple)) and all(isinstance(each, cst.Element) and isinstance(
                each.value, cst.Name) for each in value.elements) and not any(map(
                reading.source.is_set, reading.bindings(node)[0].uses)) and all(
                isinstance(reading.source.parents.get(use), (cst.Arg, cst.CompFor, cst.For))
                for use in reading.bindings(node)[0].uses):
            edits.replace(*reading.source.span(call), str(len(value.elements)))
    return edits.result()


def without_unread(text: str) -> str:
    """The text without `fetched = [loss, acc]` in a function, which nothing reads."""
    if BY_TEXT.search(text):
        return text
    reading, edits = Reading(text), Edits(text)
    every = [bindings for scope in reading.scopes.everywhere() if isinstance(scope.node, cst.FunctionDef)
             for bindings in scope.bindings.values() if not any(each.uses for each in bindings)]
    for bindings in every:
        lines = [reading.source.parents.get(each.node) for each in bindings]
        if all(isinstance(line, Line) and _is_list(small(line)) and _is_one_of_several(reading, line)
               for line in lines):
            for line in lines:
                take_out(edits, reading, line, with_comments=False)  # type: ignore[arg-type]
    return edits.result()


def _is_list(statement: cst.BaseSmallStatement | None) -> bool:
    """Whether it gives a name a list of names."""
    value = value_of(statement)
    return isinstance(statement, cst.Assign) and len(statement.targets) == len(target_names(statement)) == 1 and (
        isinstance(value, (cst.List, cst.Tuple)) and all(isinstance(each.value, cst.Name) for each in value.elements))


def _is_one_of_several(reading: Reading, line: cst.CSTNode) -> bool:
    block = reading.source.parents.get(line)
    return isinstance(block, cst.IndentedBlock) and not all(_is_list(small(each)) for each in block.body)


def with_fed_names(text: str) -> str:
    """The name under which it is fed in place of `x.name`: what a loop is fed has none."""
    if "paddle.static.data" not in text or ".name" not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    for node in reading.source.attributes.get("name", ()):
        data = reading.value(node.value)
        key = argument(data, 0, "name") if isinstance(data, cst.Call) and reading.called(data) == (
            "paddle.static.data") and data is not node.value else None
        if isinstance(key, cst.SimpleString) and not isinstance(reading.source.parents.get(node), cst.AssignTarget):
            edits.replace(*reading.source.span(node), reading.code(key))
    return edits.result()

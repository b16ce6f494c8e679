"""Methods that a class does not need to build a program: they stand in __init__, or are functions."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.dynamic.pieces import indentation, lines_of
from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, body_of, small, value_of
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.parsing import python_error

Mention = Callable[[str], bool]


def class_of(reading: Reading, name: str) -> cst.ClassDef:
    return next(each for each in reading.source.module.body
                if isinstance(each, cst.ClassDef) and each.name.value == name)


def methods_of(node: cst.ClassDef) -> dict[str, cst.FunctionDef]:
    lines = node.body.body if isinstance(node.body, cst.IndentedBlock) else ()
    return {each.name.value: each for each in lines if isinstance(each, cst.FunctionDef)}


def has_long_strings(reading: Reading, node: cst.CSTNode) -> bool:
    return any(isinstance(each, (cst.SimpleString, cst.FormattedString)) and "\n" in reading.code(each)
               for each in reading.inside(node))


def with_built(reading: Reading, node: cst.ClassDef, mention: Mention) -> str:
    """The text in which methods that __init__ alone calls, and that take and give nothing, stand in it."""
    init = methods_of(node).get("__init__")
    for line in body_of(init) if init is not None else []:
        method = _built_by(reading, node, line, mention)
        if init is None or method is None or reading.scope(method).bindings.keys() & reading.scope(
                init).bindings.keys() - {"self"}:
            continue
        source, edits = reading.source, Edits(reading.source.text)
        start, end = (source.line_start(each) for each in lines_of(reading, line))
        first, last = _body(reading, method)
        edits.replace(start, end, source.text[first:last])
        edits.replace(_with_room(reading, method), last, "")
        new = edits.result()
        if python_error(new) is None:
            again = Reading(new)
            return with_built(again, class_of(again, node.name.value), mention)
    return reading.source.text


def _built_by(reading: Reading, node: cst.ClassDef, line: cst.CSTNode, mention: Mention) -> cst.FunctionDef | None:
    """The method that is called so, `self.build()`, and nowhere else."""
    call = value_of(small(line))
    name = call.func.attr.value if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) else ""
    method = methods_of(node).get(name)
    uses = [each for each in reading.source.all(cst.Attribute) if each.attr.value == name]
    is_alone = isinstance(small(line), cst.Expr) and len(uses) == 1 and not mention(f".{name}")
    if method is None or not is_alone or not isinstance(call, cst.Call) or call.args or len(
            method.params.params) != 1 or method.decorators or method.get_docstring() is not None:
        return None
    leaves = any(isinstance(each, (cst.Return, cst.Yield)) for each in reading.inside(method))
    return None if leaves or has_long_strings(reading, method) else method


def _body(reading: Reading, method: cst.FunctionDef) -> tuple[int, int]:
    source, body = reading.source, body_of(method)
    return source.line_start(lines_of(reading, body[0])[0]), source.line_start(lines_of(reading, body[-1])[1])


def _with_room(reading: Reading, method: cst.FunctionDef) -> int:
    """Where a method begins, with the comments and the blank lines above it."""
    line = lines_of(reading, method)[0]
    while line > 1 and not reading.source.line_text(line - 1).strip():
        line -= 1
    return reading.source.line_start(line)


def with_functions(text: str, name: str, mention: Mention) -> str:
    """The text in which methods that build a part of a network, and read nothing of the object, are functions."""
    reading = Reading(text)
    source, edits, rows = reading.source, Edits(text), ""
    node = class_of(reading, name)
    found = _plain(reading, node, mention)
    if not any(is_layer(reading, call) for method in found.values() for call in reading.calls_in(method)):
        return text
    for each in [each for each in source.all(cst.Attribute) if each.attr.value in found]:
        edits.replace(*source.span(each), each.attr.value)
    for method in found.values():
        params = method.params.params
        start, end = source.span(params[0])
        edits.replace(start, source.start(params[1]) if len(params) > 1 else end, "")
        first, last = (source.line_start(number) for number in lines_of(reading, method))
        step = len(indentation(source, source.line(method)))
        part = edits.render(first, last, closed=False).rstrip().split(source.newline)
        rows += source.newline.join([*(row[min(step, len(row) - len(row.lstrip())):] for row in part), "", "", ""])
        edits.replace(_with_room(reading, method), last, "")
    edits.insert(source.line_start(lines_of(reading, node)[0]), rows)
    new = edits.result()
    return new if python_error(new) is None else text


def _plain(reading: Reading, node: cst.ClassDef, mention: Mention) -> dict[str, cst.FunctionDef]:
    """Methods that could be functions of these names, together."""
    taken = {each for scope in reading.scopes.everywhere() if scope.node is not node for each in scope.bindings}
    found = {name: method for name, method in methods_of(node).items() if name not in taken and method.params.params
             and not method.decorators and not mention(f".{name}") and not has_long_strings(reading, method)}
    while True:
        other = next((name for name, each in found.items() if not _reads_only(reading, node, each, set(found))), None)
        if other is None:
            return found
        del found[other]


def _reads_only(reading: Reading, node: cst.ClassDef, method: cst.FunctionDef, others: set[str]) -> bool:
    """Whether the object is there for nothing but its methods of these names, and it alone calls the method."""
    own = [reading.source.parents.get(each) for each in reading.loads_in(method.body)
           if each.value == method.params.params[0].name.value]
    uses = [each for each in reading.source.all(cst.Attribute) if each.attr.value == method.name.value]
    return all(isinstance(each, cst.Attribute) and each.attr.value in others for each in own) and all(
        isinstance(each.value, cst.Name) and each.value.value == "self" and reading.source.lies_in(each, node)
        and isinstance(reading.source.parents.get(each), cst.Call) for each in uses)

"""Readers that make the variables which they feed, as loaders of variables that are declared."""

from __future__ import annotations

from itertools import count

import libcst as cst

from paddle_migrate.dynamic.helpers import READER
from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Line, Reading, small, target_names, targets, value_of
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_DATA = "paddle.static.data"
_Lists = cst.List | cst.Tuple


def with_declared_data(text: str) -> str:
    """`x = paddle.static.data("x", shape, dtype)` and `reader = FeedLoader([x, y])` in place of
    `reader = ProgramReader(…)` and `x, y = reader.read_file()`."""
    if READER.partition(".")[2] not in text:
        return text
    reading = Reading(text)
    helper, edits, keys = reading.helper(READER), Edits(text), set[tuple[int, str]]()
    if not isinstance(helper, cst.ClassDef):
        return text
    data = next(call for call in reading.calls_in(helper) if reading.called(call) == _DATA)
    method = reading.source.parent(data, cst.FunctionDef)
    words = tuple(map(reading.code, (data.func, helper.bases[0].value, method.name))) if method is not None else ()
    for call in reading.calls:
        if reading.called(call) == READER:
            _declare(reading, edits, call, words, keys)
    return edits.result()


def _declare(
    reading: Reading, edits: Edits, call: cst.Call, words: tuple[str, ...], keys: set[tuple[int, str]]
) -> None:
    """`words`: how the file calls what declares data, the loader, and what a reader is asked by; `keys`: what data are
    fed under, by the line of the outermost block that they are declared in."""
    source, made = reading.source, _line_of(reading, call)
    names = target_names(small(made)) if made is not None else []
    bindings = reading.scopes.of(call).bindings[names[0]] if len(names) == 1 else []
    given = [_only(reading, argument(call, place, word)) for place, word in ((1, "shapes"), (2, "dtypes"))]
    capacity = argument(call, 0, "capacity")
    read = _read(reading, bindings[0].uses, words[2]) if len(bindings) == 1 else None
    if made is None or read is None or not all(map(_is_list, given)) or capacity is None:
        return
    variables = list(targets(small(read)))
    fields = list(zip(*(each.elements for each in given if isinstance(each, _Lists)), strict=False))
    plain = all(isinstance(each, cst.Name) for each in variables) and len(fields) == len(variables)
    if not plain or not _runs_with(reading, read, made):
        return
    between = f"{source.newline}{source.indentation(read)}"
    rows, listed = list[str](), [reading.code(each) for each in variables]
    for name, (shape, dtype) in zip(listed, fields, strict=True):
        block = _block(reading, read)
        free = (each for each in map("field_{}".format, count()) if each not in source.text)
        key = next(each for each in free if (block, each) not in keys)
        keys.add((block, key))
        rows.append(f"{name} = {words[0]}({reading.string(key)}, {reading.code(shape.value)}, "
                    f"{reading.code(dtype.value)})")
    rows.append(f"{names[0]} = {words[1]}([{', '.join(listed)}], capacity={reading.code(capacity)})")
    edits.replace(*source.core(read), between.join(rows))
    edits.replace(source.line_start(source.line(made)), source.line_start(lines_of(reading, made)[1]), "")


def _read(reading: Reading, uses: list[cst.Name], method: str) -> Line | None:
    """The statement that names what the reader feeds, before anything else is done with it."""
    found = [each for each in map(reading.source.parents.get, uses)
             if isinstance(each, cst.Attribute) and each.attr.value == method]
    call = reading.source.parents.get(found[0]) if len(found) == 1 and found[0].value is uses[0] else None
    return _line_of(reading, call) if isinstance(call, cst.Call) else None


def _runs_with(reading: Reading, line: Line, first: Line) -> bool:
    """Whether a statement runs whenever the first one has, as often."""
    at: cst.CSTNode | None = line
    while at is not None:
        at = reading.source.parents.get(at)
        if at is reading.source.parents.get(first):
            return True
        if not isinstance(at, (cst.IndentedBlock, cst.With)):
            return False
    return False


def _line_of(reading: Reading, call: cst.Call) -> Line | None:
    """The statement that gives what is called names."""
    line = reading.source.parents.get(reading.source.parents.get(call))
    return line if isinstance(line, Line) and value_of(small(line)) is call and len(
        small(line).targets if isinstance(small(line), cst.Assign) else ()) == 1 else None  # type: ignore[union-attr]


def _block(reading: Reading, line: Line) -> int:
    """The line of the outermost `with` around a statement; 0 where there is none."""
    at, found = reading.source.parents.get(line), 0
    while at is not None and not isinstance(at, cst.FunctionDef):
        found = reading.source.line(at) if isinstance(at, cst.With) else found
        at = reading.source.parents.get(at)
    return found


def _only(reading: Reading, node: cst.BaseExpression | None) -> cst.BaseExpression | None:
    """What it stands for, where nothing else has that."""
    bindings = reading.bindings(node)
    return reading.value(node) if not bindings or len(bindings[0].uses) == 1 else node


def _is_list(node: cst.BaseExpression | None) -> bool:
    return isinstance(node, _Lists) and all(isinstance(each, cst.Element) for each in node.elements)

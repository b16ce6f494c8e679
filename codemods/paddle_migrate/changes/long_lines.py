"""Lines that have become too long are broken, where the statement had none so long before."""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.changes import Changes
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.text.wrapping import WIDTH, wrapped

_INDENT = "    "
_LONG = re.compile(rf"^.{{{WIDTH + 1},}}", re.MULTILINE)


def has_long_lines(old: str, new: str) -> bool:
    """Whether the new text has longer lines than the old one and than is usual."""
    long = {line for line in new.splitlines() if len(line) > WIDTH}
    return bool(long) and not long.issubset(old.splitlines())


def wrap_long_lines(changes: Changes) -> None:
    """Once all is rewritten."""
    source, edits = changes.source, changes.edits
    statements = {source.start(statement): statement for statement in source.all(cst.SimpleStatementLine)}
    text, places = edits.placed(statements)
    for start in _with_long_lines(text, places):
        place, end = places[start], source.core(statements[start].body[-1])[1]
        before = source.text[source.line_start(source.line_at(start)) : end].splitlines()
        if any(len(line) > WIDTH for line in before):
            continue
        column = place - (text.rfind("\n", 0, place) + 1)
        lines = edits.render(start, end, enclosed=True).split("\n")
        if len(lines[0]) + column > WIDTH or any(len(line) > WIDTH for line in lines[1:]):
            _wrap(changes, start, end, column)


def _with_long_lines(text: str, places: dict[int, int]) -> Iterator[int]:
    """The offsets of `places` behind which such lines of the text stand, each once."""
    known = sorted((place, start) for start, place in places.items())
    behind = [bisect.bisect_right(known, (line.end(), 0)) - 1 for line in _LONG.finditer(text)]
    yield from (known[number][1] for number in dict.fromkeys(behind) if number >= 0)


def _wrap(changes: Changes, start: int, end: int, column: int) -> None:
    edits, indent = changes.edits, changes.source.indent
    with edits.by(edits.origin_in(start, end)):
        edits.enclose(start, end, lambda: wrapped(edits.render(start, end, enclosed=True), column, indent))


def with_short_lines(old: str, new: str) -> str:
    """The new text, in which statements, and heads of functions, that have longer lines than is usual and than the old
    text has are broken; those with comments stay."""
    tree = python_tree(new) if has_long_lines(old, new) else None
    if tree is None:
        return new
    newline = "\r\n" if "\r\n" in new else "\n"
    lines, known = new.split(newline), set(old.splitlines())
    places = [(each.lineno, _last(each)) for each in ast.walk(tree) if isinstance(each, ast.stmt)]
    for first, last in sorted(set(places), reverse=True):
        part = lines[first - 1 : last]
        if any(len(line) > WIDTH and line not in known for line in part) and not any(
                mark in line for line in part for mark in ("#", '"""', "'''")):
            column = len(part[0]) - len(part[0].lstrip())
            inner = "\n".join([part[0][column:], *(line.removeprefix(part[0][:column]) for line in part[1:])])
            broken = wrapped(inner, 0, _INDENT, WIDTH - column).split("\n")
            lines[first - 1 : last] = [f"{part[0][:column]}{line}".rstrip() for line in broken]
    text = newline.join(lines)
    broken_tree = python_tree(text)
    is_same = broken_tree is not None and ast.dump(broken_tree) == ast.dump(tree)
    return text if is_same else new


def _last(node: ast.stmt) -> int:
    """The last line of a statement, of a function that of its head; none of other blocks."""
    if isinstance(node, ast.FunctionDef):
        return max([node.lineno, *(each.lineno for each in (*node.args.args, *node.args.kwonlyargs))])
    return 0 if hasattr(node, "body") else node.end_lineno or 0

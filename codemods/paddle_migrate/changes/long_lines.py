"""Lines that have become too long are broken, where the statement had none so long before."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.changes import Changes
from paddle_migrate.text.wrapping import WIDTH, wrapped


def has_long_lines(old: str, new: str) -> bool:
    """Whether the new text has longer lines than the old one and than is usual."""
    return any(len(line) > WIDTH for line in set(new.splitlines()).difference(old.splitlines()))


def wrap_long_lines(changes: Changes) -> None:
    """Once all is rewritten."""
    source, edits = changes.source, changes.edits
    statements = {source.core(statement)[0]: statement for statement in source.all(cst.SimpleStatementLine)}
    text, places = edits.placed(statements)
    for start, statement in statements.items():
        place = places.get(start)
        end = source.core(statement.body[-1])[1]
        before = source.text[source.line_start(source.line_at(start)) : end].splitlines()
        if place is None or any(len(line) > WIDTH for line in before):
            continue
        column = place - (text.rfind("\n", 0, place) + 1)
        lines = edits.render(start, end, enclosed=True).split("\n")
        if len(lines[0]) + column > WIDTH or any(len(line) > WIDTH for line in lines[1:]):
            _wrap(changes, start, end, column)


def _wrap(changes: Changes, start: int, end: int, column: int) -> None:
    edits, indent = changes.edits, changes.source.indent
    with edits.by(edits.origin_in(start, end)):
        edits.enclose(start, end, lambda: wrapped(edits.render(start, end, enclosed=True), column, indent))

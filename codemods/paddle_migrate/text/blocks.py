"""Where a block ends, told by its lines: nothing in it need be written for that."""

from __future__ import annotations

import re

import libcst as cst

_LAST = ("finalbody", "orelse", "handlers", "body")  # the first of these that a statement has is its last part
_LINE_END = re.compile(r"\r\n|\n|\r")


def last_of(node: cst.CSTNode) -> tuple[cst.CSTNode | None, int]:
    """The simple statement, or the clause of one line, that a block or a compound statement ends with, and how many
    lines with nothing but comments belong to it behind that. None for a kind that is not known."""
    footers = 0
    head = node
    while not isinstance(node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
        if isinstance(node, (cst.Match, cst.MatchCase)):
            return None, 0
        if isinstance(node, cst.IndentedBlock):
            footers += len(node.footer)
        else:
            head = node
        part = next(part for name in _LAST if (part := getattr(node, name, None)))
        node = part if isinstance(part, cst.CSTNode) else part[-1]
    return (head if isinstance(node, cst.SimpleStatementSuite) else node), footers


def behind_lines(text: str, at: int, count: int, newline: str) -> int:
    """Behind the end of this line and so many more; the last one of a text may lack its end, which counts."""
    for _ in range(count + 1):
        end = _LINE_END.search(text, at)
        if end is None:
            return len(text) + len(newline)
        at = end.end()
    return at

"""Where the nodes of a statement lie, by how wide each of its parts is: much quicker than to write them.

What is not in rows.py, or does not stand in the text as it says there, is left to who asks.
"""

from __future__ import annotations

import libcst as cst

from paddle_migrate.text.rows import HEADERS, KNOWN, Parts

Span = tuple[int, int]

_SPACE, _NAME, _NOTHING = cst.SimpleWhitespace, cst.Name, cst.MaybeSentinel
_MARKS = frozenset((cst.AssignEqual, cst.Comma, cst.Dot))  # one character, which nobody asks where it lies


class OtherwiseError(Exception):
    """The rows do not know a node, or the text has something else there."""


class Widths:
    """Notes where nodes lie, by their ids. `newline` and `indent`: how wide the text's own are."""

    def __init__(self, text: str, newline: int, outer: dict[int, Span], core: dict[int, Span]) -> None:
        self._text, self._newline, self._outer, self._core = text, newline, outer, core
        self._indent = 0

    def line(self, statement: cst.SimpleStatementLine, start: int, at: int, indent: int) -> int:
        """Note the parts of a statement that begins there, with the comments above it; where its line ends."""
        self._indent, first = indent, at
        for part in statement.body:
            at = self._place(part, at)
        self._core[id(statement)] = first, self._core[id(statement.body[-1])][1]
        at = self._place(statement.trailing_whitespace, at)
        self._outer[id(statement)] = start, at
        return at

    def header(self, head: cst.CSTNode, at: int, indent: int, is_elif: bool) -> int:
        """The same of what stands before a statement's block; where that ends."""
        self._indent = indent
        row = HEADERS.get(type(head))
        if row is None:
            raise OtherwiseError
        at = self._through(row.itself, head, at + 2 * is_elif)
        if self._text[at - 1 : at] != ":":
            raise OtherwiseError
        return at

    def _place(self, node: cst.CSTNode, at: int) -> int:
        """Note the node that begins there and all that is in it; where it ends."""
        row = KNOWN.get(type(node))
        if row is None:
            return self._space(node, at)
        start = at
        left = row.in_parentheses and node.lpar  # type: ignore[attr-defined]
        for each in left or ():
            at = self._place(each, at)
        if row.before is not None:
            at = self._through(row.before, node, at)
        core = at
        at = self._through(row.itself, node, at)
        if left or row.before is not None or row.behind is not None:
            self._core[id(node)] = core, at
            for each in node.rpar if left else ():  # type: ignore[attr-defined]
                at = self._place(each, at)
            if row.behind is not None:
                at = self._through(row.behind, node, at)
        self._outer[id(node)] = start, at
        return at

    def _through(self, parts: Parts, node: cst.CSTNode, at: int) -> int:
        text, outer = self._text, self._outer
        for part, before in zip(parts.read(node), parts.before):  # noqa: B905  # of one length, and very many
            at += before
            kind = type(part)
            if kind is _SPACE:
                at += len(part.value)
            elif kind is _NAME and not part.lpar:  # by far the commonest
                if not text.startswith(part.value, at):
                    raise OtherwiseError
                outer[id(part)] = at, at + len(part.value)
                at += len(part.value)
            elif kind in _MARKS and type(part.whitespace_before) is type(part.whitespace_after) is _SPACE:
                at += len(part.whitespace_before.value) + 1 + len(part.whitespace_after.value)
            elif kind is str:
                if not text.startswith(part, at):
                    raise OtherwiseError
                at += len(part)
            elif kind is tuple or kind is list:
                for each in part:
                    at = self._place(each, at)
            elif part is not None and kind is not _NOTHING:
                at = self._place(part, at)
        return at + parts.behind

    def _space(self, node: cst.CSTNode, at: int) -> int:
        if isinstance(node, cst.Newline):
            return at + (self._newline if node.value is None else len(node.value))
        if not isinstance(node, (cst.ParenthesizedWhitespace, cst.EmptyLine)):
            raise OtherwiseError
        if isinstance(node, cst.EmptyLine):
            at += self._indent if node.indent else 0
            parts = [node.whitespace, node.comment, node.newline]
        else:
            at = self._place(node.first_line, at)
            for line in node.empty_lines:
                at = self._space(line, at)
            at += self._indent if node.indent else 0
            parts = [node.last_line]
        for part in parts:
            if isinstance(part, cst.SimpleWhitespace):
                at += len(part.value)
            elif part is not None:
                at = self._place(part, at)
        return at

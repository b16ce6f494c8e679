"""Where statements stand in a text, with the comments that are theirs."""

from __future__ import annotations

import ast
import re

from paddle_migrate.text.pytree import first_line

_LINES = re.compile(r"[^\n]*\n|[^\n]+")  # as Python counts them: a form feed ends none


class Said:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = _LINES.findall(text)
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line))
        self._told: set[int] = set()

    def span(self, node: ast.AST) -> tuple[int, int]:
        first = first_line(node)  # type: ignore[arg-type]
        column = node.col_offset if first == node.lineno else 0  # type: ignore[attr-defined]
        start = self._offset(first, column)
        if first != node.lineno:  # type: ignore[attr-defined]
            start += len(self.lines[first - 1]) - len(self.lines[first - 1].lstrip())
        return start, self._offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def of(self, node: ast.AST) -> str:
        """The node's own text."""
        start, end = self.span(node)
        return self.text[start:end]

    def _offset(self, line: int, column: int) -> int:
        row = self.lines[line - 1]
        return self._starts[line - 1] + len(row.encode()[:column].decode(errors="replace"))

    def tail(self, node: ast.stmt) -> str:
        """A comment behind a statement on its last line."""
        _, end = self.span(node)
        rest = self.text[end : self._starts[node.end_lineno or 1]].strip()
        if rest.startswith("#"):
            self._told.add(node.end_lineno or 0)
            return f"  {rest}"
        return ""

    def whole(self, node: ast.stmt) -> str:
        return self.of(node) + self.tail(node)

    def above(self, node: ast.stmt) -> list[str]:
        """Comments and blank lines above it, each told once."""
        first = first_line(node)
        rows: list[str] = []
        at = first - 1
        while at > 0 and (not self.lines[at - 1].strip() or self.lines[at - 1].lstrip().startswith("#")):
            rows.insert(0, self.lines[at - 1].strip())
            at -= 1
        found = [each for number, each in enumerate(rows, at + 1) if not each or number not in self._told]
        self._told.update(range(at + 1, first))
        return found

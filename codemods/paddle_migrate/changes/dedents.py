"""Lines that move out by a level, because the block that they stand in goes."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.text.edits import Edits
from paddle_migrate.text.origins import Origin
from paddle_migrate.text.source import Source


class Dedents:
    """Those of one script."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._widths: dict[int, list[str]] = {}
        self._origins: list[tuple[int, int, Origin]] = []
        self._inside_strings: set[int] | None = None

    def add(self, first: int, last: int, width: str, origin: Origin) -> None:
        """Move lines out by one level, except those that begin inside a string."""
        if self._inside_strings is None:
            self._inside_strings = self._find_strings()
        self._origins.append((first, last, origin))
        for line in range(first, last + 1):
            if line not in self._inside_strings:
                self._widths.setdefault(line, []).append(width)

    def indentation(self, node: cst.CSTNode) -> str:
        """White space before the node's line in the result."""
        return self.of_line(self.source.line(node))

    def of_line(self, line: int) -> str:
        text = self.source.line_text(line)
        return text[self._taken_from(line) : len(text) - len(text.lstrip(" \t\f"))]

    def write(self, edits: Edits) -> None:
        for line in self._widths:
            start = self.source.line_start(line)
            taken = self._taken_from(line)
            if taken:
                with edits.by(next(origin for first, last, origin in self._origins if first <= line <= last)):
                    edits.move_out(start, start + taken)

    def _taken_from(self, line: int) -> int:
        """How many characters of the line's indentation go."""
        text, taken = self.source.line_text(line), 0
        blank = len(text) - len(text.lstrip(" \t"))
        for width in self._widths.get(line, []):
            taken += len(width) if text.startswith(width, taken) else 0
        return min(taken, blank)

    def _find_strings(self) -> set[int]:
        """The lines that begin inside a string."""
        inside: set[int] = set()
        for node in self.source.all(cst.SimpleString, cst.FormattedString):
            if _may_hold_lines(node):
                start, end = self.source.core(node)
                inside.update(range(self.source.line_at(start) + 1, self.source.line_at(end) + 1))
        return inside


def _may_hold_lines(string: cst.SimpleString | cst.FormattedString) -> bool:
    return not isinstance(string, cst.SimpleString) or "\n" in string.value or "\r" in string.value

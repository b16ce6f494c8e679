"""Lines that begin inside of brackets, and the brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paddle_migrate.text.lines import CLOSES, COMMENT, LINE, OPENS, TOKENS

_BLANK = re.compile(r"[ \t\f]*")
_NOTHING = re.compile(r"[ \t\f]*(?:\\|#|[\r\n]|\Z)")


@dataclass(frozen=True)
class Continuation:
    """A line that begins inside of a bracket, not in a string. Offsets are of its text."""

    start: int  # of the line
    at: int  # of the first thing in it
    closes: bool  # which is a closing bracket
    row: int  # where the bracket's line starts
    bracket: int
    behind: int | None  # what stands behind the bracket in its line, if anything

    @property
    def column(self) -> int:
        return self.at - self.start

    @property
    def is_aligned(self) -> bool:
        """Whether it stands under what stands behind the bracket."""
        return self.behind is not None and self.column == self.behind - self.row


def continuations(text: str, begin: int = 0, end: int | None = None) -> list[Continuation]:
    """All of a text, or of a part of it, in order; none where its brackets do not match."""
    found: list[Continuation] = []
    stack: list[tuple[int, int, int | None]] = []  # start of the line, the bracket, what stands behind it
    start = begin
    for match in TOKENS.finditer(text, begin, len(text) if end is None else end):
        kind = match.lastindex
        if kind == OPENS:
            behind = None if _NOTHING.match(text, match.end()) else _behind_blank(text, match.end())
            stack.append((start, match.start(), behind))
        elif kind == CLOSES:
            if not stack:
                return []
            stack.pop()
        elif kind == LINE:
            start = match.end() - len(match[0].lstrip("\r\n"))
            if stack and not _is_blank(text, match.end()):
                found.append(Continuation(start, match.end(), text[match.end()] in ")]}", *stack[-1]))
        elif kind != COMMENT:  # a string, or a line that goes on
            start = max(start, text.rfind("\n", match.start(), match.end()) + 1)
    return [] if stack else found


def _behind_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank is not None else at


def _is_blank(text: str, at: int) -> bool:
    return at >= len(text) or text[at] in "\r\n\f"

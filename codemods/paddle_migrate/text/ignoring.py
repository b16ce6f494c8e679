"""`# paddle-migrate: ignore[PM301] why`: what is not to be said of a statement."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from paddle_migrate.findings import Finding

_IGNORE = re.compile(r"#\s*paddle-migrate:\s*ignore\b(?!-)(?:\[([\w\s,]*)\])?")
_AROUND = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)  # stand between statements, too


@dataclass
class _Comment:
    """Its line, the lines of the statement that it stands in or behind, its codes, and those that ignored something."""

    line: int
    lines: range
    codes: tuple[str, ...]
    used: set[str] = field(default_factory=set[str])

    def takes(self, finding: Finding) -> bool:
        if finding.line not in self.lines or finding.code not in self.codes:
            return False
        self.used.add(finding.code)
        return True

    def idle(self) -> Iterator[Finding]:
        if not self.codes:
            yield Finding(self.line, "PM240", "ignore", "names no code, and ignores nothing: write ignore[PM301]")
        for code in self.codes:
            if code not in self.used:
                yield Finding(self.line, "PM240", code, "ignored here, and not found here: take the comment out")


def may_ignore(text: str) -> bool:
    return "paddle-migrate" in text and _IGNORE.search(text) is not None


def heard(text: str, findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a text without those that its comments ignore, and what of these ignores nothing; an
    error is about the whole of it, and is heard."""
    findings = list(findings)
    if not may_ignore(text) or any(each.level == "error" for each in findings):
        return findings
    comments = list(_comments(text))
    kept = [each for each in findings if not [c for c in comments if c.takes(each)]]
    return sorted([*kept, *(idle for comment in comments for idle in comment.idle())])


def _comments(text: str) -> Iterator[_Comment]:
    """Of each statement, of a compound one its head; a comment between two of them stands for its own line."""
    waiting: list[tuple[int, str]] = []
    first = 0
    try:
        for kind, string, (row, _), (last, _), _ in tokenize.generate_tokens(io.StringIO(text).readline):
            if kind == tokenize.COMMENT and (found := _IGNORE.search(string)):
                waiting.append((row, found[1] or ""))
            if kind not in _AROUND:
                first = first or row
            if kind in (tokenize.NEWLINE, tokenize.NL) and (kind == tokenize.NEWLINE or not first):
                lines = range(first or row, last + 1)
                yield from (_Comment(line, lines, tuple(re.findall(r"\w+", codes))) for line, codes in waiting)
                waiting, first = [], 0
    except (tokenize.TokenError, SyntaxError):
        pass  # no Python

"""Whole lines: written above others or under them, moved, and taken out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paddle_migrate.changes.changes import Changes
from paddle_migrate.text.edits import Text, written

# where several are written between the same two lines: what belongs to the upper one comes first
_UNDER, REMARK, IMPORTS, HELPERS, _ABOVE = -6, -5, -4, -3, -2


def above(changes: Changes, line: int, texts: Sequence[Text], rank: int = _ABOVE) -> None:
    """At the line's own indentation."""

    _write(changes, line, lambda: [changes.dedents.of_line(line) + written(text) for text in texts], rank)


def under(changes: Changes, line: int, beside: int, texts: Callable[[], Sequence[str]]) -> None:
    """At the indentation of another line, `beside`; blank lines are written as the empty string."""
    _write(changes, line + 1, lambda: [text and changes.dedents.of_line(beside) + text for text in texts()], _UNDER)


def _write(changes: Changes, line: int, texts: Callable[[], Sequence[str]], rank: int) -> None:
    source = changes.source
    at = source.line_start(line)
    missing = "" if not at or source.text[:at].endswith(("\n", "\r")) else source.newline

    def text() -> str:
        whole = "".join(each + source.newline for each in texts())
        return missing + whole if whole else ""

    changes.edits.replace(at, at, text, rank)


def move(changes: Changes, first: int, last: int, before: int) -> None:
    """Put lines above another one, as they are."""
    source = changes.source
    start, end = source.line_start(first), source.line_start(last + 1)
    above(changes, before, source.text[start:end].splitlines())
    changes.edits.delete(start, end)


def delete(changes: Changes, first: int, last: int) -> None:
    """Of blank lines before and behind them, the one before goes with them."""
    source, edits = changes.source, changes.edits
    changes.deleted_lines.update(dict.fromkeys(range(first, last + 1), edits.origin))
    if _is_between_blanks(changes, first, last):
        changes.deleted_lines[first - 1] = edits.origin
        edits.delete(source.line_start(first - 1), source.line_start(first))
    edits.delete(source.line_start(first), source.line_start(last + 1))


def delete_with_comments(changes: Changes, first: int, last: int) -> None:
    """The comments in them go, too, and those above them where these speak of nothing else: what follows is blank."""
    source = changes.source
    comments = {source.line_at(comment.start) for comment in source.comments}
    following = last + 1
    while following in changes.deleted_lines:
        following += 1
    if not source.line_text(following).strip():
        while first - 1 in comments and source.line_text(first - 1).lstrip().startswith("#"):
            first -= 1
    changes.deleted_comments.update(comments.intersection(range(first, last + 1)))
    delete(changes, first, last)


def close_gaps(changes: Changes) -> None:
    """The same for lines that were taken out one by one. Once all is written."""
    source, edits, gone = changes.source, changes.edits, dict(changes.deleted_lines)
    for first in sorted(gone):
        last = first
        while last + 1 in gone:
            last += 1
        start, end = source.line_start(first), source.line_start(last + 1)
        is_closed = first - 1 in gone or not source.line_text(first).strip()
        if not is_closed and _is_between_blanks(changes, first, last) and not edits.writes(start, end):
            with edits.by(gone[first]):
                edits.delete(source.line_start(first - 1), start)


def _is_between_blanks(changes: Changes, first: int, last: int) -> bool:
    return first > 1 and not any(changes.source.line_text(n).strip() for n in (first - 1, last + 1))

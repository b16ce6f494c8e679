"""Lines that stood under what stands behind a bracket, and do no longer, because what is before it became wider or
narrower: they are moved there again, and with them what hangs below them."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator

from paddle_migrate.changes.changes import Changes
from paddle_migrate.text.continuations import Continuation, continuations

_FIRST = -8  # a rank: before what else is written at the start of the line
_NEARLY = range(-8, 4)  # columns by which a line that was to stand under something may be off
_HANGING = 8  # columns by which lines are indented that do not stand under anything
_BLANKS = re.compile(" *")


def align(changes: Changes) -> None:
    """When all other edits are known."""
    edits = changes.edits
    ends = edits.ends()
    starts = list(ends)

    def last(at: int) -> int:
        """Where what begins there or before ends at the latest."""
        number = bisect.bisect_right(starts, at)
        return ends[starts[number - 1]] if number else -1

    old_text = changes.source.text
    old = {rows: found for rows in changes.source.broken_lines() if (found := _in_changed(old_text, rows, last))}
    if not old:
        return
    lines = [line for found in old.values() for line in found]
    wanted = {offset for line in lines for offset in (line.start, line.at)}
    text, places = edits.placed(sorted(wanted.union(*old)))
    new = {line.at: line for line in _of_new(text, [(places.get(a), places.get(b)) for a, b in old])}
    moved: dict[int, int] = {}  # by how much each line of the new text, by its start
    for line in lines:
        at = places.get(line.at, -1)
        now = new.get(at)
        if now is None or places.get(line.start, -1) < now.start:
            continue
        by = _column(old_text, line, text, now, moved.get(now.row, 0)) - now.column
        if by > 0:
            edits.insert(line.at, " " * by, rank=_FIRST)
        elif by < 0:
            edits.delete(line.at + by, line.at)
        moved[now.start] = by


def _of_new(text: str, rows: list[tuple[int | None, int | None]]) -> Iterator[Continuation]:
    """Those of the new text in these rows; all of them, where something else is in the place of an end."""
    known = [(start, end) for start, end in rows if start is not None and end is not None]
    if len(known) < len(rows):
        yield from continuations(text)
        return
    for start, end in known:
        yield from continuations(text, text.rfind("\n", 0, start) + 1, end)


def _column(old_text: str, old: Continuation, new_text: str, new: Continuation, by: int) -> int:
    """Where the line has to stand now that the one with its bracket was moved."""
    if old.closes and old.column == old.bracket - old.row:
        return new.bracket - new.row + by
    if new.behind is not None and old.behind is not None:
        off = old.column - (old.behind - old.row)
        before, now = _indent(old_text, old.row), _indent(new_text, new.row)
        is_moved = old.behind - old.row - before != new.behind - new.row - now
        if off == 0 or (is_moved and off in _NEARLY and old.column - before > _HANGING):
            return new.behind - new.row + by
    return max(0, new.column + by)


def _indent(text: str, row: int) -> int:
    return len(_BLANKS.match(text, row)[0])  # type: ignore[index]


def _in_changed(text: str, rows: tuple[int, int], last: Callable[[int], int]) -> list[Continuation]:
    """Those before which something was changed since the line with their bracket began, and those below them."""
    if last(rows[1]) < rows[0]:
        return []
    found: dict[int, Continuation] = {}
    for line in continuations(text, *rows):
        if line.row in found or last(line.at) >= line.row:
            found[line.start] = line
    return [line for line in found.values() if "\t" not in text[line.start : line.at]]

"""Lines that stood under what stands behind a bracket, and do no longer, because what is before it became wider or
narrower: they are moved there again, and with them what hangs below them."""

from __future__ import annotations

import bisect

from paddle_migrate.changes.changes import Changes
from paddle_migrate.text.continuations import Continuation, continuations

_FIRST = -8  # a rank: before what else is written at the start of the line


def align(changes: Changes) -> None:
    """When all other edits are known."""
    edits = changes.edits
    old = [line for line in _in_changed(changes) if "\t" not in changes.source.text[line.start : line.at]]
    if not old:
        return
    text, places = edits.placed(sorted({offset for line in old for offset in (line.start, line.at)}))
    new = {line.at: line for line in continuations(text)}
    moved: dict[int, int] = {}  # by how much each line of the new text, by its start
    for line in old:
        at = places.get(line.at, -1)
        now = new.get(at)
        if now is None or places.get(line.start, -1) < now.start:
            continue
        by = _column(line, now, moved.get(now.row, 0)) - now.column
        if by > 0:
            edits.insert(line.at, " " * by, rank=_FIRST)
        elif by < 0:
            edits.delete(line.at + by, line.at)
        moved[now.start] = by


def _column(old: Continuation, new: Continuation, by: int) -> int:
    """Where the line has to stand now that the one with its bracket was moved."""
    if new.behind is not None and old.is_aligned:
        return new.behind - new.row + by
    if old.closes and old.column == old.bracket - old.row:
        return new.bracket - new.row + by
    return max(0, new.column + by)


def _in_changed(changes: Changes) -> list[Continuation]:
    """Those before which something was changed since the line with their bracket began, and those below them."""
    ends = changes.edits.ends()
    starts = list(ends)
    found: dict[int, Continuation] = {}
    for line in continuations(changes.source.text):
        number = bisect.bisect_right(starts, line.at)
        if line.row in found or (number and ends[starts[number - 1]] >= line.row):
            found[line.start] = line
    return list(found.values())

"""Comments inside what is taken out or written anew: they go above the statement."""

from __future__ import annotations

import bisect
from collections import Counter

from paddle_migrate.changes.changes import Changes
from paddle_migrate.changes.lines import above
from paddle_migrate.text.lines import Comment, Lines


def keep_comments(changes: Changes) -> None:
    """When all other edits are known."""
    lost = _lost(changes)
    if not lost:
        return
    source, lines = changes.source, Lines(changes.source.text)
    for comment in lost:
        statement = lines.starts[bisect.bisect_right(lines.starts, comment.start) - 1]
        line = source.line_at(statement)
        above(changes, line, [comment.value])


def _lost(changes: Changes) -> list[Comment]:
    """Those that do not stand in the result, neither in their place nor in a copy of what is around them."""
    edits, comments = changes.edits, changes.source.comments
    inside = edits.covered(comment.start for comment in comments)
    meant = changes.deleted_comments
    inside = [at for at in inside if changes.source.line_at(at) not in meant] if meant else inside
    gone = set(edits.lost(inside) if inside else ())
    if not gone:
        return []
    copied = Counter(comment.value for comment in Lines(edits.result()).comments)
    copied.subtract(comment.value for comment in comments if comment.start not in gone)
    found: list[Comment] = []
    for comment in comments:
        if comment.start in gone:
            copied[comment.value] -= 1
            if copied[comment.value] < 0:
                found.append(comment)
    return found

"""Values that blocks give one name: what makes them gives it to them at once, where nothing between needs another."""

from __future__ import annotations

import re
from collections import Counter

from paddle_migrate.unfolded.machine import Block, Kept, Row, mark_of, marks_in
from paddle_migrate.unfolded.rows import Rows, each_of, text_of


def without_copies(rows: Rows) -> dict[int, int]:
    """Take out statements that only give a value another name; the marks that are others now."""
    _drop(rows)
    found: dict[int, int] = {}
    while (pair := _renamed(rows, rows)) is not None:
        found[pair[0]] = pair[1]
    return {mark: _end(found, mark) for mark in found}


def _end(found: dict[int, int], mark: int) -> int:
    while mark in found:
        mark = found[mark]
    return mark


def _drop(rows: Rows) -> None:
    """Those that nothing has any more."""
    while True:
        counts = Counter(mark for row in each_of(rows) for mark in marks_in(text_of(row)))
        if not _drop_unused(rows, counts):
            return


def _drop_unused(rows: Rows, counts: Counter[int]) -> bool:
    before = len(rows)
    rows[:] = [row for row in rows if not (isinstance(row, Row) and row.is_copy and not counts[row.mark])]
    inner = [_drop_unused(row.rows, counts) for row in rows if isinstance(row, Block)]
    return len(rows) < before or any(inner)


def _renamed(whole: Rows, rows: Rows) -> tuple[int, int] | None:
    """Two marks of which the first is the second by now, with the copy taken out."""
    for place, row in enumerate(rows):
        if isinstance(row, Block) and (found := _renamed(whole, row.rows)) is not None:
            return found
        old = mark_of(row.text) if isinstance(row, Row) and row.is_copy else None
        if old is None or not isinstance(row, Row) or not _may_be_one(whole, rows, place, old, row.mark):
            continue
        new = row.mark
        del rows[place]
        renamed(whole, old, new)
        return old, new
    return None


def _may_be_one(whole: Rows, rows: Rows, place: int, old: int, new: int) -> bool:
    made = [number for number, row in enumerate(rows[:place]) if _makes([row], old)]
    if not made or sum(_makes([each], old) for each in _flat(whole)) > sum(
            _makes([each], old) for each in _flat(rows[:place])):
        return False
    first = rows[made[0]]
    between = [*([first] if isinstance(first, Block) else []), *rows[made[0] + 1 : place]]
    if _mentions(between, new) or _makes(between, new):
        return False
    later = rows[place + 1 :]
    if not _makes(later, new):
        return True
    outside = sum(_counted(whole, old)) - sum(_counted(rows, old))
    return not outside and all(_is_before(row, old, new) for row in later)


def _is_before(row: Row | Block | Kept, old: int, new: int) -> bool:
    """Whether a branch needs the old value only before it gives the name a new one."""
    if not _mentions([row], old):
        return True
    if not isinstance(row, Block) or row.head.startswith(("for", "with")) or old in marks_in(row.head):
        return False
    first = next((number for number, each in enumerate(row.rows) if _makes([each], new)), len(row.rows))
    inner = row.rows[first] if first < len(row.rows) else None
    return not _mentions(row.rows[first + 1 :], old) and (not isinstance(inner, Block) or _is_before(inner, old, new))


def _flat(rows: Rows) -> list[Row | Block | Kept]:
    return [each for each in each_of(rows) if isinstance(each, Row)]


def _makes(rows: Rows, mark: int) -> bool:
    return any(isinstance(row, (Row, Block)) and (mark in row.marks or (isinstance(row, Row) and row.mark == mark))
               for row in each_of(rows))


def _mentions(rows: Rows, mark: int) -> bool:
    return any(_counted(rows, mark))


def _counted(rows: Rows, mark: int) -> list[int]:
    return [marks_in(text_of(row)).count(mark) for row in each_of(rows)]


def renamed(rows: Rows, old: int, new: int) -> None:
    """Have a value be called as another one is, by the script itself."""
    word = re.compile(rf"\bv__{old}__")
    for row in each_of(rows):
        if isinstance(row, Block):
            row.head = word.sub(f"v__{new}__", row.head)
            continue
        row.text = word.sub(f"v__{new}__", row.text)
        if isinstance(row, Row) and old in (row.mark, *row.marks):
            row.is_given, row.is_pure, row.is_asked = True, False, False
            row.mark = new if row.mark == old else row.mark
            row.marks = tuple(new if each == old else each for each in row.marks)

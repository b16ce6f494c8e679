"""Branches that end alike: what all of them do last stands once, behind the choice."""

from __future__ import annotations

import re
from itertools import pairwise

from paddle_migrate.unfolded.copies import renamed
from paddle_migrate.unfolded.machine import Block, Row, marks_in
from paddle_migrate.unfolded.rows import Rows, text_of

_WORD = re.compile(r"\bv__(\d+)__")


def with_one_ending(rows: Rows, whole: Rows | None = None) -> None:
    """Where a choice has all branches, or what they do last needs what only they make."""
    whole = rows if whole is None else whole
    for row in rows:
        if isinstance(row, Block):
            with_one_ending(row.rows, whole)
    for chain in _chains(rows):
        for length in range(min(len(each.rows) for each in chain) - 1, 0, -1):
            names = [_same(whole, chain[0], each, length) for each in chain[1:]]
            if all(each is not None for each in names) and (
                    chain[-1].head == "else:" or _needs_a_branch(whole, chain, length)):
                _move(rows, chain, length, [each or {} for each in names])
                break


def _move(rows: Rows, chain: list[Block], length: int, names: list[dict[int, int]]) -> None:
    """Have the first one's ending stand behind all."""
    ending = {row.mark for row in chain[0].rows[-length:] if isinstance(row, Row)}
    for block, others in zip(chain[1:], names, strict=True):
        for old, new in others.items():
            if new not in ending:
                renamed(block.rows, old, new)
                renamed(chain[0].rows, new, new)  # which has a name from now on
    place = rows.index(chain[-1]) + 1
    rows[place:place] = chain[0].rows[-length:]
    for block in chain:
        del block.rows[-length:]


def _chains(rows: Rows) -> list[list[Block]]:
    found: list[list[Block]] = []
    for before, row in pairwise([None, *rows]):
        if isinstance(row, Block) and row.head.startswith("if "):
            found.append([row])
        elif isinstance(row, Block) and row.head.startswith(("elif ", "else:")) and found and found[-1][-1] is before:
            found[-1].append(row)
    return [each for each in found if len(each) > 1]


def _same(whole: Rows, first: Block, other: Block, length: int) -> dict[int, int] | None:
    """Which names of another branch are which of the first one's, so that both end with the same; None where nothing
    makes that so."""
    names: dict[int, int] = {}
    for one, two in zip(first.rows[-length:], other.rows[-length:], strict=True):
        if not isinstance(one, Row) or not isinstance(two, Row) or one.marks or two.marks or two.comments:
            return None
        if _WORD.sub("", one.text) != _WORD.sub("", two.text):
            return None
        pairs = [*zip(marks_in(two.text), marks_in(one.text), strict=True), (two.mark, one.mark)]
        for old, new in pairs:
            if names.setdefault(old, new) != new:
                return None
    names = {old: new for old, new in names.items() if old != new}
    is_plain = len(set(names.values())) == len(names) and all(
        _is_of(whole, other, old) and _is_of(whole, first, new) for old, new in names.items())
    return names if is_plain else None


def _is_of(whole: Rows, block: Block, mark: int) -> bool:
    """Whether a branch alone makes it, and has it."""
    made = [row for row in block.rows if isinstance(row, Row) and row.mark == mark]
    return len(made) == 1 and _uses(whole, mark) == _uses(block.rows, mark)


def _uses(rows: Rows, mark: int) -> int:
    texts = sum(marks_in(text_of(row)).count(mark) for row in rows)
    return texts + sum(_uses(row.rows, mark) for row in rows if isinstance(row, Block))


def _needs_a_branch(whole: Rows, chain: list[Block], length: int) -> bool:
    """Whether the ending reads what nothing but a branch makes."""
    read = {mark for row in chain[0].rows[-length:] if isinstance(row, Row) for mark in marks_in(row.text)}
    own = {row.mark for row in chain[0].rows[:-length] if isinstance(row, Row)}
    return any(_made(whole, mark) == _made([*chain], mark) for mark in read & own)


def _made(rows: Rows, mark: int) -> int:
    return sum(_made(row.rows, mark) if isinstance(row, Block) else isinstance(row, Row) and row.mark == mark
               for row in rows)

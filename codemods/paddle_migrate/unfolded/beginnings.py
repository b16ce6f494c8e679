"""Branches that begin with the same layers: these stand once, before the choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from paddle_migrate.unfolded.machine import Block, Row, marks_in
from paddle_migrate.unfolded.rows import Rows, each_of, text_of
from paddle_migrate.unfolded.values import Code


def with_one_beginning(rows: Rows, made: Mapping[int, Code]) -> dict[int, int]:
    """The marks that are others now. `made`: what each mark is."""
    others: dict[int, int] = {}
    _each(rows, made, others)
    if others:
        for row in each_of(rows):
            text = _with(text_of(row), others)
            if isinstance(row, Block):
                row.head = text
            else:
                row.text = text
    return others


def _each(rows: Rows, made: Mapping[int, Code], others: dict[int, int]) -> None:
    number = 0
    while number < len(rows):
        row = rows[number]
        if isinstance(row, Block):
            _each(row.rows, made, others)
        chain = _chain(rows, number)
        found = _common(chain, made, others) if chain else []
        if found:
            found[0].comments, chain[0].comments = (*chain[0].comments, *found[0].comments), ()
            rows[number:number] = found
        number += max(1, len(chain)) + len(found)


def _chain(rows: Rows, number: int) -> list[Block]:
    """The branches of an `if` that begins there, one of which is taken; none of another row."""
    found: list[Block] = []
    for row in rows[number:]:
        if not isinstance(row, Block) or not row.head.startswith("elif " if found else "if "):
            is_last = isinstance(row, Block) and row.head == "else:" and bool(found)
            return [*found, row] if is_last and isinstance(row, Block) else []
        found.append(row)
    return []


def _common(chain: list[Block], made: Mapping[int, Code], others: dict[int, int]) -> list[Row]:
    """What all branches build first, but for those that do nothing but raise; it goes from them."""
    ways = [each for each in chain if not any(text_of(row).startswith("raise") for row in each.rows)]
    found: list[Row] = []
    while len(ways) > 1:
        first = [_next(each, made) for each in ways]
        one = first[0]
        if one is None or any(each is None or not _is_same(one, each, others) for each in first[1:]):
            return found
        for way, row in zip(ways, first, strict=True):
            assert row is not None
            way.rows.remove(row)
            if row is not one:
                others |= dict(zip((row.mark, *row.marks), (one.mark, *one.marks), strict=True))
        said = dict.fromkeys(comment for row in first if row is not None for comment in row.comments)
        found.append(replace(one, comments=tuple(said)))
    return found


def _next(way: Block, made: Mapping[int, Code]) -> Row | None:
    """The first statement, where it builds a part of a network; what is printed may come later."""
    row = next((each for each in way.rows if not (isinstance(each, Row) and each.text.startswith("print("))), None)
    is_built = isinstance(row, Row) and row.mark in made and made[row.mark].of_graph and not row.is_copy
    return row if is_built and isinstance(row, Row) else None


def _is_same(one: Row, other: Row, others: dict[int, int]) -> bool:
    return _with(other.text, others) == _with(one.text, others) and len(one.marks) == len(other.marks) and (
        one.is_pure, one.is_asked) == (other.is_pure, other.is_asked)


def _with(text: str, others: Mapping[int, int]) -> str:
    for mark in marks_in(text):
        if mark in others:
            text = text.replace(f"v__{mark}__", f"v__{others[mark]}__")
    return text

"""The statements that are written, one by one, with those inside blocks."""

from __future__ import annotations

from collections.abc import Iterator

from paddle_migrate.unfolded.machine import Block, Kept, Row

Rows = list[Row | Block | Kept]


def each_of(rows: Rows) -> Iterator[Row | Block | Kept]:
    for row in rows:
        yield row
        if isinstance(row, Block):
            yield from each_of(row.rows)


def text_of(row: Row | Block | Kept) -> str:
    return row.head if isinstance(row, Block) else row.text

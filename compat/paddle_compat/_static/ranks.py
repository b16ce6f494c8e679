"""Sequences by their length, the longest first, and their steps as an array: what DynamicRNN is made of."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._lod import Lod, lengths, lod_of, offsets, with_lod
from .._runtime.rows import guessed, guessing, rows
from .arrays import ARRAY, recorded_thing
from .blocks import checked
from .kinds import KINDS
from .recording import record
from .scopes import LoDTensorArray
from .variables import Variable

RANKS = KINDS["LOD_RANK_TABLE"]


class RankTable:
    """The sequences of one level: ``order`` has their numbers from the longest to the shortest, ``above`` the levels
    around it."""

    def __init__(self, lod: Lod, level: int) -> None:
        self.lengths = lengths(lod[level])
        self.order = sorted(range(len(self.lengths)), key=lambda number: -self.lengths[number])
        self.above = lod[:level]

    @property
    def longest(self) -> int:
        """The length of the longest one."""
        return max(self.lengths, default=0)

    def items(self) -> list[tuple[int, int]]:
        """The sequences' numbers with their lengths, the longest first."""
        return [(number, self.lengths[number]) for number in self.order]

    def count(self, step: int) -> int:
        """How many are longer than ``step``."""
        return sum(length > step for length in self.lengths)


def _levels(x: Any, level: int) -> Lod:
    """The offsets of ``x``; in a trial at least down to ``level``."""
    lod = lod_of(x) or [guessed(x)]
    return [*lod, *[guessed(x)] * (level + 1 - len(lod))] if guessing() else lod


def _ranked(x: Any, level: int) -> RankTable:
    lod = _levels(x, level)
    if level >= len(lod):
        raise ValueError(f"lod_rank_table: there is no level {level} in a LoD of {len(lod)}")
    return RankTable(lod, level)


def lod_rank_table(x: Any, level: int = 0) -> Variable:
    """The table of the sequences of ``x``."""
    checked(x, "x", Variable, "lod_rank_table")
    return recorded_thing(_ranked, (x, level), "lod_rank_table", RANKS, unique_name.generate("lod_rank_table"))


def max_sequence_len(rank_table: Variable) -> Any:
    """The length of the longest sequence, int64 [1]."""
    return record(_longest, (rank_table,), {}, "max_sequence_len")


def _longest(table: RankTable) -> Any:
    return paddle.full([1], table.longest, "int64")


def lod_tensor_to_array(x: Any, table: Variable) -> Variable:
    """An array of the steps of ``x``: at each the rows, or inner sequences, of those that last so long."""
    name = unique_name.generate("lod_tensor_to_array")
    made = recorded_thing(_steps, (x, table), "lod_tensor_to_array", ARRAY, name, x.dtype)
    made.shape, made.lod_level = (-1, *x.shape[1:]), max(x.lod_level - 1, 0)
    return made


def _steps(x: Any, table: RankTable) -> LoDTensorArray:
    level = len(table.above)
    lod = _levels(x, level)
    starts = np.asarray(lod[level][:-1])
    which: list[int] = []
    counts, lods = [], []
    for step in range(table.longest):
        items = starts[table.order[: table.count(step)]] + step
        found, inner = _below(lod[level + 1 :], items.tolist())
        which += found
        counts.append(len(found))
        lods.append(inner)
    parts = paddle.split(rows(x, which), counts) if counts else []
    return LoDTensorArray([with_lod(part, lod) for part, lod in zip(parts, lods, strict=True)])


def _below(lod: Lod, items: list[int]) -> tuple[list[int], Lod]:
    """The rows of these items of the level above ``lod``, and the offsets among them."""
    found: Lod = []
    for level in lod:
        found.append(offsets([level[item + 1] - level[item] for item in items]))
        items = [inner for item in items for inner in range(level[item], level[item + 1])]
    return items, found


def array_to_lod_tensor(x: Variable, table: Variable) -> Any:
    """The sequences again of whose steps ``x`` is the array."""
    return record(_joined, (x, table), {}, "array_to_lod_tensor")


def _joined(array: Any, table: RankTable) -> Any:
    steps = array[:1] * table.longest if guessing() else array[: table.longest]
    begins = [0, *accumulate(part.shape[0] for part in steps)]
    place = {number: position for position, number in enumerate(table.order)}
    which: list[int] = []
    inner: list[Lod] = []
    for number, length in enumerate(table.lengths):
        for step in range(length):
            found, lod = _below(lod_of(steps[step]), [place[number]])
            which += [begins[step] + row for row in found]
            inner.append(lod)
    joined = rows(paddle.concat(steps), which)
    below = [offsets([length for lod in inner for length in lengths(lod[level])])
             for level in range(len(inner[0]) if inner else 0)]
    return with_lod(joined, [*table.above, offsets(table.lengths), *below])


def shrink_memory(x: Variable, i: Variable, table: Variable) -> Any:
    """The first rows, or sequences, of ``x``: of those that are longer than step ``i``."""
    return record(_shrunk, (x, i, table), {}, "shrink_memory")


def _shrunk(x: Any, i: Any, table: RankTable) -> Any:
    count, lod = table.count(i.item()), lod_of(x)
    end = count
    kept = []
    for level in lod:
        kept.append(level[: end + 1])
        end = level[end]
    return x if end == x.shape[0] and not guessing() else with_lod(x[:end], kept)


def reorder_lod_tensor_by_rank(x: Any, rank_table: Variable) -> Any:
    """The sequences of ``x``, or its rows where it has none, in the order of the table."""
    checked(x, "x", Variable, "reorder_lod_tensor_by_rank")
    checked(rank_table, "rank_table", Variable, "reorder_lod_tensor_by_rank")
    if rank_table.type != RANKS:
        raise TypeError("The type of rank_table should be LOD_RANK_TABLE.")
    return record(_reordered, (x, rank_table), {}, "reorder_lod_tensor_by_rank")


def _reordered(x: Any, table: RankTable) -> Any:
    which, lod = _below(lod_of(x), list(table.order))
    return with_lod(rows(x, which), lod)

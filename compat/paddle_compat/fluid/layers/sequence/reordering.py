"""Sequences put together, turned round, cut, and read in other steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._language import dropped, of_sequences
from ...._lod import lengths, lod_of, offsets, with_lod
from ...._runtime.rows import guessed, numbers, offsets_of, rows, tried_as

__all__ = [
    "sequence_concat", "sequence_enumerate", "sequence_reshape", "sequence_reverse", "sequence_scatter",
    "sequence_slice",
]


def _joined(input: list[Any], name: Any = None) -> Any:
    joined = paddle.concat(input)
    return with_lod(joined, [guessed(joined)])


@tried_as(_joined)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_concat(input: list[Any], name: str | None = None) -> Any:
    """The first sequences of all inputs one after the other, then the second ones, and so on.

    1.8.5's gradient was wrong where one of the inputs needed none: it went to other rows. This one is right.
    """
    levels = [offsets_of(x, "sequence_concat", levels=1) for x in input]
    if len({len(level) for level in levels}) > 1:
        raise ValueError("fluid.layers.sequence_concat: the inputs have different numbers of sequences")
    begins = np.cumsum([0, *(x.shape[0] for x in input)])
    parts = [range(begin + level[i], begin + level[i + 1])
             for i in range(len(levels[0]) - 1) for begin, level in zip(begins, levels)]
    joined = rows(paddle.concat(input), [number for part in parts for number in part])
    return with_lod(joined, [[sum(ends) for ends in zip(*levels)]])


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_reverse(x: Any, name: str | None = None) -> Any:
    """The rows of each sequence from the last to the first."""
    begins = offsets_of(x, "sequence_reverse", levels=1)
    mirror = np.repeat(np.add(begins[:-1], begins[1:]) - 1, lengths(begins))
    return with_lod(rows(x, mirror - np.arange(x.shape[0])), lod_of(x))


@tried_as(lambda input, *others, **named: with_lod(paddle.assign(input), lod_of(input)))
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_slice(input: Any, offset: Any, length: Any, name: str | None = None) -> Any:
    """Of each sequence ``length`` rows from ``offset`` on, both integers [N, 1]."""
    begins = offsets_of(input, "sequence_slice", levels=1)
    starts, counts = ([int(number) for number in of.numpy().reshape(-1)] for of in (offset, length))
    for start, count, whole in zip(starts, counts, lengths(begins)):
        if start < 0 or count < 0 or start + count > whole:
            raise ValueError(f"fluid.layers.sequence_slice: {count} rows from {start} on, of a sequence of {whole}")
    which = [begin + start + step for begin, start, count in zip(begins, starts, counts) for step in range(count)]
    return with_lod(rows(input, which), [offsets(counts)])


@tried_as(lambda input, new_dim: with_lod(paddle.zeros([input.shape[0], new_dim], input.dtype), lod_of(input)))
@of_sequences
def sequence_reshape(input: Any, new_dim: int) -> Any:
    """The numbers of each sequence in rows of ``new_dim``."""
    begins, wide = offsets_of(input, "sequence_reshape", levels=1), input.shape[1]
    if any(length * wide % new_dim for length in lengths(begins)):
        raise ValueError(f"fluid.layers.sequence_reshape: a sequence has no whole number of rows of {new_dim}")
    return with_lod(input.reshape([-1, new_dim]), [[begin * wide // new_dim for begin in begins]])


@tried_as(lambda input, *others, **named: paddle.assign(input))
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_scatter(input: Any, index: Any, updates: Any, name: str | None = None) -> Any:
    """``input`` [N, D] with each sequence of ``updates`` added to its row, at the columns in ``index``."""
    begins = offsets_of(index, "sequence_scatter", levels=1)
    if len(begins) - 1 > input.shape[0]:
        raise ValueError(f"fluid.layers.sequence_scatter: {len(begins) - 1} sequences for {input.shape[0]} rows")
    row = numbers(np.repeat(np.arange(len(begins) - 1), lengths(begins)))
    places = paddle.stack([row, index.reshape([-1]).astype("int64")], axis=1)
    return with_lod(paddle.scatter_nd_add(input, places, updates.reshape([-1])), lod_of(input))


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_enumerate(input: Any, win_size: int, pad_value: int = 0, name: str | None = None) -> Any:
    """From each place of a sequence of ids on, ``win_size`` of them; ``pad_value`` behind its end: [T, win_size]."""
    begins = offsets_of(input, "sequence_enumerate")
    if input.ndim != 2 or input.shape[1] != 1:
        raise ValueError(f"fluid.layers.sequence_enumerate: takes ids [T, 1], and the input is {input.shape}")
    ends = np.repeat(begins[1:], lengths(begins))[:, None]
    which = np.arange(input.shape[0])[:, None] + np.arange(win_size)
    which = np.where(which < ends, which, input.shape[0])
    ids = paddle.concat([input.reshape([-1]), paddle.full([1], pad_value, dtype=input.dtype)])
    return with_lod(rows(ids, which).reshape([-1, win_size]), lod_of(input))

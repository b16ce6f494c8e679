"""Rows and sequences repeated as often as another tensor's offsets say."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._language import dropped, of_sequences
from ...._lod import lengths, lod_of, offsets, with_lod
from ...._runtime.rows import guessed, offsets_of, rows, tried_as

__all__ = ["sequence_expand", "sequence_expand_as"]


def _twice(x: Any, y: Any, ref_level: int = -1, name: Any = None) -> Any:
    twice = paddle.concat([x, x])
    return with_lod(twice, [guessed(twice)] if lod_of(x) else [])


@tried_as(_twice)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_expand(x: Any, y: Any, ref_level: int = -1, name: str | None = None) -> Any:
    """Each sequence of ``x``, or each row where it has no offsets, once for every part of that of ``y``.

    The parts are those at ``ref_level`` of the LoD of ``y``; a sequence without any is left out.
    """
    lod, of = lod_of(x), lod_of(y)
    if not of or not -1 <= ref_level < len(of):
        raise ValueError(f"fluid.layers.sequence_expand: y has {len(of)} levels of LoD, and ref_level is {ref_level}")
    if len(lod) > 1:
        raise ValueError(f"fluid.layers.sequence_expand: x may have one level of LoD, and has {len(lod)}")
    times = lengths(of[ref_level])
    begins = lod[0] if lod else list(range(x.shape[0] + 1))
    if len(times) != len(begins) - 1:
        raise ValueError(f"fluid.layers.sequence_expand: {len(begins) - 1} sequences of x for {len(times)} of y")
    parts = [range(begins[i], begins[i + 1]) for i, count in enumerate(times) for _ in range(count)]
    expanded = rows(x, [number for part in parts for number in part])
    return with_lod(expanded, [offsets([len(part) for part in parts])] if lod else [])


@tried_as(lambda x, y, name=None: with_lod(paddle.expand(x[:1], [y.shape[0], *x.shape[1:]]), lod_of(y)))
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_expand_as(x: Any, y: Any, name: str | None = None) -> Any:
    """Each row of ``x`` once for every row of the sequence of ``y`` that stands at its place."""
    times = lengths(offsets_of(y, "sequence_expand_as", levels=1))
    if len(times) != x.shape[0]:
        raise ValueError(f"fluid.layers.sequence_expand_as: {x.shape[0]} rows of x for {len(times)} sequences of y")
    return with_lod(rows(x, np.repeat(np.arange(len(times)), times)), lod_of(y))

"""Chunks in tagged sequences, counted in every run."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from .._language import helper
from .._today_functions import py_func
from ..fluid.layers.sequence.chunks import rates_of_chunks
from .lengths import lengths_of

__all__ = ["chunk_eval"]


@helper
def chunk_eval(input: Any, label: Any, chunk_scheme: str, num_chunk_types: int,
               excluded_chunk_types: list[int] | None = None, seq_length: Any = None) -> tuple[Any, ...]:
    """Precision, recall and F1 float32 [1] of the chunks in ``input`` against those in ``label``, and their numbers.

    The numbers, int64 [1], are of the chunks found, of those to be found, and of those in both. Tags are rows of
    sequences, or [N, T] with lengths ``seq_length``.
    """

    def counted(tags: Any, wanted: Any, lengths: Any) -> Any:
        counts = np.array(lengths).reshape(-1)
        sequences = []
        for given in (np.array(tags), np.array(wanted)):
            rows = np.split(given.reshape(-1), np.cumsum(counts)[:-1]) if seq_length is None \
                else [row[:count] for row, count in zip(given.reshape([len(counts), -1]), counts)]
            sequences.append(rows)
        return rates_of_chunks(zip(*sequences), chunk_scheme, num_chunk_types, excluded_chunk_types)

    specs = [paddle.static.InputSpec([1], dtype) for dtype in ["float32"] * 3 + ["int64"] * 3]
    return tuple(py_func(counted, [input, label, lengths_of(label) if seq_length is None else seq_length], specs))

"""Sequences as they are fed: rows, one below the other, and the lengths."""

from __future__ import annotations

from typing import Any

import numpy as np


class LoDTensor:
    """Rows of sequences, to be fed with their lengths by `split_feed`; where none are set, an array."""

    def __init__(self) -> None:
        self.rows: Any = None
        self.lengths: Any = None

    def set(self, array: Any, place: Any = None) -> None:
        self.rows = np.array(array)  # it may be filled anew

    def set_lod(self, lod: Any) -> None:
        """Take the offsets at which sequences begin, and the last one ends."""
        self.set_recursive_sequence_lengths([np.diff(level) for level in lod])

    def set_recursive_sequence_lengths(self, recursive_sequence_lengths: Any) -> None:
        levels = recursive_sequence_lengths
        if len(levels) > 1:
            raise ValueError("sequences of sequences have no form here")
        self.lengths = np.array(levels[0], "int64") if len(levels) else None

    def recursive_sequence_lengths(self) -> list[list[int]]:
        return [] if self.lengths is None else [self.lengths.tolist()]

    def has_valid_recursive_sequence_lengths(self) -> bool:
        return self.lengths is None or int(self.lengths.sum()) == len(self.rows)

    def lod(self) -> list[list[int]]:
        return [] if self.lengths is None else [[0, *np.cumsum(self.lengths).tolist()]]

    def shape(self) -> list[int]:
        return list(self.rows.shape)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.rows, dtype)


def create_lod_tensor(data: Any, recursive_seq_lens: Any, place: Any = None) -> LoDTensor:
    """Rows of sequences of these lengths: an array, such a tensor, or a list of lists of numbers."""
    rows = np.concatenate([np.reshape(each, [-1, 1]) for each in data]) if isinstance(data, list) else np.asarray(data)
    made = LoDTensor()
    made.set(rows)
    made.set_recursive_sequence_lengths(recursive_seq_lens)
    return made


def create_random_int_lodtensor(recursive_seq_lens: Any, base_shape: Any, place: Any, low: int, high: int) -> LoDTensor:
    """Rows of sequences of these lengths: whole numbers from `low` to `high`, each row of the shape."""
    shape = [sum(recursive_seq_lens[-1]), *base_shape]
    return create_lod_tensor(np.random.randint(low, high + 1, shape), recursive_seq_lens)

"""Sequences of several lengths for programs of today: all rows one below the other, and the lengths beside them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import paddle

from paddle_migrate.written.programs import DataFeeder, FeedLoader, variable


class LoDTensor:
    """Rows of sequences, to be fed with their lengths by `split_feed`; where none are set, an array."""

    def __init__(self) -> None:
        self.rows: Any = None
        self.lengths: Any = None

    def set(self, array: Any, place: Any = None) -> None:
        self.rows = np.asarray(array)

    def set_lod(self, lod: Any) -> None:
        """Take the offsets at which sequences begin, and the last one ends."""
        self.set_recursive_sequence_lengths([np.diff(level) for level in lod])

    def set_recursive_sequence_lengths(self, lengths: Any) -> None:
        if len(lengths) > 1:
            raise ValueError("sequences of sequences have no form here")
        self.lengths = np.array(lengths[0], "int64") if len(lengths) else None

    def recursive_sequence_lengths(self) -> list[list[int]]:
        return [] if self.lengths is None else [self.lengths.tolist()]

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


def split_feed(feed: Any) -> dict[str, Any]:
    """What `feed=` takes: of rows of sequences an array, and the lengths under name + "_lengths"."""
    found = {}
    for name, value in (feed or {}).items():
        found[name] = getattr(value, "rows", value)
        if getattr(value, "lengths", None) is not None:
            found[f"{name}_lengths"] = value.lengths
    return found


class SequenceFeeder(DataFeeder):
    """A DataFeeder that feeds the rows of sequences one below the other, and the lengths of the sequences."""

    def __init__(self, feed_list: Iterable[Any], place: Any = None, program: Any = None) -> None:
        super().__init__(feed_list, place, program)
        self.sequences = [name for name in self.arrays if self.has_lengths(name, program)]

    def has_lengths(self, name: str, program: Any) -> bool:
        try:
            variable(program or paddle.static.default_main_program(), f"{name}_lengths")
        except ValueError:
            return False
        return True

    def feed(self, samples: Iterable[Any]) -> dict[str, Any]:
        samples = list(samples)
        found = super().feed(samples)
        for place, name in enumerate(self.arrays):
            if name in self.sequences:
                found[f"{name}_lengths"] = np.array([len(sample[place]) for sample in samples], "int64")
        return found

    def joined(self, name: str, fields: Any) -> Any:
        if name not in self.sequences:
            return super().joined(name, fields)
        shape, dtype = self.arrays[name]
        return np.concatenate([np.reshape(np.array(each, dtype), [len(each), *shape[1:]]) for each in fields])


class SequenceLoader(FeedLoader, SequenceFeeder):
    """A FeedLoader that feeds the rows of sequences one below the other, and the lengths of the sequences."""

    def set_batch_generator(self, reader: Any, places: Any = None) -> Any:
        """Take batches that are lists of arrays, or of rows of sequences."""
        self.generator = lambda: (split_feed(dict(zip(self.arrays, batch))) for batch in reader())
        return self

    decorate_batch_generator = decorate_tensor_provider = set_batch_generator

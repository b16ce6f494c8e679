"""``paddle.fluid.dataloader``: data sets and which of their samples make a batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle

from .._language import differs_if_given, left_out, runtime_only

__all__ = ["BatchSampler", "Dataset"]

Dataset = paddle.io.Dataset


class BatchSampler(paddle.io.BatchSampler):
    """Lists of ``batch_size`` indices: of the samples of ``dataset``, or of the list ``indices``.

    Raises ``AssertionError`` unless exactly one of ``dataset`` and ``indices`` is given.
    """

    def __init__(self, dataset: Any = None, indices: Any = None, shuffle: bool = False, batch_size: int = 1,
                 drop_last: bool = False) -> None:
        assert dataset is None or indices is None, "BatchSampler takes a dataset or indices, not both"
        super().__init__(dataset=indices if left_out(dataset) else dataset, shuffle=shuffle, batch_size=batch_size,
                         drop_last=drop_last)
        runtime_only(indices=indices)
        differs_if_given("from NumPy's same seed the order is another one than in 1.8", shuffle=shuffle)
        self._order = list(range(len(dataset))) if indices is None else indices
        self._shuffles = shuffle

    def __iter__(self) -> Iterator[list[int]]:
        """The batches; NumPy shuffles what the last iteration left, as in 1.8.5."""
        if self._shuffles:
            np.random.shuffle(self._order)
        full = len(self._order) // self.batch_size * self.batch_size
        end = full if self.drop_last else len(self._order)
        for start in range(0, end, self.batch_size):
            yield list(self._order[start : min(start + self.batch_size, end)])

"""``paddle.fluid.lod_tensor``: tensors with the offsets of their sequences, made of data."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._language import of_sequences
from .._static.scopes import LoDTensor

__all__ = ["create_lod_tensor", "create_random_int_lodtensor"]


@of_sequences
def create_lod_tensor(data: Any, recursive_seq_lens: list[list[int]], place: Any) -> Any:
    """A tensor of ``data`` with sequences of these lengths, a list for each level.

    ``data`` is an array or a tensor with all rows, or a list with a list of each sequence's rows; these get a dimension
    of size 1 more. Raises ``AssertionError`` for a list and ``ValueError``
    for others where the lengths do not fit.
    """
    if isinstance(data, LoDTensor):
        return create_lod_tensor(np.array(data), recursive_seq_lens, place)
    if isinstance(data, list):
        if [[len(sequence) for sequence in data]] != recursive_seq_lens:
            raise AssertionError("data and recursive_seq_lens do not match")
        rows = np.array([row for sequence in data for row in sequence])
        return create_lod_tensor(rows.reshape((*rows.shape, 1)), recursive_seq_lens, place)
    if not isinstance(data, np.ndarray):
        raise TypeError("create_lod_tensor: data should be either a LoDTensor, a Numpy array or a list")
    tensor = LoDTensor()
    tensor.set(data, place)
    tensor.set_recursive_sequence_lengths(recursive_seq_lens)
    return tensor


@of_sequences
def create_random_int_lodtensor(recursive_seq_lens: list[list[int]], base_shape: list[int], place: Any, low: int,
                                high: int) -> Any:
    """Such a tensor of random int64 from ``low`` to ``high``, both included, with rows of shape ``base_shape``."""
    shape = [sum(recursive_seq_lens[-1]), *base_shape]
    return create_lod_tensor(np.random.randint(low, high + 1, shape).astype("int64"), recursive_seq_lens, place)

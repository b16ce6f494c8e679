"""Rows of sequences that are fed, and their lengths."""

from __future__ import annotations

import numpy as np
import pytest
from paddle_migrate.written.feeders import split_feed
from paddle_migrate.written.rows import LoDTensor, create_lod_tensor


def test_rows_are_split():
    made = create_lod_tensor([[1], [2, 3]], [[1, 2]])
    assert (made.lod(), made.recursive_sequence_lengths(), made.shape()) == ([[0, 1, 3]], [[1, 2]], [3, 1])
    plain = LoDTensor()
    plain.set(np.zeros([2, 2], "float32"))
    found = split_feed({"x": made, "y": plain, "z": 1})
    assert list(found) == ["x", "x_lengths", "y", "z"]
    assert split_feed([{"z": 1}]) == {"z": 1}
    np.testing.assert_array_equal(found["x_lengths"], [1, 2])
    np.testing.assert_array_equal(np.array(made)[:, 0], [1, 2, 3])
    made.set_lod([[0, 2, 3]])
    assert made.recursive_sequence_lengths() == [[2, 1]]
    with pytest.raises(ValueError, match="sequences of sequences"):
        made.set_lod([[0, 1], [0, 3]])


def test_rows_are_copied():
    array = np.arange(4.0).reshape(2, 2)
    made = create_lod_tensor(array, [[1, 1]])
    array[:] = 9
    assert np.array(made).tolist() == [[0, 1], [2, 3]]

"""The offsets of sequences beside eager tensors."""

import gc

import paddle
from paddle_compat import _lod
from paddle_compat._lod import lengths, lod_of, offsets, shared, with_lod

LOD = [[0, 2, 5]]


def test_offsets_belong_to_one_tensor():
    rows, others = paddle.ones([5, 2]), paddle.ones([5, 2])
    assert with_lod(rows, LOD) is rows
    assert (lod_of(rows), lod_of(others), lod_of(rows + 1)) == (LOD, [], [])
    assert lod_of(with_lod(rows, [])) == []


def test_offsets_go_with_their_tensor():
    gc.collect()  # what other tests have left
    rows = with_lod(paddle.ones([5, 2]), LOD)
    known = len(_lod._known)
    del rows
    gc.collect()
    assert len(_lod._known) == known - 1


def test_results_share_the_offsets_where_the_rows_are_as_many():
    rows = with_lod(paddle.ones([5, 2]), LOD)
    assert lod_of(shared(rows * 2, rows)) == LOD
    assert lod_of(shared(rows.sum(), rows)) == []
    assert lod_of(shared(rows.t(), rows)) == []
    assert lod_of(shared(with_lod(rows * 2, [[0, 5]]), rows)) == [[0, 5]]
    assert lod_of(shared(rows * 2, paddle.ones([5, 2]))) == []


def test_a_row_that_stands_for_none_at_all_keeps_its_offsets():
    """What a decoder gives where it finds nothing in any sequence."""
    row = with_lod(paddle.full([1, 1], -1), [[0, 0, 0]])
    assert lod_of(shared(row.astype("int64"), row)) == [[0, 0, 0]]
    assert lod_of(shared(paddle.ones([5, 1]), row)) == []


def test_lengths_and_offsets():
    assert (lengths([0, 2, 2, 5]), offsets([2, 0, 3]), offsets([])) == ([2, 0, 3], [0, 2, 2, 5], [0])

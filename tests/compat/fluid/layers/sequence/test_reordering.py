"""Sequences put together, turned round, cut, read otherwise, and given other offsets: results, offsets, gradients."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(4)
GIVEN = {
    "x": r.randn(7, 3).astype("float32"), "y": r.randn(7, 3).astype("float32"), "one": r.randn(3, 3).astype("float32"),
    "empty": r.randn(7, 3).astype("float32"), "some": r.randn(7, 3).astype("float32"),
    "nested": r.randn(7, 3).astype("float32"), "ids": r.randint(0, 9, (7, 1)), "flat": r.randint(0, 9, (7,)),
    "offset": np.array([[1], [0], [1]]), "count": np.array([[1], [1], [2]]), "even": r.randn(6, 4).astype("float32"),
    "z": r.randn(4, 6).astype("float32"), "index": r.randint(0, 6, (7, 1)), "update": r.randn(7, 1).astype("float32"),
    "level": np.array([0, 2, 2, 7], "int32"),
    "four": r.randn(4, 3).astype("float32"), "tall": r.randn(5, 6).astype("float32"),
    "rows": r.randn(3, 2).astype("float32"),
}
LODS = {
    "x": [[0, 3, 4, 7]], "y": [[0, 2, 6, 7]], "one": [[0, 1, 2, 3]], "empty": [[0, 0, 4, 4, 7, 7]],
    "some": [[0, 2, 2, 3, 3, 7]], "nested": [[0, 2, 3], [0, 2, 2, 7]], "ids": [[0, 3, 4, 7]], "flat": [[0, 3, 4, 7]],
    "even": [[0, 2, 6]], "index": [[0, 3, 3, 5, 7]], "update": [[0, 3, 3, 5, 7]], "four": [[0, 2, 3, 4]],
}
FIXED = "L.sequence_concat([fixed(four), x])"
CASES = [
    "L.sequence_concat([x, x])", "L.sequence_concat([x, y, one], name='n')", "L.sequence_concat([empty, some])",
    "L.sequence_concat([ids, ids])", "L.sequence_concat([x, empty])", FIXED,
    "L.sequence_reverse(x)", "L.sequence_reverse(empty, name='n')", "L.sequence_reverse(nested)",
    "L.sequence_reverse(ids)", "L.sequence_slice(x, offset, count)", "L.sequence_slice(x, count, count, name='n')",
    "L.sequence_slice(x, offset, offset)", "L.sequence_slice(empty, offset, count)", "L.sequence_reshape(even, 2)",
    "L.sequence_reshape(even, 8)", "L.sequence_reshape(even, 3)", "L.sequence_reshape(x, 9)",
    "L.sequence_reshape(empty, 1)", "L.sequence_scatter(z, index, update, name='n')",
    "L.sequence_scatter(tall, index, update)", "L.sequence_enumerate(ids, 2)",
    "L.sequence_enumerate(ids, 3, pad_value=7, name='n')", "L.sequence_enumerate(flat, 2)",
    "L.lod_reset(x, target_lod=[0, 2, 7])", "L.lod_reset(x, y=level)", "L.lod_reset(x, nested)",
    "L.lod_reset(nested, target_lod=[0, 2, 7])", "L.lod_reset(x)", "L.lod_reset(x, target_lod=[0, 2, 6])",
    "L.lod_reset(x, target_lod=[1, 7])", "L.lod_reset(rows, target_lod=[0, 1, 3])",
    "L.lod_append(x, [0, 1, 2, 3, 4, 5, 6, 7])", "L.lod_append(rows, [0, 1, 3])", "L.lod_append(x, nested)",
    "L.lod_append(x, level)",
]
# 1.8.5's gradient of an input went to the rows of another one where one needs none: ours goes to its own.
WRONG = {FIXED: ("dx",)}


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.reordering", {case: case for case in CASES}, GIVEN, LODS, differs=WRONG)


@pytest.mark.parametrize("case", CASES)
def test_reordering(asked, case):
    asked.check(case)


def test_the_gradient_of_a_concatenation_is_that_of_the_rows(asked):
    weight = (np.cos(np.arange(33)) + 1.5).reshape(11, 3)
    got = asked.ours[f"{FIXED}|dx"]
    np.testing.assert_allclose(got, weight[[2, 3, 4, 6, 8, 9, 10]], rtol=1e-6)

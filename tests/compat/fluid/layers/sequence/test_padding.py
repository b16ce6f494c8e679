"""Sequences in a dimension of their own, and back: results, offsets, gradients."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(3)
GIVEN = {
    "x": r.randn(7, 3).astype("float32"), "empty": r.randn(7, 3).astype("float32"),
    "deep": r.randn(7, 2, 2).astype("float32"), "column": r.randn(7, 1).astype("float32"),
    "ids": r.randint(0, 9, (7, 1)), "p": r.randn(3, 4, 2).astype("float32"), "wide": r.randn(3, 4).astype("float32"),
    "lengths": np.array([2, 4, 1]), "holes": np.array([2, 0, 1]),
}
LODS = {
    "x": [[0, 3, 4, 7]], "empty": [[0, 0, 4, 4, 7, 7]], "deep": [[0, 3, 4, 7]], "column": [[0, 3, 4, 7]],
    "ids": [[0, 3, 4, 7]],
}
NUMBER, ROW = "L.assign(np.array([1.5], 'float32'))", "L.assign(np.array([0.5, -1, 2], 'float32'))"
SQUARE = "L.assign(np.array([[0.5, -1], [3, 2]], 'float32'))"
CASES = [
    f"L.sequence_pad(x, {NUMBER})", f"L.sequence_pad(x, {ROW})", f"L.sequence_pad(empty, {NUMBER}, name='n')",
    f"L.sequence_pad(deep, {NUMBER}, 5)", f"L.sequence_pad(deep, {SQUARE}, maxlen=3)",
    f"L.sequence_pad(column, {NUMBER})", f"L.sequence_pad(x, {NUMBER}, maxlen=2)",
    "L.sequence_pad(ids, L.assign(np.array([7], 'int64')))", "L.sequence_unpad(p, lengths)",
    "L.sequence_unpad(p, length=holes, name='n')", "L.sequence_unpad(wide, lengths)",
    "L.reduce_sum(L.elementwise_mul(L.sequence_unpad(p, L.cast(L.scale(L.cast(lengths, 'float32'), 1.0), 'int64')),"
    " L.sequence_unpad(p, lengths)))",
]


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.padding", {case: case for case in CASES}, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_padding(asked, case):
    asked.check(case)

"""One row of each sequence, and softmax within: results, offsets, gradients."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(1)
GIVEN = {
    "x": r.randn(7, 3).astype("float32"), "empty": r.randn(7, 3).astype("float32"),
    "nested": r.randn(7, 3).astype("float32"), "deep": r.randn(7, 2, 2).astype("float32"),
    "ties": np.round(r.randn(7, 3)).astype("float32"), "one": r.randn(3, 3).astype("float32"),
    "none": r.randn(3, 3).astype("float32"), "column": r.randn(7, 1).astype("float32"),
    "flat": r.randn(7).astype("float32"), "holes": r.randn(7, 1).astype("float32"),
}
LODS = {
    "x": [[0, 3, 4, 7]], "empty": [[0, 0, 4, 4, 7, 7]], "nested": [[0, 2, 3], [0, 2, 2, 7]], "deep": [[0, 3, 4, 7]],
    "ties": [[0, 3, 4, 7]], "one": [[0, 1, 2, 3]], "column": [[0, 3, 4, 7]], "flat": [[0, 3, 4, 7]],
    "holes": [[0, 0, 4, 4, 7, 7]],
}
KINDS = ("sum", "average", "sqrt", "max", "last", "first")
POOLS = [f"L.sequence_pool({x}, '{kind}')" for kind in KINDS for x in ("x", "empty", "nested", "deep", "ties", "one")]
CASES = [
    *POOLS,
    *[f"L.sequence_pool(empty, '{kind}', pad_value=2.5)" for kind in KINDS],
    "L.sequence_pool(x, 'AVERAGE', is_test=True)", "L.sequence_pool(none, 'sum')", "L.sequence_pool(x, 'mean')",
    "L.sequence_first_step(x)", "L.sequence_last_step(nested)", "L.sequence_softmax(column)",
    "L.sequence_softmax(flat, use_cudnn=True, name='n')", "L.sequence_softmax(holes)", "L.sequence_softmax(x)",
]


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.pooling", {case: case for case in CASES}, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_pooling(asked, case):
    asked.check(case)

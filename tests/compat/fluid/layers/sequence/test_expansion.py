"""Rows and sequences repeated: results, offsets, gradients."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(2)
GIVEN = {
    "x": r.randn(7, 3).astype("float32"), "y": r.randn(5, 2).astype("float32"),
    "empty": r.randn(7, 3).astype("float32"), "some": r.randn(7, 3).astype("float32"),
    "nested": r.randn(7, 3).astype("float32"), "two": r.randn(7, 3).astype("float32"),
    "rows": r.randn(3, 3).astype("float32"), "five": r.randn(5, 2).astype("float32"),
    "pair": r.randn(2, 3).astype("float32"), "one": r.randn(3, 3).astype("float32"),
    "ids": r.randint(0, 9, (7, 1)), "couple": r.randn(4, 2).astype("float32"),
}
LODS = {
    "x": [[0, 3, 4, 7]], "y": [[0, 2, 3, 5]], "empty": [[0, 0, 4, 4, 7, 7]], "some": [[0, 2, 2, 3, 5, 7]],
    "nested": [[0, 2, 3], [0, 2, 2, 7]], "two": [[0, 2, 3], [0, 2, 4, 7]], "one": [[0, 1, 2, 3]],
    "ids": [[0, 3, 4, 7]], "couple": [[0, 1, 4]],
}
CASES = [
    "L.sequence_expand(y, x)", "L.sequence_expand(x, y, name='n')", "L.sequence_expand(rows, x)",
    "L.sequence_expand(rows, two)", "L.sequence_expand(x, two, ref_level=1)",
    "L.sequence_expand(y, nested, ref_level=1)", "L.sequence_expand(couple, nested, ref_level=0)",
    "L.sequence_expand(pair, nested, 0)", "L.sequence_expand(five, empty)", "L.sequence_expand(empty, some)",
    "L.sequence_expand(ids, x)", "L.sequence_expand(y, empty)", "L.sequence_expand(nested, x)",
    "L.sequence_expand(x, rows)", "L.sequence_expand(y, nested, ref_level=0)", "L.sequence_expand(x, y, ref_level=1)",
    "L.sequence_expand_as(rows, x)", "L.sequence_expand_as(one, x, name='n')", "L.sequence_expand_as(five, empty)",
    "L.sequence_expand_as(five, x)", "L.sequence_expand_as(rows, nested)",
]


@pytest.fixture(scope="module")
def asked(of_sequences):
    return of_sequences("layers.sequence.expansion", {case: case for case in CASES}, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_expansion(asked, case):
    asked.check(case)

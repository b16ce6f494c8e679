"""Comparisons and logic."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(6)
GIVEN = {
    "x": np.array([[1.0, 2.0], [3.0, 4.0]], "float32"),
    "y": np.array([[1.0, 3.0], [2.0, 4.0]], "float32"),
    "last": np.array([1.0, 3.0], "float32"),
    "i": np.array([1, 2, 3], "int64"),
    "j": np.array([3, 2, 1], "int64"),
    "b": np.array([[True, False], [True, False]]),
    "c": np.array([[True, True], [False, False]]),
}
CASES = {
    "less_than": "L.less_than(x, y)",
    "less_than_ints": "L.less_than(i, j)",
    "less_than_cond": "[L.less_than(x, y, cond=b), b]",
    "less_equal": "L.less_equal(x, y)",
    "less_equal_ints": "L.less_equal(i, j)",
    "less_equal_cond": "[L.less_equal(x, y, cond=b), b]",
    "greater_than": "L.greater_than(x, y)",
    "greater_than_ints": "L.greater_than(i, j)",
    "greater_than_cond": "[L.greater_than(x, y, cond=b), b]",
    "greater_equal": "L.greater_equal(x, y)",
    "greater_equal_ints": "L.greater_equal(i, j)",
    "greater_equal_cond": "[L.greater_equal(x, y, cond=b), b]",
    "equal": "L.equal(x, y)",
    "equal_ints": "L.equal(i, j)",
    "equal_cond": "[L.equal(x, y, cond=b), b]",
    "not_equal": "L.not_equal(x, y)",
    "not_equal_ints": "L.not_equal(i, j)",
    "not_equal_cond": "[L.not_equal(x, y, cond=b), b]",
    "logical_and": "L.logical_and(b, c)",
    "logical_or": "L.logical_or(b, c)",
    "logical_xor": "L.logical_xor(b, c)",
    "logical_not": "L.logical_not(b)",
    "logical_not_out": "[L.logical_not(b, out=c), c]",
    "broadcast": "L.less_than(x, last)",
    "lengthened": "L.less_than(x[:, :1], y)",
    "lengthened_row": "L.equal(x[:1], y)",
    "lengthened_operator": "[(x * 1.0)[:, :1] >= y * 1.0, (x * 1.0)[:1] == y * 1.0, y > x[:, :1]]",
}
# Today's shape, of which the tool speaks where it knows the sizes.
LARGER = {"lengthened": ("", ("0",)), "lengthened_row": ("", ("0",)), "lengthened_operator": ("", ("0", "1"))}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.control_flow", CASES, GIVEN, differs=LARGER)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)

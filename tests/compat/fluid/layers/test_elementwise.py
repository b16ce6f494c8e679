"""Two tensors, element by element; ``axis`` and ``act``."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(2)
GIVEN = {
    "x": random.uniform(-2, 2, [2, 3, 4]).astype("float32"),
    "y": random.uniform(1, 2, [2, 3, 4]).astype("float32"),
    "row": random.uniform(1, 2, [3]).astype("float32"),
    "last": random.uniform(1, 2, [4]).astype("float32"),
    "first": random.uniform(1, 2, [2]).astype("float32"),
    "pair": random.uniform(1, 2, [2, 3]).astype("float32"),
    "one": np.array([1.5], "float32"),
    "p": random.uniform(0.5, 2, [2, 3, 4]).astype("float32"),
    "q": random.uniform(0.5, 2, [2, 3, 4]).astype("float32"),
    "i": np.array([7, 9, 4, 12], "int64"),
    "j": np.array([2, 3, 4, 5], "int64"),
    "left": np.array([1.0, 2.0, 3.0], "float32"),
    "row2": np.array([[1.0, 0.5], [2.0, 5.0], [4.0, 3.0]], "float32"),
    "right": np.array([1.0, 3.0, 2.0], "float32"),
}
CASES = {
    "add": "L.elementwise_add(x, y)",
    "add_axis": "L.elementwise_add(x, row, axis=1)",
    "add_act": "L.elementwise_add(x, y, act='relu')",
    "add_ints": "L.elementwise_add(i, j)",
    "add_last": "L.elementwise_add(x, last)",
    "sub": "L.elementwise_sub(x, y)",
    "sub_axis": "L.elementwise_sub(x, row, axis=1)",
    "sub_act": "L.elementwise_sub(x, y, act='relu')",
    "sub_ints": "L.elementwise_sub(i, j)",
    "sub_last": "L.elementwise_sub(x, last)",
    "mul": "L.elementwise_mul(x, y)",
    "mul_axis": "L.elementwise_mul(x, row, axis=1)",
    "mul_act": "L.elementwise_mul(x, y, act='relu')",
    "mul_ints": "L.elementwise_mul(i, j)",
    "mul_last": "L.elementwise_mul(x, last)",
    "div": "L.elementwise_div(x, y)",
    "div_axis": "L.elementwise_div(x, row, axis=1)",
    "div_act": "L.elementwise_div(x, y, act='relu')",
    "div_ints": "L.elementwise_div(i, j)",
    "div_last": "L.elementwise_div(x, last)",
    "max": "L.elementwise_max(x, y)",
    "max_axis": "L.elementwise_max(x, row, axis=1)",
    "max_act": "L.elementwise_max(x, y, act='relu')",
    "max_ints": "L.elementwise_max(i, j)",
    "max_last": "L.elementwise_max(x, last)",
    "min": "L.elementwise_min(x, y)",
    "min_axis": "L.elementwise_min(x, row, axis=1)",
    "min_act": "L.elementwise_min(x, y, act='relu')",
    "min_ints": "L.elementwise_min(i, j)",
    "min_last": "L.elementwise_min(x, last)",
    "pow": "L.elementwise_pow(p, q)",
    "pow_axis": "L.elementwise_pow(p, row, axis=1)",
    "mod": "L.elementwise_mod(i, j)",
    "floordiv": "L.elementwise_floordiv(i, j)",
    "mod_signs": "L.elementwise_mod(i - 8, j)",
    "floordiv_signs": "L.elementwise_floordiv(i - 8, L.elementwise_sub(i - i, j))",
    "add_first": "L.elementwise_add(x, first, axis=0)",
    "sigmoid_act": "L.elementwise_add(x, y, act='sigmoid')",
    "add_two_dims": "L.elementwise_add(x, pair, axis=0)",
    "scalar": "L.elementwise_mul(x, one)",
    "add_named": "L.elementwise_add(x, y, name='n')",
    "sub_named": "L.elementwise_sub(x, y, name='n')",
    "mul_named": "L.elementwise_mul(x, y, name='n')",
    "div_named": "L.elementwise_div(x, y, name='n')",
    "max_tie": "L.elementwise_max(left, right)",
    "min_tie": "L.elementwise_min(left, right)",
    "max_tie_made": "L.elementwise_max(left * 2.0, y=right + left)",
    "min_tie_axis": "L.elementwise_min(x=row2, y=left, axis=0, act='relu')",
    "max_tie_zero": "L.elementwise_max(left, L.fill_constant([1], 'float32', 2.0))",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.elementwise", CASES, GIVEN)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)

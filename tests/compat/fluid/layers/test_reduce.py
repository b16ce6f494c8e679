"""Reductions: a full one has shape [1]."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(3)
GIVEN = {
    "x": random.uniform(-2, 2, [2, 3, 4]).astype("float32"),
    "v": random.uniform(-2, 2, [5]).astype("float32"),
    "i": np.arange(6, dtype="int32").reshape([2, 3]),
    "k": np.arange(6).reshape([2, 3]),
    "b": np.array([[True, False], [True, True]]),
    "far": np.array([[-np.inf, -np.inf], [np.inf, 1.0]], "float32"),
    "t": np.array([1.0, 3.0, 3.0], "float32"),
}
CASES = {
    "mean": "L.mean(x)",
    "mean_all": "L.reduce_mean(x)",
    "mean_0": "L.reduce_mean(x, dim=0)",
    "mean_list": "L.reduce_mean(x, dim=[0, 2])",
    "mean_keep": "L.reduce_mean(x, dim=-1, keep_dim=True)",
    "mean_all_keep": "L.reduce_mean(x, keep_dim=True)",
    "sum_all": "L.reduce_sum(x)",
    "sum_0": "L.reduce_sum(x, dim=0)",
    "sum_list": "L.reduce_sum(x, dim=[0, 2])",
    "sum_keep": "L.reduce_sum(x, dim=-1, keep_dim=True)",
    "sum_input_last": "L.reduce_sum(dim=1, keep_dim=True, input=x)",
    "sum_all_keep": "L.reduce_sum(x, keep_dim=True)",
    "max_all": "L.reduce_max(x)",
    "max_0": "L.reduce_max(x, dim=0)",
    "max_list": "L.reduce_max(x, dim=[0, 2])",
    "max_keep": "L.reduce_max(x, dim=-1, keep_dim=True)",
    "max_all_keep": "L.reduce_max(x, keep_dim=True)",
    "min_all": "L.reduce_min(x)",
    "min_0": "L.reduce_min(x, dim=0)",
    "min_list": "L.reduce_min(x, dim=[0, 2])",
    "min_keep": "L.reduce_min(x, dim=-1, keep_dim=True)",
    "min_all_keep": "L.reduce_min(x, keep_dim=True)",
    "prod_all": "L.reduce_prod(x)",
    "prod_0": "L.reduce_prod(x, dim=0)",
    "prod_list": "L.reduce_prod(x, dim=[0, 2])",
    "prod_keep": "L.reduce_prod(x, dim=-1, keep_dim=True)",
    "prod_all_keep": "L.reduce_prod(x, keep_dim=True)",
    "sum_int32": "L.reduce_sum(i)",
    "sum_int32_dim": "L.reduce_sum(i, dim=0)",
    "prod_int32": "L.reduce_prod(i)",
    "prod_int32_dim": "L.reduce_prod(i, dim=0)",
    "sum_keyword": "L.reduce_sum(input=i)",
    "sum_int64": "L.reduce_sum(k, dim=0)",
    "max_int64": "L.reduce_max(k)",
    "all": "L.reduce_all(b)",
    "any": "L.reduce_any(b)",
    "all_dim": "L.reduce_all(b, dim=1)",
    "any_dim": "L.reduce_any(b, dim=[0], keep_dim=True)",
    "vector": "L.reduce_sum(v, dim=0)",
    "empty_list": "L.reduce_sum(x, dim=[])",
    "tie": "L.reduce_max(t)",
    "tie_rows": "L.reduce_min(t, dim=0, keep_dim=True)",
    "tie_both": "L.reduce_max(L.relu(t) * 2.0, dim=[0])",
    "tie_scaled": "L.reduce_min(input=t, dim=[0]) * 3.0",
    "tie_infinite": "L.reduce_max(far, dim=1)",
    "mean_named": "L.mean(x, name='n')",
    "reduce_mean_named": "L.reduce_mean(x, 0, name='n')",
    "sum_named": "L.reduce_sum(input=x, name='n')",
    "max_named": "L.reduce_max(x, 1, name='n')",
}
# What 1.8.5's own gradient has wrong; only the values are compared.
VALUES_ONLY = {
    "sum_all_keep": "it reads beyond its memory",
    "mean_all_keep": "it reads beyond its memory",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.reduce", CASES, GIVEN)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name, gradients=name not in VALUES_ONLY)

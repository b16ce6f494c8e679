"""NumPy's functions and an array's methods: the shapes and dtypes that NumPy gives, or none."""

from __future__ import annotations

import numpy as np
import pytest

HEAD = "x = np.ones([2, 3, 4], 'float32')\none = np.ones([2, 1, 4])\n"
KNOWN = [
    "np.array([[1, 2], [3, 4]])", "np.array([1.5])", "np.array([True])", "np.array([1], 'float32')", "np.zeros([2, 3])",
    "np.zeros(3, dtype='int64')", "np.ones((2,), np.int32)", "np.full([2], 1, 'int32')", "np.random.random([2, 3])",
    "np.random.uniform(0, 1, [2])", "np.random.normal(size=(3, 2))", "np.random.randint(0, 9, 4)",
    "np.random.rand(2, 3)", "np.random.choice(3, [5])", "np.reshape(x, [6, -1])", "np.transpose(x)",
    "np.transpose(x, [1, 0, 2])",
    "np.expand_dims(x, 1)", "np.squeeze(one)", "np.squeeze(one, 1)", "np.concatenate([x, x], axis=1)",
    "np.concatenate([x, x])", "np.stack([x, x], axis=-1)", "np.zeros_like(x)", "np.exp(x)", "np.arange(3)",
    "np.arange(1, 9, 2)", "x.reshape(4, 6)", "x.reshape([-1, 2])", "x.transpose(2, 0, 1)", "x.flatten()", "x.ravel()",
    "x.astype('int64')", "x.sum(axis=1)", "x.mean(0, keepdims=True)", "x.max()", "one.squeeze(1)", "x.copy()",
    "x.T", "np.random.RandomState(1).rand(2)",
]  # fmt: skip


@pytest.mark.parametrize("expression", KNOWN)
def test_it_is_numpy_s(run, expression):
    scope = {"np": np}
    exec(f"{HEAD}result = {expression}", scope)
    found = run(f"{HEAD}result = {expression}").module.names["result"]
    assert found.shape == scope["result"].shape
    assert found.dtype in ("", "float", str(scope["result"].dtype))


@pytest.mark.parametrize("expression", [
    "np.zeros(who)", "np.reshape(x, who)", "np.transpose(x, who)", "np.concatenate([x, who])",
    "np.concatenate(who)", "np.stack([])", "np.stack([x, who])", "np.random.uniform(0, 1, who)", "x.reshape(who)",
    "x.sum(axis=who)", "np.no_such_function(x)", "x.tolist()", "np.expand_dims(x, who)", "np.exp(who)",
])  # fmt: skip
def test_it_is_not_guessed(run, expression):
    found = run(f"{HEAD}result = {expression}").module.names["result"]
    assert getattr(found, "shape", None) is None


@pytest.mark.parametrize(("expression", "wanted"), [
    ("np.prod([2, 3])", "6"),
    ("np.prod(x.shape)", "24"),
    ("np.prod(who)", "?"),
    ("np.arange(n)", "[?]"),
    ("np.zeros([n, 2])", "[?, 2] float64"),
    ("np.float32(2)", "2"),
    ("np.float32(1.5)", "unknown"),
    ("np.array([1, 2.5])", "[2]"),
])  # fmt: skip
def test_numbers_and_parts(result, expression, wanted):
    assert result(f"{HEAD}result = {expression}") == wanted

"""Legacy names are what compat's own bodies make of them, now as in 1.8.5 and now as today."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("call", "then", "today"), [
    ("L.mean(x)", "[1] float32", "[] float32"),
    ("fluid.layers.nn.reduce_sum(x, dim=[0], keep_dim=True)", "[1, 3] float32", "[1, 3] float32"),
    ("L.elementwise_div(i, i)", "[2] int64", "[2] float"),
    ("L.elementwise_add(x, L.ones([2], 'float32'), axis=0, act='relu')", "[2, 3] float32", "[2, 3] float32"),
    ("L.elementwise_add(x, x, act=who)", "[2, 3] float32", "[2, 3] float32"),
    ("L.matmul(x, x, transpose_y=True, alpha=n)", "[2, 2] float32", "[2, 2] float32"),
    ("L.matmul(i, i)", "[1] int64", "[] int64"),
    ("L.dropout(x, 0.5)", "[2, 3] float32", "[2, 3] float32"),
    ("L.cast(x, fluid.core.VarDesc.VarType.INT64)", "[2, 3] int64", "[2, 3] int64"),
    ("fluid.dygraph.MSELoss()(x, x)", "[1] float32", "[] float32"),
    ("fluid.dygraph.Pool2D(2, who, 2)(L.ones([1, 2, 4, 4], 'float32'))", "[1, 2, 2, 2] float32",
     "[1, 2, 2, 2] float32"),
    ("fluid.dygraph.Conv2D(3, 4, 3, act='relu', dtype='float64')(who)", "[?, 4, ?, ?] float", "[?, 4, ?, ?] float"),
])  # fmt: skip
def test_bodies(result, call, then, today):
    given = "x = L.ones([2, 3], 'float32')\ni = L.ones([2], 'int64')\n"
    assert result(f"{given}result = {call}\n") == then
    assert result(f"{given}result = {call}\n", today=True) == today


@pytest.mark.parametrize("call", [
    "L.relu(x, nonsense=1)",  # no such argument
    "L.relu(x, None, 1)",
    "L.pool2d(x, pool_type='sum')",  # 1.8.5 refused it
    "L.cumsum(x, nothing=True)",
    "L.no_such_function(x)",
    "L.reshape(who, who)",
    "L.lstm(x, who)",
])  # fmt: skip
def test_what_cannot_be_run_is_unknown(result, call):
    assert result(f"x = L.ones([2, 3], 'float32')\nresult = {call}\n") in ("unknown", "unknown float32")


def test_a_result_that_is_written_into_another_is_there_too(result):
    text = "out = L.create_tensor('float32')\nL.assign(L.ones([2, 3], 'int64'), out)\nresult = out\n"
    assert result(text) == "[2, 3] int64"


def test_what_is_done_in_a_branch_is_done_once_in_a_body(result):
    """The lists of a body are as sure in code that may not run as anywhere."""
    text = "if n > 3:\n    result = L.fill_constant_batch_size_like(L.ones([7, 2], 'float32'), [1, 5], 'int64', 0)\n"
    assert result(text) == "[7, 5] int64"


def test_calls_of_bodies_do_not_use_up_the_steps_of_the_script(result):
    text = "x = L.ones([2, 3], 'float32')\nfor i in range(150):\n    y = L.softmax(L.elementwise_add(x, x + i))\n"
    assert result(f"{text * 5}result = y\n") == "[2, 3] float32"

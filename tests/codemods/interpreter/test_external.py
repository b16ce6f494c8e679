"""What a call of something imported gives, by its full name."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("call", "wanted"), [
    ("np.zeros([2])", "[2] float64"),
    ("paddle.zeros([2, 3])", "[2, 3] float32"),
    ("paddle.tensor.zeros([2, 3])", "[2, 3] float32"),
    ("paddle.nn.Linear(3, 4)(paddle.zeros([2, 3]))", "[2, 4] float32"),
    ("L.zeros([2, 3], 'int64')", "[2, 3] int64"),
    ("paddle.fluid.layers.zeros([2], 'int64')", "[2] int64"),
    ("fluid.dygraph.Linear(3, 4)(L.zeros([2, 3], 'float32'))", "[2, 4] float32"),
])  # fmt: skip
def test_by_its_full_name(result, call, wanted):
    assert result(f"result = {call}") == wanted


@pytest.mark.parametrize("call", [
    "own.zeros([2, 3])", "paddle.no_such_function([2])", "np.no_such_function([2])", "L.no_such_function([2])",
    "paddle.zeros()", "paddle.zeros([2], nonsense=1)", "np.zeros()", "L.zeros()", "zeros([2])",
])  # fmt: skip
def test_what_fails_or_is_not_known(result, call):
    assert result(f"import own\nresult = {call}") in ("unknown", "unknown float64", "unknown float32")


def test_a_class_of_paddle_s_of_which_nothing_is_known_is_a_thing(result):
    assert result("result = paddle.NoSuchClass(1)") == "Thing(name='paddle.NoSuchClass')"

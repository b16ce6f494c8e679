"""What is said of today's functions, beside what Paddle does."""

from __future__ import annotations

import numpy as np
import paddle
import pytest

HEAD = "x = paddle.to_tensor(np.ones([2, 3, 4], 'float32'))\nids = paddle.to_tensor(np.zeros([2], 'int64'))\n"


@pytest.fixture
def found(run):
    """A function of an expression of `x` and `ids`: what the interpreter finds."""
    return lambda expression: run(f"{HEAD}result = {expression}").module.names["result"]


@pytest.fixture
def check_as_paddle(found):
    """The shape of the expression is Paddle's, and so is its dtype as far as it is known."""

    def check(expression):
        scope = {"np": np, "paddle": paddle}
        exec(f"{HEAD}result = {expression}", scope)
        told = found(expression)
        assert told.shape == tuple(scope["result"].shape)
        assert told.dtype in ("", "float", str(scope["result"].dtype).rpartition(".")[2])

    return check

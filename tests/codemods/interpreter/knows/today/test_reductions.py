"""What has fewer dimensions than what it is made of: the shapes that Paddle gives, or none."""

from __future__ import annotations

import numpy as np
import paddle
import pytest

HEAD = "x = paddle.to_tensor(np.ones([2, 3, 4], 'float32'))\nids = paddle.to_tensor(np.zeros([2], 'int64'))\n"


@pytest.mark.parametrize("expression", [
    "paddle.sum(x, axis=1)", "paddle.mean(x, [0, 2], True)", "paddle.std(x)", "paddle.argmin(x, axis=0)",
    "paddle.sort(x)", "paddle.argsort(x, 1)", "paddle.all(x > 0)", "paddle.norm(x, axis=1)", "paddle.dist(x, x)",
    "paddle.allclose(x, x)", "paddle.trace(x)", "paddle.logsumexp(x, -1)", "paddle.prod(x, 1)",
])  # fmt: skip
def test_it_is_paddle_s(run, expression):
    scope = {"np": np, "paddle": paddle}
    exec(f"{HEAD}result = {expression}", scope)
    found = run(f"{HEAD}result = {expression}").module.names["result"]
    assert found.shape == tuple(scope["result"].shape)
    assert found.dtype in ("", "float", str(scope["result"].dtype).rpartition(".")[2])


@pytest.mark.parametrize("expression", [
    "paddle.sum(x, axis=who)", "paddle.logsumexp(who, -1)", "paddle.norm(x, axis=who)", "paddle.trace(who)",
    "paddle.sort(who)",
])  # fmt: skip
def test_it_is_not_guessed(run, expression):
    found = run(f"{HEAD}result = {expression}").module.names["result"]
    assert getattr(found, "shape", None) is None

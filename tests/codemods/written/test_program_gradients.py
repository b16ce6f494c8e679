"""Parameters that layers share, and those that are named."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.written.program_gradients import parameters_of, share_parameters
from paddle_migrate.written.program_variables import variable

# Paddle's own words at its own calls
pytestmark = pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")


@pytest.mark.parametrize("kind", ["SGD", "Adagrad"])
def test_layers_share_a_parameter(main, kind):
    """The first step is that of one parameter by NumPy: w -= rate of the sum of both gradients."""
    x = paddle.static.data("x", [None, 2])
    once = paddle.nn.Linear(2, 2, paddle.ParamAttr("w"), False)(x)
    loss = paddle.add(once, paddle.nn.Linear(2, 2, paddle.ParamAttr("w"), False)(once)).sum()
    share_parameters(loss)
    getattr(paddle.optimizer, kind)(0.1).minimize(loss)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    tensor, fed = paddle.static.global_scope().find_var("w").get_tensor(), np.array([[1.0, 2.0]], "float32")
    w = np.array([[0.1, 0.2], [0.3, 0.4]], "float32")
    tensor.set(w, paddle.CPUPlace())
    executor.run(main, {"x": fed}, [loss])
    ones = np.ones((1, 2), "float32")
    gradient = fed.T @ (ones + ones @ w.T) + (fed @ w).T @ ones
    step = gradient if kind == "SGD" else gradient / (np.abs(gradient) + 1e-6)
    np.testing.assert_allclose(np.array(tensor), w - 0.1 * step, rtol=1e-6)


def test_parameters_by_themselves_and_by_names(main):
    first = paddle.nn.Linear(2, 2, paddle.ParamAttr("v"), False)(paddle.static.data("x", [None, 2]))
    loss = paddle.nn.Linear(2, 1, paddle.ParamAttr("w"), False)(first).sum()
    found = parameters_of(loss, ["w"])
    assert [each.name for each in found] == ["w"]
    assert [each.name for each in parameters_of(loss, found)] == ["w"]
    paddle.optimizer.SGD(0.1).minimize(loss, parameters=found)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    fetched = [variable(main, name) for name in ("v", "w")]
    before, after = (executor.run(main, {"x": np.ones((1, 2), "float32")}, fetched) for _ in range(2))
    assert [bool((a != b).any()) for a, b in zip(before, after, strict=True)] == [False, True]

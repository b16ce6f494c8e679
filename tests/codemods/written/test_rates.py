"""An optimizer with a rate of any kind, in a program: one step by hand."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.written.rates import of_any_rate, with_any_rate, with_rate

pytestmark = pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")


class Own(with_any_rate(paddle.optimizer.SGD)):
    """An optimizer of a script's own, whose constructor hands its rate on."""

    def __init__(self, rate, kind):
        super().__init__(learning_rate=rate)
        self.kind = kind


@pytest.mark.parametrize("make", [
    lambda rate: with_rate(paddle.optimizer.SGD(0.0), rate), of_any_rate(paddle.optimizer.SGD),
    lambda rate: Own(rate, 2),
])
@pytest.mark.parametrize(
    "rate",
    [
        lambda: 0.25, lambda: 1, lambda: paddle.full([1], 0.25) * 2,
        lambda: paddle.optimizer.lr.ExponentialDecay(0.25, 0.5),
    ],
)
def test_a_rate(rate, make):
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            one = paddle.ParamAttr("one", initializer=paddle.nn.initializer.Constant(1.0))
            loss = paddle.static.create_parameter([1], "float32", attr=one).sum()
            made = rate()
            make(made).minimize(loss)
            executor = paddle.static.Executor(paddle.CPUPlace())
            executor.run(startup)
            executor.run(main, fetch_list=[loss])
            left = float(np.array(scope.find_var("one").get_tensor())[0])
    finally:
        paddle.disable_static()
    known = made if isinstance(made, (int, float)) else 0.25 if hasattr(made, "last_lr") else 0.5
    assert left == pytest.approx(1 - known)


@pytest.mark.parametrize("make", [of_any_rate(paddle.optimizer.Adam), with_any_rate(paddle.optimizer.Adam)])
def test_a_rate_that_is_not_given(make):
    paddle.enable_static()
    try:
        assert make().get_lr() == 0.001
    finally:
        paddle.disable_static()

"""Copies for tests, and their variables."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.written.copies import clone, clone_for_test, clone_trained_for_test, in_program
from paddle_migrate.written.program_variables import variable
from paddle_migrate.written.runs import ProgramExecutor, step_schedule

# Paddle's own words at its own calls
pytestmark = pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")


@pytest.mark.parametrize("copied", [clone, clone_trained_for_test])
def test_copies_behind_the_backward(main, copied):
    """One trains as the program does, the other one not at all."""
    fed = {"x": np.ones((4, 2), "float32")}
    x = paddle.static.data("x", [None, 2])
    normal = paddle.nn.BatchNorm(2)(x)
    out = paddle.nn.Linear(2, 3)(normal).sum()
    clip = paddle.nn.ClipGradByGlobalNorm(1.0)
    paddle.optimizer.Adam(0.1, grad_clip=clip, weight_decay=paddle.regularizer.L2Decay(0.1)).minimize(out)
    shares = paddle.nn.functional.softmax(out)
    copy = copied(main)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    runs = [executor.run(copy, fed, in_program(copy, [out, shares])) for _ in range(3)]
    assert (len({float(out) for out, _ in runs}) == 1) == (copied is clone_trained_for_test)
    assert [float(share) for _, share in runs] == [1, 1, 1]
    executor.run(main, fed, [out])
    assert float(executor.run(copy, fed, in_program(copy, out))[0]) != float(runs[-1][0])


def test_a_copy_tests_and_has_its_own_variables(main):
    x = paddle.static.data("x", [None, 2])
    out = paddle.nn.functional.dropout(paddle.nn.Linear(2, 3)(x), 0.5).sum()
    copy = clone_for_test(main)
    schedule = paddle.optimizer.lr.NaturalExpDecay(0.1, 0.5)
    paddle.optimizer.SGD(schedule).minimize(out)
    executor = paddle.static.Executor()
    executor.run(paddle.static.default_startup_program())
    runs = [executor.run(copy, {"x": np.ones((4, 2), "float32")}, in_program(copy, [out]))[0] for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    assert in_program(main, [out]) == [out]
    without = {"sizes": [1, 2], "made": {}}
    assert in_program(copy, without) is without
    assert in_program(copy, {"out": (out,)})["out"][0] is not out
    assert variable(main, "x").name == "x"
    step_schedule(copy)
    assert schedule.last_epoch == 0
    runner = ProgramExecutor(False, main)
    assert runner.run([out], feed={"x": np.ones((4, 2), "float32")})[0].shape == ()
    assert schedule.last_epoch == 1

"""Functions of 1.8's layers without parameters run in programs of today's: what is left of a file that is migrated."""

import warnings

import numpy as np
import paddle
import pytest

FUNCTIONS = {
    "scale": lambda L, x: L.scale(x, 2.0),
    "reduce_sum": lambda L, x: L.reduce_sum(x, dim=1),
    "concat": lambda L, x: L.concat([x, x], axis=1),
    "relu6": lambda L, x: L.relu6(x),
    "softmax": lambda L, x: L.softmax(x),
    "reshape": lambda L, x: L.reshape(x, [-1]),
    "matmul": lambda L, x: L.matmul(x, x, transpose_y=True),
    "elementwise_add": lambda L, x: L.elementwise_add(x, x),
    "cast": lambda L, x: L.cast(x, "int32"),
    "l2_normalize": lambda L, x: L.l2_normalize(x, 1),
    "topk": lambda L, x: L.topk(x, 2)[0],
    "clip": lambda L, x: L.clip(x, 0.0, 0.5),
    "smooth_l1": lambda L, x: L.smooth_l1(x, L.scale(x, 2.0)),
}
X = np.linspace(-1, 1, 8).reshape(2, 4).astype("float32")


@pytest.fixture
def programs():
    paddle.enable_static()
    with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
        yield paddle.static.data("x", [None, 4], dtype="float32")
    paddle.disable_static()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_is_a_part_of_todays_program(fluid, programs, name):
    with warnings.catch_warnings():  # Paddle 2.6 warns of operators of all programs
        warnings.simplefilter("ignore", DeprecationWarning)
        made = FUNCTIONS[name](fluid.layers, programs)
    found = paddle.static.Executor(paddle.CPUPlace()).run(feed={"x": X}, fetch_list=[made])[0]
    paddle.disable_static()
    with fluid.dygraph.guard():
        wanted = FUNCTIONS[name](fluid.layers, fluid.dygraph.to_variable(X)).numpy()
    np.testing.assert_allclose(found, wanted, rtol=1e-6)


@pytest.mark.parametrize("name", ["fc", "batch_norm", "data"])
def test_what_is_none(fluid, programs, name):
    calls = {"fc": lambda: fluid.layers.fc(programs, 2), "batch_norm": lambda: fluid.layers.batch_norm(programs),
             "data": lambda: programs + fluid.data("z", [4])}
    with pytest.raises((AssertionError, TypeError)):
        calls[name]()

"""Programs of fluid in a script that has called ``paddle.enable_static()``, as those of Paddle 2.0 to 2.4 do."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import paddle
import pytest
from paddle_compat._static import mode, programs


@pytest.fixture(autouse=True)
def static():
    paddle.enable_static()
    yield
    paddle.disable_static()


def test_a_program_trains(fluid):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start):
        x = fluid.data("x", [None, 3])
        hidden = fluid.layers.batch_norm(fluid.layers.fc(x, 4, param_attr=fluid.initializer.Constant(0.1)))
        loss = fluid.layers.reduce_mean(fluid.layers.square(1.0 + fluid.layers.fc(hidden, 1)))
        fluid.optimizer.SGD(0.01).minimize(loss)
    exe, x = fluid.Executor(fluid.CPUPlace()), np.arange(6, dtype="float32").reshape(2, 3)
    with fluid.scope_guard(fluid.Scope()):
        exe.run(start)
        losses = [float(exe.run(main, feed={"x": x}, fetch_list=[loss])[0][0]) for _ in range(5)]
    assert losses[-1] < losses[0]
    assert not paddle.in_dynamic_mode()


def test_parameters_are_set_and_read(fluid):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start):
        out = fluid.layers.fc(fluid.data("x", [None, 2]), 1, param_attr="w", bias_attr=False)
    exe, scope = fluid.Executor(fluid.CPUPlace()), fluid.Scope()
    with fluid.scope_guard(scope):
        exe.run(start)
        weight = scope.find_var("w").get_tensor()
        weight.set(np.array([[2.0], [3.0]], "float32"), fluid.CPUPlace())
        (value,) = exe.run(main, feed={"x": np.ones((1, 2), "float32")}, fetch_list=[out])
    assert value.tolist() == [[5.0]]
    assert np.array(weight).tolist() == [[2.0], [3.0]]
    assert np.array(weight[0]).tolist() == [[2.0]]  # as in 1.8.5


def test_sequences_are_fed(fluid):
    main = fluid.Program()
    with fluid.program_guard(main, fluid.Program()):
        total = fluid.layers.sequence_pool(fluid.data("x", [None, 1], lod_level=1), "sum")
    rows = fluid.create_lod_tensor(np.ones((5, 1), "float32"), [[2, 3]], fluid.CPUPlace())
    (value,) = fluid.Executor(fluid.CPUPlace()).run(main, feed={"x": rows}, fetch_list=[total])
    assert value.tolist() == [[2.0], [3.0]]


def test_todays_programs_stay_todays(fluid):
    """Fluid's functions on their variables are today's; nothing of Paddle's mode has changed."""
    main, start = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, start):
        x = paddle.static.data("x", [None, 2], "float32")
        out = paddle.mean(paddle.static.nn.fc(x, 3) * 0.0 + 2.0)
    exe = paddle.static.Executor(paddle.CPUPlace())
    exe.run(start)
    (value,) = exe.run(main, feed={"x": np.ones((1, 2), "float32")}, fetch_list=[out])
    assert float(value) == 2.0


def test_calls_without_variables_are_of_the_programs_that_are_written(fluid):
    main = fluid.Program()
    with fluid.program_guard(main, fluid.Program()):
        less = fluid.layers.fill_constant([2], "float32", 3.0) - 1
        total = less + fluid.layers.assign(np.array([1.0, 2.0], "float32"))
        steps = fluid.layers.range(0, 6, 2, "float32")
    got = fluid.Executor(fluid.CPUPlace()).run(main, fetch_list=[total, steps])
    assert [each.tolist() for each in got] == [[3.0, 4.0], [0.0, 2.0, 4.0]]


FIRST_CALL = """
import paddle
import paddle.fluid as fluid
paddle.enable_static()
two = fluid.layers.fill_constant([1], "float32", 1.0) + 1.0
(value,) = fluid.Executor(fluid.CPUPlace()).run(fetch_list=[two])
"""


def test_the_first_call_of_a_script(fluid, monkeypatch, tmp_path):
    script, scope = tmp_path / "first.py", {"__name__": "script"}
    script.write_text(FIRST_CALL)
    monkeypatch.setattr(mode.MODE, "unknown", True)
    with ThreadPoolExecutor(1) as alone:  # on a stack without this file, which names more
        alone.submit(exec, compile(FIRST_CALL, str(script), "exec"), scope).result()
    assert scope["value"].tolist() == [2.0]


def test_todays_program_gets_what_is_called_for_it(fluid, monkeypatch):
    """Where a program of today's is being written, and none of fluid's."""
    mode.turn_on()
    monkeypatch.setattr(programs, "_first", fluid.default_main_program())
    with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
        x = paddle.static.data("x", [2], "float32")
        of_today = fluid.layers.fill_constant([2], "float32", 3.0)
        assert type(fluid.layers.relu(x)) is type(of_today) is type(x)
        with fluid.program_guard(fluid.Program(), fluid.Program()):
            assert isinstance(fluid.layers.fill_constant([2], "float32", 3.0), fluid.Variable)
            assert type(fluid.layers.concat([x, x])) is type(x)

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.written.modes import dynamic_mode, static_function, translated


@pytest.fixture
def static():
    paddle.enable_static()
    yield
    paddle.disable_static()


@pytest.mark.parametrize("error", [None, KeyError])
def test_the_mode_before_comes_back(static, error):
    for _ in range(2):
        try:
            with dynamic_mode(paddle.CPUPlace()):
                assert paddle.in_dynamic_mode()
                with dynamic_mode():
                    assert float(paddle.ones([2]).sum()) == 2
                assert paddle.in_dynamic_mode()
                if error:
                    raise error
        except KeyError:
            assert error
        assert not paddle.in_dynamic_mode()


def test_names_are_counted_afresh(static):
    names = []
    for _ in range(2):
        with dynamic_mode():
            names.append(paddle.nn.Linear(1, 1).weight.name)
    assert names[0] == names[1]


def _twice_or_less(x):
    y = x - 1
    if x.sum() > 3:
        y = x * 2
    return y


def _built(function, value):
    program = paddle.static.Program()
    with paddle.static.program_guard(program):
        out = function(paddle.full([2], value, "float32"))
        return paddle.static.Executor(paddle.CPUPlace()).run(program, fetch_list=[out])[0].tolist()


def test_a_program_has_both_branches(static):
    function = translated(_twice_or_less)
    assert [_built(function, v) for v in (1.0, 2.0)] == [[0.0, 0.0], [4.0, 4.0]]
    with dynamic_mode():
        assert function(paddle.full([2], 2.0)).tolist() == [4.0, 4.0]


def test_a_static_graph_of_its_own_runs_between_programs(static):
    run = static_function(_twice_or_less)
    with dynamic_mode():
        x = paddle.full([2], 2.0)
    with paddle.static.program_guard(paddle.static.Program()):
        assert run(x).numpy().tolist() == [4.0, 4.0]
    assert not paddle.in_dynamic_mode()

"""A ParallelExecutor, which has its program and takes what is fetched first, is a plain step in a loop."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.program_executors import with_plain_executors

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8
CUDA = False


def main():
    x = fluid.data("x", [None, 4])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(out * out)
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD({rate}).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    runner = fluid.ParallelExecutor({made})
    for step in range(4):
        {run}
        print("%.5f" % np.mean(value))


main()
"""
DECAY = "fluid.layers.piecewise_decay([1, 2], [0.1, 0.01, 0.0])"
MADE = "use_cuda=CUDA, loss_name=loss.name"
RUNS = {
    "first": "value, = runner.run([loss.name], feed={'x': ARRAY})",
    "words": "value, = runner.run(feed={'x': ARRAY}, fetch_list=[loss])",
    "places": "value, = runner.run([loss], {'x': ARRAY})",
    "old_word": "value, = runner.run([loss], feed_dict={'x': ARRAY})",
    "arrays": "values = runner.run([loss], {'x': ARRAY}, None, False)\n        value = np.array(values[0])",
}


def script(run: str, rate: str = "0.1", made: str = MADE) -> str:
    return OLD.format(run=RUNS.get(run, run), rate=rate, made=made)


def test_same_numbers(run_both_ways):
    """As 1.8.5 prints them, where schedules go on as well."""
    scripts = {f"{name}_{number}": {"main.py": script(name, rate)}
               for name in RUNS for number, rate in enumerate(("0.1", DECAY))}
    scripts["program"] = {"main.py": script("first", DECAY, f"CUDA, {MADE.partition(', ')[2]}, "
                                            "main_program=fluid.default_main_program()")}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert new["first_1"] == new["program"] != new["first_0"]


@pytest.mark.parametrize("name", RUNS)
def test_it_is_a_loop(name):
    result = migrate_source(script(name), options=Options(dygraph=True))
    assert "class Network(nn.Layer)" in result.text, [each.message for each in result.left]
    assert "ProgramExecutor" not in result.text
    assert "paddle.set_device('cpu')" in result.text or 'paddle.set_device("cpu")' in result.text


@pytest.mark.parametrize("run", [
    "value, = runner.run([loss], feed={'x': ARRAY}, feed_dict={'x': ARRAY})",
    "value, = runner.run(*[[loss], {'x': ARRAY}])",
    "step = runner.run; value, = step([loss], {'x': ARRAY})",
])
def test_what_is_not_seen_stays(run):
    result = migrate_source(script(run), options=Options(dygraph=True))
    assert "enable_static()" in result.text
    assert "PM340" in {each.code for each in result.findings}


def test_texts_without_one_are_not_touched():
    for text in ("x = 1\n", "ProgramExecutor = None\nrunner = ProgramExecutor\n"):
        assert with_plain_executors(text) == text

"""The schedule of a rate steps in a loop where the program's did."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    test = fluid.default_main_program().clone(for_test=True)
    sgd = fluid.optimizer.SGD(fluid.layers.piecewise_decay([2], [0.1, 0.01]))
    sgd.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    metric = fluid.metrics.Accuracy()
    for step in range(4):
        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])
        metric.update(value, 2)
        print("%.6f %.6f" % (value[0], np.mean(metric.eval())))
        value, = exe.run(test, feed={x.name: ARRAY, y.name: ARRAY[:, :1]}, fetch_list=[loss])
        print("%.6f" % value[0])


main()
"""
RATE = "fluid.layers.piecewise_decay([2], [0.1, 0.01])"
HALVES = "fluid.layers.exponential_decay(0.1, 2, 0.5, staircase=True)"
PIECES = """\
0.078125 0.078125
0.029184
0.029184 0.053655
0.011032
0.011032 0.039447
0.010211
0.010211 0.032138
0.009453
"""
HALVED = """\
0.078125 0.078125
0.029184
0.029184 0.053655
0.011032
0.011032 0.039447
0.007254
0.007254 0.031399
0.004805
"""
ALL = {  # with what 1.8.5 prints of it
    "there": (OLD, PIECES),
    "named": (OLD.replace("    sgd = ", f"    rate = {RATE}\n    sgd = ").replace(
        f"SGD({RATE})", "SGD(learning_rate=rate)"), PIECES),
    "halves": (OLD.replace(RATE, HALVES), HALVED),
    "optimizer_made_by_a_function": (OLD.replace(f"fluid.optimizer.SGD({RATE})", "optimizer()").replace(
        "def main():", f"def optimizer():\n    return fluid.optimizer.SGD({RATE})\n\n\ndef main():"), PIECES),
}


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, (text, _) in ALL.items()}, Options(dygraph=True))
    assert new == old == {name: printed.splitlines() for name, (_, printed) in ALL.items()}


@pytest.mark.parametrize("name", ALL)
def test_they_become_a_loop(name):
    text = migrate_source(ALL[name][0], options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "step_schedule" not in text


def test_the_text():
    text = migrate_source(OLD, options=Options(dygraph=True)).text
    assert """\
    net = Network()
    scheduler = paddle.optimizer.lr.PiecewiseDecay([2], [0.1, 0.01])
    sgd = paddle.optimizer.SGD(scheduler, parameters=net.parameters())
""" in text
    assert "        value = np.atleast_1d(loss.numpy())\n        scheduler.step()\n" in text


@pytest.mark.parametrize(("rate", "before"), [
    ("rate", f"    rate = 0.1\n    if len(ARRAY):\n        rate = {RATE}\n"),
    ("rate()", f"    def rate():\n        return {RATE}\n\n"),
])
def test_a_rate_that_is_not_seen(rate, before):
    text = OLD.replace("    sgd = ", f"{before}    sgd = ").replace(f"SGD({RATE})", f"SGD({rate})")
    result = migrate_source(text, options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert [f for f in result.findings if "which schedule the rate has" in f.message]


def test_no_schedule():
    text = migrate_source(OLD.replace(RATE, "0.1"), options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "scheduler" not in text

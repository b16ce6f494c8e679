"""Networks with loops and branches among a program's own statements become classes, with 1.8.5's numbers."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.gathered import with_gathered

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8
DEEP = True


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def main(sizes):
    x = fluid.data("x", [None, 4])
    hidden = x
    # the middle
    for size in sizes:
        hidden = fluid.layers.fc(hidden, size, act="tanh", param_attr=attr(0.1))
    y = fluid.data("y", [None, 1])
    value = 0.3
    out = fluid.layers.fc(hidden, 1, param_attr=attr(value))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(2):
        cost, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])
        print("%.6f" % cost[0])
    cost, guess = exe.run(test, feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss, out])
    print("%.6f %.6f" % (cost[0], guess[0][0]))


main([3, 2])
"""
LOOP = """\
    for size in sizes:
        hidden = fluid.layers.fc(hidden, size, act="tanh", param_attr=attr(0.1))
"""
BRANCH = """\
    if DEEP:
        hidden = fluid.layers.fc(hidden, 3, act="tanh", param_attr=attr(0.1))
        hidden = fluid.layers.fc(hidden, 2, act="tanh", param_attr=attr(0.1))
"""
TOP = OLD.replace("def main(sizes):\n", "sizes = [3, 2]\n").replace("\n    ", "\n")
TOP = TOP.removesuffix("\n\nmain([3, 2])\n")
TOP = TOP.replace("return fluid", "    return fluid").replace("hidden = fluid", "    hidden = fluid").replace(
    "cost, = exe", "    cost, = exe").replace('print("%.6f" %', '    print("%.6f" %')
PRINTED = ["0.102159", "0.080838", "0.068435 0.107012"]
ALL = {  # with what 1.8.5 prints of it
    "loop": (OLD, PRINTED),
    "branch": (OLD.replace(LOOP, BRANCH), PRINTED),
    "top": (TOP, PRINTED),
}


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, (text, _) in ALL.items()}, Options(dygraph=True))
    assert new == old == {name: printed for name, (_, printed) in ALL.items()}


@pytest.mark.parametrize("name", ALL)
def test_they_become_a_loop(name):
    text = migrate_source(ALL[name][0], options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "Executor" not in text
    assert "        # the middle\n" in text
    assert text.count("(nn.Layer):") == 1  # no other class stands around it


def test_the_text():
    text = migrate_source(OLD, options=Options(dygraph=True)).text
    assert """\
        for size in sizes:
            self.linears.append(nn.Linear(hidden_channels, size, weight_attr=attr(0.1)))
            hidden_channels = size
""" in text
    assert "    net = Model(in_channels=4, value=value, sizes=sizes)\n" in text
    assert "        _, loss = net(x=paddle.to_tensor(ARRAY), y=paddle.to_tensor(ARRAY[:, :1]))\n" in text


TODAYS = """\
import paddle
def main(sizes):
    x = paddle.static.data("x", [None, 4])
    out = x
    for size in sizes:
        out = paddle.nn.Linear(4, size)(out)
    loss = paddle.mean(out)
    paddle.optimizer.SGD(0.1).minimize(loss)
    print(loss)
"""


def test_a_function_is_made():
    assert "def model(x, sizes):\n    out = x\n    for size" in with_gathered(TODAYS)
    assert "\n    loss = model(x, sizes)\n    paddle.optimizer" in with_gathered(TODAYS)


@pytest.mark.parametrize(("old", "new"), [
    ("        out = paddle.nn.Linear(4, size)(out)\n", "        out = out * size\n"),
    ("    for size in sizes:", "    while sizes.pop():"),
    ("    loss = ", "    print(out)\n    loss = "),
    ("    loss = ", "    if sizes:\n        return out\n    loss = "),
    ("    out = x\n", "    sizes = [each + x.ndim for each in sizes]\n    out = x\n"),
    ("        out = paddle.nn", "        label = paddle.static.data('y', [None, 1])\n        out = paddle.nn"),
    ("    print(loss)\n", "    other.minimize(loss)\n"),
])
def test_what_stays(old, new):
    text = TODAYS.replace(old, new)
    assert text != TODAYS
    assert with_gathered(text) == text

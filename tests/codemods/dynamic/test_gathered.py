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
    without = TODAYS.replace("paddle.nn.Linear(4, size)(out)", "out * size")
    assert "\n    loss = model(x, sizes)\n    paddle.optimizer" in with_gathered(without)


@pytest.mark.parametrize(("old", "new"), [
    ("        out = paddle.nn.Linear(4, size)(out)\n", "        print(out.name)\n"),
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


LISTS = """\
import numpy as np
import paddle
import paddle.fluid as fluid

TOWERS = {"count": 2}


def samples():
    rng = np.random.RandomState(0)
    for _ in range(12):
        yield rng.rand(4).astype("float32"), rng.rand(1).astype("float32")


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def net(width, towers, size=3):
    x = fluid.data(name="x", shape=[None, width], dtype="float32")
    y = fluid.data(name="y", shape=[None, 1], dtype="float32")
    outs = []
    for i in range(towers):
        hidden = fluid.layers.fc(x, size, act="tanh", param_attr=attr(0.1))
        outs.append(fluid.layers.fc(hidden, 1, param_attr=attr(0.2)))
    out = fluid.layers.sums(outs)
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    return [x, y], loss, outs[0], y


data_list, loss, out, label = net(4, TOWERS["count"])
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
loader = fluid.io.DataLoader.from_generator(feed_list=data_list, capacity=4, iterable=True)
loader.set_sample_list_generator(fluid.io.batch(samples, 4), places=fluid.CPUPlace())
for epoch in range(2):
    for data in loader():
        value, told, given = exe.run(feed=data, fetch_list=[loss.name, out, label])
        print("%.5f %.5f %.5f" % (value[0], np.mean(told), np.mean(given)))
"""
SAVED = """\
import os
import numpy as np
import sys
import paddle.fluid as fluid

WIDTHS = [int(os.environ.get("WIDTH", 2)), int(os.environ.get("WIDTH", 3))]


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def main(first, second):
    x = fluid.data("x", [None, first])
    z = fluid.data("z", [None, second])
    y = fluid.data("y", [None, 1])
    both = fluid.layers.concat([x, z], axis=1)
    hidden = fluid.layers.fc(both, 3, act="tanh", param_attr=attr(0.1))
    out = fluid.layers.fc(hidden, 1, param_attr=attr(0.2))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    feed = {"x": np.ones([2, first], "float32"), "z": np.ones([2, second], "float32"), "y": np.ones([2, 1], "float32")}
    for step in range(3):
        value, = exe.run(feed=feed, fetch_list=[loss])
        print("%.5f" % value[0])
    fluid.io.save_inference_model(sys.argv[0] + ".model", ["x", "z"], [out], exe)


main(WIDTHS[0], WIDTHS[1])
"""
BESIDE = {  # with what 1.8.5 prints of it
    "lists": (LISTS, """\
0.13278 0.14500 0.43704
0.06726 0.18769 0.30839
0.05800 0.11575 0.37094
0.11248 0.20221 0.43704
0.07518 0.21102 0.30839
0.05220 0.12671 0.37094
""", "        return "),
    "saved": (SAVED, """\
0.52234
0.16425
0.03736
""", "        return out\n"),
}


@pytest.mark.parametrize("name", BESIDE)
def test_same_numbers_beside_what_is_fed(run_both_ways, name):
    text, printed, _ = BESIDE[name]
    old, new = run_both_ways({name: {"main.py": text}}, Options(dygraph=True))
    assert new == old == {name: printed.splitlines()}


@pytest.mark.parametrize("name", BESIDE)
def test_what_is_beside_the_network(name):
    text, _, result = BESIDE[name]
    new = migrate_source(text, options=Options(dygraph=True)).text
    assert result in new.partition("class Model(nn.Layer):\n")[2].partition("class ")[0]
    assert "enable_static" not in new
    assert migrate_source(new, options=Options(dygraph=True)).text == new


@pytest.mark.parametrize(("old", "new"), [
    ("    outs = []\n", "    outs = []\n    print(outs)\n"),
    ("    outs = []\n", "    outs = list(TOWERS)[1:]\n"),
    ("data_list, loss", "print(TOWERS)\ndata_list, loss"),
])
def test_lists_that_are_filled(run_both_ways, old, new):
    """Whatever becomes of them, the numbers are the same."""
    assert old in LISTS
    before, after = run_both_ways({"one": {"main.py": LISTS.replace(old, new)}}, Options(dygraph=True))
    assert before == after


HELD = """\
import collections
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


class Kept(dict):
    def put(self, key, value):
        self[key] = value


class Holder(object):
    def __init__(self):
        self.all = {}

    def put(self, key, value):
        self.all[key] = value


def put(held, key, value):
    held[key] = value


def keep(key, value):
    held[key] = value


x = fluid.data("x", [None, 4])
y = fluid.data("y", [None, 1])
held = BEGIN
for i in range(2):
    h = fluid.layers.fc(x, 1, param_attr=attr(0.1 * (i + 1)))
    FILL
out = TAKE
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for step in range(3):
    cost, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])
    print("%.6f" % cost[0])
"""
FILLED = {
    "by a key": ("{}", "held[i] = h", "held[0] - held[1]"),
    "of a list": ("[None, None]", "held[i] = h", "held[0] - held[1]"),
    "by update": ("{}", "held.update({i: h})", "held[0] - held[1]"),
    "added to": ("{0: 0}", "held[0] += h", "held[0]"),
    "within": ("{}", "held.setdefault('a', []).append(h)", "sum(held['a'])"),
    "as attributes": ("Holder()", "setattr(held, 'a%d' % i, h)", "held.a0 - held.a1"),
    "by a function": ("{}", "put(held, i, h)", "held[0] - held[1]"),
    "of the file": ("{}", "keep(i, h)", "held[0] - held[1]"),
    "by a method": ("Holder()", "held.put(i, h)", "held.all[0] - held.all[1]"),
    "by its own method": ("Kept()", "held.put(i, value=h)", "held[0] - held[1]"),
    "by default": ("collections.defaultdict(list)", "held[i].append(h)", "held[0][0] - held[1][0]"),
    "the last": ("Holder()", "held.last = h", "held.last"),
}
LOOPS = ("by a key", "by update", "by a function")  # the others begin in a way, or are had, that is not seen here


def held(name):
    begin, fill, take = FILLED[name]
    text = HELD if name == "of the file" else HELD.replace("def keep(key, value):\n    held[key] = value\n\n\n", "")
    return text.replace("BEGIN", begin).replace("FILL", fill).replace("TAKE", take)


@pytest.mark.parametrize("names", [LOOPS, [name for name in FILLED if name not in LOOPS]])
def test_what_holds_layers_is_no_data(run_both_ways, names):
    old, new = run_both_ways({name: {"main.py": held(name)} for name in names}, Options(dygraph=True))
    assert all(len(lines) == 3 for lines in old.values())
    assert new == old


@pytest.mark.parametrize("name", FILLED)
def test_which_of_them_become_a_loop(name):
    assert ("loss.backward()" in migrate_source(held(name), options=Options(dygraph=True)).text) == (name in LOOPS)

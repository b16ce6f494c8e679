"""What a program is fed, made by functions of other files, and what it keeps from step to step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_module
from paddle_migrate.project.project import Project

NET = """\
import math
import paddle.fluid as fluid

WIDTH = 4
ORDER = []


def attr(value):
    return fluid.ParamAttr(name="w%d" % (value * 10), initializer=fluid.initializer.Constant(value))


def declared(name, size, kind="float32"):
    return fluid.data(name, [None, size], kind)


class Wide(object):
    def input_data(self, size):
        # what is fed
        x = declared("x", WIDTH)
        more = fluid.data("more", [None, size])
        label = fluid.data("label", [None, 1], "int64")
        inputs = [x] + [more] + [label]
        return inputs

    def net(self, inputs):
        hidden = fluid.layers.fc(inputs[0], 3, act="relu", param_attr=fluid.initializer.Constant(0.3))
        other = fluid.layers.fc(inputs[1], 3, param_attr=fluid.initializer.Constant(-0.2))
        both = fluid.layers.elementwise_add(hidden, other)
        score = fluid.layers.fc(both, 1, act="sigmoid", param_attr=fluid.initializer.Constant(0.5))
        area, recent, states = fluid.layers.auc(score, inputs[2], num_thresholds=200)
        cost = fluid.layers.log_loss(score, fluid.layers.cast(inputs[2], "float32"))
        return fluid.layers.mean(cost), area, recent, score


def declare(size):
    x = declared("x", WIDTH)
    more = fluid.data("more", [None, size])
    label = fluid.data("label", [None, 1], "int64")
    return [x, more, label]
"""
MAIN = """\
import numpy as np
import paddle.fluid as fluid
from net import Wide


def main():
    model = Wide()
    inputs = model.input_data(2)
    loss, area, recent, score = model.net(inputs)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    rng = np.random.RandomState(0)

    def reader():
        for _ in range(4):
            yield [(rng.rand(4).astype("float32"), rng.rand(2).astype("float32"), rng.randint(0, 2, 1))
                   for _ in range(16)]

    loader = fluid.io.DataLoader.from_generator(feed_list=inputs, capacity=2, iterable=True)
    loader.set_sample_list_generator(reader, places=fluid.CPUPlace())
    for data in loader():
        value, every, last = exe.run(fluid.default_main_program(), feed=data, fetch_list=[loss, area, recent.name])
        print("%.5f %.5f %.5f" % (value[0], every, last))


main()
"""
FUNCTION = MAIN.replace("import Wide", "import Wide, declare").replace("model.input_data(2)", "declare(2)")
MODULE = MAIN.replace("from net import Wide", "import net").replace("Wide()", "net.Wide()").replace(
    "model.input_data(2)", "net.declare(2)")
PRINTED = """\
0.72008 0.40000 0.40000
0.66709 0.49583 0.60000
0.81707 0.49038 0.59167
0.70547 0.47291 0.43651
"""
PROGRAMS = {"method": MAIN, "function": FUNCTION, "module": MODULE}


@pytest.fixture
def become(tmp_path):
    """What the file that trains becomes, beside the one that builds."""

    def ask(main: str, net: str = NET) -> str:
        for name, text in (("net.py", net), ("main.py", main)):
            (tmp_path / name).write_text(text)
        paths = [tmp_path / "main.py", tmp_path / "net.py"]
        return migrate_module(main, Path(paths[0]), Options(dygraph=True, programs=True),
                              Project(paths, [tmp_path])).text

    return ask


def test_same_numbers(run_both_ways):
    scripts = {name: {"net.py": NET, "main.py": text} for name, text in PROGRAMS.items()}
    old, new = run_both_ways(scripts, Options(dygraph=True, programs=True))
    assert new == old
    assert new == dict.fromkeys(PROGRAMS, PRINTED.splitlines())  # as 1.8.5


@pytest.mark.parametrize("name", PROGRAMS)
def test_they_become_a_loop(become, name):
    text = become(PROGRAMS[name])
    assert "loss.backward()" in text
    assert ('    # what is fed\n    x = paddle.static.InputSpec([None, WIDTH], "float32", "x")\n' in text) == (
        name == "method")
    assert "declare" not in text.replace("declared", "")


@pytest.mark.parametrize(("old", "new"), [
    ('kind="float32"):\n', 'kind="float32"):\n    ORDER.append(name)\n'),
    ("    def input_data(self, size):\n", "    def input_data(self, size):\n        self.size = size\n"),
    ("    def input_data(self, size):\n", "    def input_data(self, size):\n        global WIDTH\n        WIDTH = 4\n"),
    ("    def input_data(self, size):\n", "    @property\n    def input_data(self, size):\n"),
    ("WIDTH = 4\n", "WIDTH = 4\nWIDTH = 5\n"),
    ("WIDTH = 4\n", "WIDTH = len(ORDER) + 4\n"),
])
def test_what_means_something_where_it_stands_alone_stays(become, old, new):
    assert old in NET
    text = become(MAIN, NET.replace(old, new))
    assert "inputs = model.input_data(2)" in text
    assert "backward" not in text


@pytest.mark.parametrize(("old", "new"), [
    ("def main():\n", "WIDTH = 7\n\n\ndef main():\n"),
    ("    model = Wide()\n", "    model = Wide()\n    declared = 3\n"),
    ("model.input_data(2)", "getattr(model, 'input_' + 'data')(2)"),
])
def test_names_that_are_taken(become, old, new):
    text = become(MAIN.replace(old, new))
    assert "enable_static" in text
    assert "backward" not in text


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_a_star_brings_is_no_import_to_drop(become, name):
    text = re.sub("from net import .*", "from net import *", PROGRAMS[name])
    assert "import paddle" in become(text)


def test_a_network_that_keeps_something_of_a_program_stays(become):
    kept = '        fluid.layers.create_global_var([1], 0, "int64", True)\n'
    net = NET.replace("        score = ", f"{kept}        score = ")
    assert net != NET
    assert "backward" not in become(MAIN, net)

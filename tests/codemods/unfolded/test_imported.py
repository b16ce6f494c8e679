"""Files that others import become layers and a loop, too: what those take of them is there as it was."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

TRAIN = """\
import os
import six
import numpy as np
import paddle.fluid as fluid
import parts

WIDTH = 4


class Towers(object):
    def __init__(self, args):
        self.args = args

    def net(self, x):
        for number in range(2):
            x = parts.layer(x, WIDTH, number, self.args)
        if self.args.kind is None:
            return x
        elif self.args.kind == "wide":
            return parts.layer(x, 2 * WIDTH, 5, self.args)
        else:
            raise ValueError


def head(x, y):
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.2)))
    return out, fluid.layers.mean(fluid.layers.square_error_cost(out, y))


def train(args, rounds):
    x = fluid.data("x", [None, 3])
    y = fluid.data("y", [None, 1])
    towers = Towers(args)
    out, loss = head(towers.net(x), y)
    fluid.optimizer.SGD(args.rate if "rate" in dir(args) else 0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for number in range(rounds):
        rows, targets = parts.batch(number)
        value, = exe.run(feed={"x": rows, "y": targets}, fetch_list=[loss])
        print("%.5f" % value[0])
"""
PARTS = """\
import six
import numpy as np
import paddle.fluid as fluid


STEP, TABLE = 0.1, {"first": 1}


def start(number):
    return fluid.initializer.Constant(STEP * (number + TABLE["first"]))


def layer(x, width, number, args):
    act = args.act if hasattr(args, "act") else "tanh"
    if six.PY2:
        act = None
    return fluid.layers.fc(x, width, act=act, param_attr=fluid.ParamAttr(initializer=start(number)))


def batch(number):
    rng = np.random.RandomState(number)
    return rng.rand(5, 3).astype("float32"), rng.rand(5, 1).astype("float32")
"""
MAIN = """\
import argparse
from train import train

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default=None)
parser.add_argument("--act", default="relu")
args = parser.parse_args(GIVEN)
train(args, 3)
"""
INFER = """\
import numpy as np
import paddle.fluid as fluid
from train import head

x = fluid.data("x", [None, 3])
y = fluid.data("y", [None, 1])
out, loss = head(x, y)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
print("%.5f" % exe.run(feed={"x": np.ones([2, 3], "float32"), "y": np.ones([2, 1], "float32")}, fetch_list=[loss])[0])
"""


def _files(main: str, given: str = "") -> dict[str, str]:
    return {"main.py": main.replace("GIVEN", repr(given.split())), "train.py": TRAIN, "parts.py": PARTS}


def _migrated(folder, files: dict[str, str]):
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    project = Project(folder.glob("*.py"), [folder])
    return migrate_source(files["train.py"], str(folder / "train.py"), Options(dygraph=True), project)


def _is_loop(result) -> bool:
    told = [each for each in result.findings if each.code in ("PM236", "PM340")]
    assert told
    return [each.message for each in told] == ["the program is a class of layers now, and a loop that trains them"]


def test_the_numbers_are_the_same(run_both_ways):
    scripts = {"plain": _files(MAIN), "wide": _files(MAIN, "--kind wide --act sigmoid"),
               "set": _files("import parts\nparts.STEP = 0.3\n" + MAIN),
               "filled": _files('import parts\nparts.TABLE["first"] = 3\n' + MAIN)}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert [len(lines) for lines in old.values()] == [3] * 4, old
    assert len(set(map(tuple, old.values()))) == 4


def test_what_is_taken_gives_the_same_numbers(run_both_ways):
    old, new = run_both_ways({"infer": {**_files(INFER), "other.py": MAIN}}, Options(dygraph=True))
    assert new == old
    assert [len(lines) for lines in old.values()] == [1], old


def test_it_is_a_class_and_a_loop(tmp_path):
    result = _migrated(tmp_path, _files(MAIN))
    assert _is_loop(result)
    assert not any(word in result.text for word in ("fluid", "def head", "six.PY2", "enable_static"))


@pytest.mark.parametrize("other", [
    INFER,
    "import train\n\nprint(train.head)\n",
    "import train\n\ngetattr(train, NAME)(None)\n",
    "from train import head, Towers\n\nmodel = Towers(None)\n",
])
def test_what_others_take_is_there(tmp_path, other):
    result = _migrated(tmp_path, {**_files(MAIN), "other.py": other})
    assert _is_loop(result)
    assert "def head(x, y):\n" in result.text
    assert ("class Towers" in result.text) >= ("Towers" in other or "getattr" in other)


@pytest.mark.parametrize("other", [
    INFER.replace("import head", "import head, train") + "train(None, 3)\n",  # where programs run
    "import train\n\ntrain.WIDTH = 8\n",
    "import train\n\nsetattr(train, 'WIDTH', 8)\n",
])  # fmt: skip
def test_it_stays(tmp_path, other):
    result = _migrated(tmp_path, {**_files(MAIN), "other.py": other})
    assert not _is_loop(result)
    assert "enable_static" in result.text

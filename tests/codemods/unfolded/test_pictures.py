"""Networks over pictures of which the shape is an option: what convolutions give has their filters as channels,
whatever they are given; and what a file of a package finds out when it is imported is read there."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

BLOCKS = """\
import os

import paddle.fluid as fluid

slope = 0.5
if "SLOPE" in os.environ:
    slope = float(os.environ["SLOPE"])


class Net(object):
    def __init__(self, filters=(4, 4, 6)):
        self.filters = filters

    def convolved(self, v, filters, stride=1):
        start = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.05))
        v = fluid.layers.conv2d(v, filters, 3, stride, 1, param_attr=start, bias_attr=False)
        return fluid.layers.leaky_relu(fluid.layers.batch_norm(v), alpha=slope)

    def shortcut(self, v, filters, stride):
        channels = v.shape[1]
        if channels != filters or stride != 1:
            return self.convolved(v, filters, stride)
        return v

    def net(self, v):
        v = self.convolved(v, self.filters[0])
        for number, filters in enumerate(self.filters):
            stride = 1 + (number == 1)
            short = self.shortcut(v, filters, stride)
            v = fluid.layers.elementwise_add(short, self.convolved(v, filters, stride), act="relu")
        pooled = fluid.layers.pool2d(v, 1, "avg", global_pooling=True)
        return fluid.layers.fc(pooled, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1)))
"""
MAIN = """\
import argparse

import numpy as np
import paddle.fluid as fluid

from network.blocks import Net

parser = argparse.ArgumentParser()
parser.add_argument("--image_shape", default="3,8,8")


def main(args):
    sizes = [int(each) for each in args.image_shape.split(",")]
    x = fluid.data("x", [None] + sizes)
    y = fluid.data("y", [None, 1])
    loss = fluid.layers.mean(fluid.layers.square_error_cost(Net().net(x), y))
    fluid.optimizer.SGD(0.05).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    drawn = np.random.RandomState(0)
    for step in range(3):
        value, = exe.run(feed={"x": drawn.rand(5, *sizes).astype("float32"), "y": drawn.rand(5, 1).astype(
            "float32")}, fetch_list=[loss])
        print("step	%d	%.4f" % (step, np.array(value).mean()))


main(parser.parse_args(GIVEN))
"""
FILES = {"network/__init__.py": "", "network/blocks.py": BLOCKS}


def _project(given: str = "", old: str = "", new: str = "") -> dict[str, str]:
    return {"main.py": MAIN.replace("GIVEN", repr(given.split())).replace(old or "none", new), **FILES}


def _text(folder, files: dict[str, str]) -> str:
    for file, text in files.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    path = folder / "main.py"
    return migrate_source(path.read_text(encoding="utf-8"), str(path), Options(dygraph=True), Project(
        folder.rglob("*.py"), [folder])).text


@pytest.mark.parametrize("given", ["", "--image_shape 2,6,7"])
def test_the_numbers_are_the_same(run_both_ways, given):
    old, new = run_both_ways({"pictures": _project(given)}, Options(dygraph=True))
    assert new == old
    assert len(old["pictures"]) == 3


def test_it_becomes_a_loop(tmp_path):
    text = _text(tmp_path, _project())
    assert ".backward()" in text
    assert "(in_channels=sizes[0])" in text
    assert "network.blocks.slope" in text


@pytest.mark.parametrize("new", [
    "    network = Net\n    loss =",  # another thing has the package's name
    "    if args:\n\t    sizes = sizes + []\n    loss =",  # a line begins with a tab
    "    sizes.insert(1, sizes.pop())\n    loss =",
])  # fmt: skip
def test_it_stays(tmp_path, new):
    text = _text(tmp_path, _project("", "    loss =", new))
    assert ".backward()" not in text
    assert ".minimize(" in text

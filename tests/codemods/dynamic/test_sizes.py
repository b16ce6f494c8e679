"""Sizes that layers take from shapes, as numbers or as parameters."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.program import find_program
from paddle_migrate.dynamic.reading import Reading, Stays
from paddle_migrate.dynamic.sizes import Sizes

TEXT = """\
import math
import paddle
import paddle.nn as nn

def part(x):
    return nn.Linear(math.prod(x.shape[1:]), 5)(x)

def main(given):
    x = paddle.static.data("x", {shape})
    loss = paddle.mean({built})
    optimizer = paddle.optimizer.SGD(0.1)
    optimizer.minimize(loss)
"""


def asked(built: str, shape: str = "[None, 3, 4]") -> tuple[Sizes, cst.Call]:
    reading = Reading(TEXT.format(built=built, shape=shape))
    program = find_program(reading, {"part"})
    products = [call for call in reading.source.all(cst.Call) if reading.called(call) == "math.prod"]
    return Sizes(reading, program.home, [*products], {}), products[0]


def test_one_size_is_a_number():
    sizes, product = asked("part(x)")
    assert sizes.text(product, "in_features") == "12"


def test_several_are_a_parameter_which_the_calls_give():
    sizes, product = asked("part(part(x))")
    function = sizes.reading.functions["part"]
    calls = [call for call in sizes.reading.source.all(cst.Call) if sizes.reading.code(call.func) == "part"]
    assert sizes.text(product, "in_features") == "in_features"
    assert sizes.parameters(function) == ["in_features"]
    assert sorted(sizes.arguments(call)["in_features"] for call in calls) == ["12", "15"]


@pytest.mark.parametrize(("built", "shape"), [
    ("part(x)", "[None, given, 4]"), ("part(made(x))", "[None, 3, 4]"), ("part(x)", "given"),
    ("part(x)", "given.sizes"), ("part(x)", "[None] + given"), ("part(x)", "5"),
])
def test_what_is_not_known(built, shape):
    sizes, product = asked(built, shape)
    with pytest.raises(Stays, match=r"is not known before the program runs \(math\.prod"):
        sizes.text(product, "in_features")


DECLARED = """\
import argparse
import numpy as np
import paddle.fluid as fluid

options = argparse.ArgumentParser().parse_args([])
options.wide, options.tall = 4, 3


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def train(given):
    tall = given.tall
    BEFORE
    x = fluid.data("x", [None, given.wide])
    z = fluid.data("z", [None, 2, tall + 1])
    BEHIND
    h = fluid.layers.fc(x, 3, param_attr=attr(0.2)) + fluid.layers.fc(z, 3, act="tanh", param_attr=attr(0.1))
    loss = fluid.layers.mean(fluid.layers.fc(h, 1, param_attr=attr(0.3)))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    drawn = np.random.RandomState(0)
    for step in range(3):
        value, = exe.run(feed={"x": drawn.rand(5, 4).astype("float32"), "z": drawn.rand(5, 2, 4).astype(
            "float32")}, fetch_list=[loss])
        print("%.5f" % np.array(value).mean())


train(options)
"""
ANEW = {
    "name": ("pass", "tall = 7"), "attribute": ("pass", "given.wide = 9"), "added": ("pass", "given.wide += 1"),
    "set": ("pass", "setattr(given, 'wide', 9)"), "loop": ("pass", "for tall in (5, 6): pass"),
    "object": ("given = options", "given = None"),
}


def _declared(before: str = "pass", behind: str = "pass") -> str:
    return DECLARED.replace("BEFORE", before).replace("BEHIND", behind)


def test_sizes_that_are_declared_by_expressions(run_both_ways):
    script = _declared()
    old, new = run_both_ways({"declared": {"main.py": script}}, Options(dygraph=True))
    assert new == old
    assert len(old["declared"]) == 3
    text = migrate_source(script, options=Options(dygraph=True)).text
    assert "nn.Linear(given.wide, 3, " in text
    assert "nn.Linear(2 * (tall + 1), 3, " in text


@pytest.mark.parametrize("name", ANEW)
def test_sizes_that_are_declared_by_what_changes(name):
    """When the network is made, it may be another number."""
    script = _declared(*ANEW[name])
    text = migrate_source(script, options=Options(dygraph=True)).text
    assert ".backward()" not in text
    assert "enable_static" in text


OF_A_LIST = """\
import argparse
import numpy as np
import paddle.fluid as fluid

parser = argparse.ArgumentParser()
parser.add_argument("--image_shape", default="3,8,8")
args = parser.parse_args([])


def convolved(x, filters, stride=1, act=None):
    start = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.05))
    c = fluid.layers.conv2d(x, filters, 3, stride=stride, padding=1, act=act, bias_attr=False, param_attr=start)
    return fluid.layers.batch_norm(c)


def shortcut(x, filters, stride):
    if x.shape[1] != filters or stride != 1:
        return convolved(x, filters, stride)
    return x


def train():
    sizes = [int(each) for each in args.image_shape.split(",")]
    BEFORE
    x = fluid.data("x", SHAPE)
    y = fluid.data("y", [None, 1])
    c = convolved(x, 4, act="relu")
    for filters, stride in ((4, 1), (6, 2), (6, 1)):
        s = shortcut(c, filters, stride)
        c = fluid.layers.elementwise_add(s, convolved(c, filters, stride), act="relu")
    out = fluid.layers.fc(fluid.layers.pool2d(c, 1, "avg", global_pooling=True), 1, param_attr=fluid.ParamAttr(
        initializer=fluid.initializer.Constant(0.1)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    drawn = np.random.RandomState(0)
    for step in range(3):
        value, = exe.run(feed={"x": drawn.rand(5, 3, 8, 8).astype("float32"), "y": drawn.rand(5, 1).astype(
            "float32")}, fetch_list=[loss])
        print("%.4f" % np.array(value).mean())


train()
"""
SHAPES = {
    "before_a_list": ("pass", "[None] + sizes"), "with_a_name": ("whole = [-1] + sizes", "whole"),
    "in_parts": ("pass", "[None, 3] + sizes"), "with_a_number": ("print(len(sizes), sizes[0])", "[None, 3] + [8, 8]"),
}
UNSTEADY = {
    "filled": ("sizes.append(8)", "[None] + sizes"), "set": ("sizes[0] = 3", "[None] + sizes"),
    "handed_on": ("np.random.shuffle(sizes)", "[None] + sizes"), "another_name": ("other = sizes", "[None] + sizes"),
    "worked_out": ("pass", "[None] + sizes[:]"), "behind": ("pass", "sizes + [8]"),
    "several": ("sizes = sizes[::-1]", "[None] + sizes"), "in_two_lists": ("pass", "[None] + sizes[:1] + sizes[1:]"),
}


def _of_a_list(before: str, shape: str) -> str:
    return OF_A_LIST.replace("BEFORE", before).replace("SHAPE", shape)


def test_sizes_that_stand_in_a_list(run_both_ways):
    scripts = {name: {"main.py": _of_a_list(*SHAPES[name])} for name in SHAPES if name != "in_parts"}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert all(len(each) >= 3 for each in old.values())


@pytest.mark.parametrize("name", SHAPES)
def test_sizes_that_stand_in_a_list_are_read_from_it(name):
    text = migrate_source(_of_a_list(*SHAPES[name]), options=Options(dygraph=True)).text
    assert ".backward()" in text
    assert ("in_channels=sizes[0]" in text) == (name in ("before_a_list", "with_a_name"))


@pytest.mark.parametrize("name", UNSTEADY)
def test_sizes_that_stand_in_a_list_which_may_change(name):
    text = migrate_source(_of_a_list(*UNSTEADY[name]), options=Options(dygraph=True)).text
    assert ".backward()" not in text
    assert "enable_static" in text

"""What a network's function fills before it makes a layer with it is filled where the layer is made."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

PROGRAM = """\
import numpy as np
import paddle.fluid as fluid


def fill(kept):
    kept["size"] = 3


class Sizes(object):
    size = 2


def at(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def block(x, size):
    {filled}
    return fluid.layers.fc(x, {asked}, param_attr=at(0.1)){read}


def network(x):
    return fluid.layers.mean(fluid.layers.square(block(block(x, 5), 4)))


x = fluid.data("x", [None, 4])
loss = network(x)
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for step in range(3):
    print("%.5f" % exe.run(feed={{"x": np.ones((2, 4), "float32")}}, fetch_list=[loss])[0][0])
"""
FORMS = {
    "an element": ("kept = {'size': 2}\n    kept['size'] = size", "kept['size']", ""),
    "a new one": ("kept = {}\n    kept['size'] = size + 1", "kept['size']", ""),
    "of a list": ("kept = [1]\n    kept.append(size)", "kept[-1]", ""),
    "taken out": ("kept = [size, 1]\n    kept.pop()", "kept[-1]", ""),
    "all at once": ("kept = {'size': 2}\n    kept.update(size=size)", "kept['size']", ""),
    "an attribute": ("kept = Sizes()\n    kept.size = size", "kept.size", ""),
    "by a function": ("kept = {'size': 2}\n    fill(kept)", "kept['size']", ""),
    "added to": ("kept = [2]\n    kept[0] += size", "kept[0]", ""),
    "a tensor": ("kept = {}\n    kept['x'] = x", "kept['x'].shape[1]", ""),
    "read behind, too": ("kept = {'size': 2}\n    kept['size'] = size", "kept['size']", " * kept['size']"),
}


@pytest.mark.parametrize("name", FORMS)
def test_the_numbers_are_the_same(run_both_ways, name):
    filled, asked, read = FORMS[name]
    script = PROGRAM.format(filled=filled, asked=asked, read=read)
    old, new = run_both_ways({"filled": {"main.py": script}}, Options(dygraph=True))
    assert new == old
    assert len(old["filled"]) == 3


@pytest.mark.parametrize("name", ["an element", "a new one", "of a list", "read behind, too"])
def test_they_become_a_loop(name):
    filled, asked, read = FORMS[name]
    result = migrate_source(PROGRAM.format(filled=filled, asked=asked, read=read), options=Options(dygraph=True))
    assert "PM236" in [each.code for each in result.findings]

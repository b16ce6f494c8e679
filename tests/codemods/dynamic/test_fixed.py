"""Functions that are handed one function of the file call it by its name, so that their layers are seen."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.fixed import with_fixed_functions

SCRIPT = """\
import numpy as np
import paddle.fluid as fluid

X = np.random.RandomState(0).rand(4, 6).astype("float32")


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def block(x, size, act="tanh"):
    return fluid.layers.fc(x, size, act=act, param_attr=attr(0.1))


{functions}
def main():
    x = fluid.data("x", [None, 6])
    {built}
    loss = fluid.layers.mean(fluid.layers.square(out))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={{"x": X}}, fetch_list=[loss])
        print("%.5f" % value[0])


main()
"""
STAGE = """\
def stage(make, x, count, size):
    out = make(x, size)
    for i in range(1, count):
        out = make(out, size)
    return out


"""
CLOTHES = {
    "first": (STAGE, "out = stage(block, x, 2, 4)"),
    "twice": (STAGE, "one = stage(block, x, 2, 4)\n    out = stage(block, one, 1, 3)"),
    "last": (STAGE.replace("make, x, count, size", "x, count, size, make"), "out = stage(x, 2, 4, block)"),
    "keyword": (STAGE, "out = stage(x=x, count=2, make=block, size=4)"),
    "of_two": (STAGE.replace("count, size", "size").replace("range(1, count)", "range(1)"), "out = stage(block, x, 4)"),
    "functions": (STAGE + "def net(x, size=4):\n    return stage(block, x, 2, size)\n\n\n", "out = net(x)"),
    "class": (STAGE + "class Net(object):\n    def __init__(self, size):\n        self.size = size\n\n"
              "    def net(self, x):\n        return stage(block, x, 2, self.size)\n\n\n",
              "model = Net(4)\n    out = model.net(x)"),
}


def script(name: str) -> str:
    functions, built = CLOTHES[name]
    return SCRIPT.format(functions=functions, built=built)


def test_same_numbers(run_both_ways):
    """1.8.5 prints these for the first."""
    old, new = run_both_ways({name: {"main.py": script(name)} for name in CLOTHES}, Options(dygraph=True))
    assert new == old
    assert old["first"] == ["0.01994", "0.01654", "0.01376"]


@pytest.mark.parametrize("name", CLOTHES)
def test_they_become_layers(name):
    result = migrate_source(script(name), options=Options(dygraph=True))
    assert [f for f in result.findings if f.code == "PM340"] == []
    assert "for block in self.blocks:\n            out = block(out)\n" in result.text


TEXT = """\
def block(x):
    return x

def other(x):
    return -x

def stage(make, x):
    return make(x)

def main(x, optimizer):
    {}
    optimizer.minimize(y)
"""


def made(line: str, text: str = TEXT, mentioned: bool = False) -> str:
    return with_fixed_functions(text.format(line), lambda _: mentioned)


def test_it_is_called_by_its_name():
    assert made("y = stage(block, stage(block, x))") == TEXT.format("y = stage(stage(x))").replace(
        "make, x", "x").replace("make(x)", "block(x)")


@pytest.mark.parametrize(("line", "text"), [
    ("y = stage(block, x) + stage(other, x)", TEXT),
    ("y = stage(lambda z: z, x)", TEXT),
    ("y = stage(*x)", TEXT),
    ("y = stage(x.block, x)", TEXT),
    ("block = x.block\n    y = stage(block, x)", TEXT),
    ("y = list(map(stage, [block], [x]))", TEXT),
    ("y = stage(block, x)", TEXT.replace("return make(x)", "return [make, make(x)]")),
    ("y = stage(block, x)", TEXT.replace("return make(x)", "make = make or x\n    return make(x)")),
    ("y = stage(block, x)", TEXT.replace("return make(x)", "block = x\n    return make(block)")),
    ("y = stage(block, x)", TEXT.replace("make, x", "make=other, x=1")),
])
def test_what_stays(line, text):
    assert made(line, text) == text.format(line)


def test_what_other_files_call_stays():
    assert made("y = stage(block, x)", mentioned=True) == TEXT.format("y = stage(block, x)")

"""Functions inside of a function that build a part of its network become classes as others do."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.lifted import with_lifted

SCRIPT = """\
import numpy as np
import paddle.fluid as fluid

X = np.random.RandomState(0).rand(4, 6).astype("float32")


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


{network}
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
LAYER = """\
    # a layer
    def dense(x, size, act="tanh"):
        return fluid.layers.fc(x, size, act=act, param_attr=attr(0.1))

"""
BLOCK = LAYER + """\
    def block(x, size):
        one = dense(x, size)
        if x.shape[1] != size:
            x = dense(x, size, act=None)
        return fluid.layers.elementwise_add(one, x)

"""
READS = """\
    layers = fluid.layers

    def dense(x, size, act="tanh"):
        return layers.fc(x, size + more, act=act, param_attr=attr(value))

    def block(x):
        return dense(dense(x, 4), 4, act=None)

"""
NETS = {
    "reads": ("def net(x, value, more=1):\n" + READS + "    out = block(x)\n    return dense(out, 3)\n\n\n",
              "out = net(x, 0.2)"),
    "reads_a_variable": ("def net(x):\n    value, more = 0.3, 2\n" + READS + "    return block(x)\n\n\n",
                         "out = net(x)"),
    "one": ("def net(x):\n" + LAYER + "    out = dense(x, 5)\n    return dense(out, 3)\n\n\n", "out = net(x)"),
    "of_each_other": ("def net(x, size):\n" + BLOCK + "    out = block(x, size)\n    return block(out, size)\n\n\n",
                      "out = net(x, 4)"),
    "handed": ("def net(x):\n" + LAYER + "    def stage(make, x, count):\n        for i in range(count):\n"
               "            x = make(x, 4)\n        return x\n\n    return stage(dense, x, 3)\n\n\n", "out = net(x)"),
    "of_two_nets": ("def net(x):\n" + LAYER + "    return dense(x, 5)\n\n\ndef other(x):\n"
                    + LAYER.replace("0.1", "0.2") + "    return dense(x, 4, None)\n\n\n",
                    "one = net(x)\n    out = other(one)"),
    "the_same_in_two": ("def net(x):\n" + LAYER + "    return dense(x, 5)\n\n\ndef other(x):\n" + LAYER
                        + "    return dense(x, 4, None)\n\n\n", "one = net(x)\n    out = other(one)"),
}

def test_the_same_numbers(run_both_ways):
    scripts = {name: {"main.py": SCRIPT.format(network=network, built=built)}
               for name, (network, built) in NETS.items()}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert all(len(set(lines)) == 3 for lines in new.values())


@pytest.mark.parametrize("name", NETS)
def test_they_are_classes(name):
    network, built = NETS[name]
    text = migrate_source(SCRIPT.format(network=network, built=built), options=Options(dygraph=True)).text
    assert "class Dense(nn.Layer):" in text
    assert "    def dense" not in text
    assert "loss.backward()" in text
    assert migrate_source(text, options=Options(dygraph=True)).text == text


def _today(inside: str, rest: str = "    return dense(x, 5)\n") -> str:
    head = "import paddle.nn as nn\n\n\ndef net(x, width):\n"
    return head + textwrap.indent(inside, "    ") + "\n" + rest


DENSE = "def dense(x, size):\n    return nn.Linear(x.shape[1], size)(x)\n"


def test_it_stands_above():
    lifted = with_lifted(_today(DENSE))
    assert lifted.names == ("dense",)
    assert lifted.text == "import paddle.nn as nn\n\n\n" + DENSE + "\n\ndef net(x, width):\n    return dense(x, 5)\n"


def test_it_is_given_what_it_reads():
    inside = DENSE.replace("(x, size)", "(x, size=3)", 1).replace("size)(x)", "size * width)(x)") + (
        "def block(x):\n    return dense(x)\n")
    lifted = with_lifted(_today(inside, "    return block(block(x))\n").replace("width):", "width=2):"))
    assert lifted.text == """\
import paddle.nn as nn


def dense(x, size=3, width=2):
    return nn.Linear(x.shape[1], size * width)(x)


def block(x, width):
    return dense(x, width=width)


def net(x, width=2):
    return block(block(x, width=width), width=width)
"""


@pytest.mark.parametrize("inside", [
    DENSE.replace("(x, size)", "(x, size=width)", 1),
    DENSE.replace("size)(x)", "width)(x)") + "def other(width):\n    return dense(width, 3)\n",  # another width there
    DENSE.replace("size)(x)", "width)(x)") + "def stage(make):\n    return make(x, 3)\nstage(dense)\n",
    DENSE.replace("size)(x)", "width)(x)").replace("(x, size)", "(x, **more)"),
    "import os\n" + DENSE.replace("size)(x)", "os.size)(x)"),
    DENSE + "if width:\n    dense = width\n",
    DENSE + DENSE,
    "@width\n" + DENSE,
    DENSE.replace("    return", "    nonlocal width\n    width = 3\n    return"),
    DENSE.replace("    return", '    print("""\n    """)\n    return'),
    DENSE.replace("nn.Linear(x.shape[1], size)(x)", "x * size"),  # no layers
    DENSE.replace("    return", "    print(locals())\n    return"),
])
def test_what_stays_inside(inside):
    text = _today(inside)
    assert with_lifted(text) == (text, ())


def test_a_name_that_means_something_else():
    text = "def dense():\n    return 3\n\n\n" + _today(DENSE)
    lifted = with_lifted(text)
    assert lifted.names == ("net_dense",)
    assert "return net_dense(x, 5)" in lifted.text
    assert lifted.text.startswith("def dense():\n    return 3\n")

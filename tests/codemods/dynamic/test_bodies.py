"""What builds the network: functions that become classes, and those that cannot."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.options import Options

HIDDEN = '    hidden = fluid.layers.fc(x, 8, act="relu")\n'


def test_a_function_that_is_called_twice(layers):
    part = 'def part(x, size):\n    return fluid.layers.fc(x, size, act="relu")\n\n\n'
    calls = "    hidden = part(x, 8)\n    hidden = part(hidden, 6)\n"
    text = layers((HIDDEN, calls), ("def net", f"{part}def net"))
    assert "    def __init__(self, in_features, size):\n" in text
    assert "self.part1 = Part(in_features=4, size=8)\n        self.part2 = Part(in_features=8, size=6)\n" in text
    assert "        hidden = self.part1(x)\n        hidden = self.part2(hidden)\n" in text


def test_one_of_several_functions(layers):
    text = layers(
        ("    predict = net(x)\n", "    if ARRAY.any():\n        chosen = net\n    else:\n        chosen = other\n"
                                   "    predict = chosen(x)\n"),
        ("def main", "def other(x):\n    return fluid.layers.fc(x, 1)\n\n\ndef main"))
    assert "        chosen = Net\n    else:\n        chosen = Other\n" in text
    assert "        self.chosen = chosen()\n" in text
    assert "network = Network(chosen=chosen)" in text


@pytest.mark.parametrize(("code", "why"), [
    ("    hidden = x\n    if x is not None:\n        hidden = fluid.layers.fc(x, 8)\n", "in a loop or a branch"),
    ("    hidden = fluid.layers.concat([fluid.layers.fc(x, 8) for _ in range(2)])\n", "in a loop or a branch"),
    ("    hidden = fluid.layers.fc(x, 8) if x is not None else x\n", "in a loop or a branch"),
    ("    if x is None:\n        return x\n    hidden = fluid.layers.fc(x, 8)\n", "does not return once"),
])
def test_what_stays_a_program(stays, code, why):
    assert why in stays((HIDDEN, code))


def test_stars_and_decorators(stays):
    assert "by stars or has decorators" in stays(("def net(x):", "@cached\ndef net(x):"))
    assert "by stars or has decorators" in stays(("def net(x):", "def net(x, *more):"))
    assert "given by a star" in stays(("predict = net(x)", "predict = net(*[x])"))


def test_a_function_called_network_has_a_class_of_its_own():
    text = (
        "import numpy as np\nimport paddle.fluid as fluid\ndef network(img):\n"
        "    out = fluid.layers.fc(img, 3, act='tanh')\n    return out, fluid.layers.mean(out)\n"
        "img = fluid.data('img', [None, 6])\nboth = network(img)\nout, loss = both\n"
        "fluid.optimizer.SGD(0.1).minimize(loss)\nexe = fluid.Executor()\n"
        "exe.run(fluid.default_startup_program())\nfor _ in range(3):\n"
        "    found = exe.run(feed={'img': np.ones((4, 6), 'float32')}, fetch_list=[loss])\n    print(found[0])\n")
    new = migrate_source(text, options=Options(dygraph=True)).text
    classes = [line.split("(")[0] for line in new.splitlines() if line.startswith("class ")]
    assert classes == ["class Network", "class NetworkNet"]
    assert "self.network = Network()" in new

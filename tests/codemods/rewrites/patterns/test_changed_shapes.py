"""reshape(inplace=True) of a program: the variable itself has the new shape in 1.8.5."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
fed = fluid.data('fed', [None, 2, 3])


def made():
    return L.scale(fed, 2.)


x = made()
"""
RUN = """
exe = fluid.Executor(fluid.CPUPlace())
for each in outs:
    got = exe.run(feed={'fed': np.arange(12, dtype='float32').reshape(2, 2, 3) - 4}, fetch_list=[each])[0]
    print(list(got.shape), got.sum())
"""
CLOTHES = {
    "statement": "L.reshape(x, [-1, 6], inplace=True)\nouts = [x, L.reduce_sum(x, dim=[1])]",
    "function": "def flat(v, size):\n    L.reshape(inplace=True, x=v, shape=[-1, size])\n    return v * 2.\n"
                "outs = [flat(x, 6)]",
    "attribute": "class Net(object):\n    def __init__(self, x):\n        self.x = x\n    def rows(self):\n"
                 "        L.reshape(self.x, [0, 6], inplace=True)\n        return L.reduce_max(self.x, dim=[1])\n"
                 "outs = [Net(x).rows()]",
    "constant": "HERE = True\nL.reshape(x, shape=[-1, 6], inplace=HERE)\nouts = [x]",
    "loop": "for size in [3, 6]:\n    x = L.reshape(x, [-1, size], inplace=True)\nouts = [x]",
    "branch": "if len([1]):\n    L.reshape(x, [-1, 6], inplace=True)\nouts = [x + 1.]",
    "at once": "y = L.reduce_sum(L.reshape(x, [-1, x.shape[1] * 3], act='relu', inplace=True), dim=[1])\nouts = [y]",
}
AGAIN = {
    "name": "y = L.reshape(x, [-1, 6], inplace=True)\nouts = [L.reduce_sum(x, dim=[1])]",
    "alias": "z = x\nx = L.reshape(x, [-1, 6], inplace=True)\nouts = [z]",
    "container": "net = {'x': x}\nL.reshape(net['x'], [-1, 6], inplace=True)\nouts = [net['x']]",
    "function": "def flat(v):\n    return L.reshape(v, [-1, 6], inplace=True)\ny = flat(x)\nouts = [y, x]",
    "attribute": "class Net(object):\n    def __init__(self):\n        self.x = made()\n    def rows(self):\n"
                 "        y = L.reshape(self.x, [0, 6], inplace=True)\n        return y, self.x\nouts = Net().rows()",
    "unknown": "import sys\ny = L.reshape(x, [-1, 6], inplace=len(sys.argv) > 0)\nouts = [x]",
}


def test_in_all_clothes(run_both_ways):
    old, new = run_both_ways({name: {"main.py": f"{HEAD}{text}\n{RUN}"} for name, text in CLOTHES.items()})
    assert old["statement"] == ["[2, 6] 36.0", "[2] 36.0"]  # as 1.8.5
    assert new == old


@pytest.mark.parametrize("text", AGAIN.values(), ids=AGAIN)
def test_what_is_used_again_is_a_persons(text):
    assert [each.code for each in migrate_source(f"{HEAD}{text}\n{RUN}").left] == ["PM333"]


@pytest.mark.parametrize("text", [
    "y = L.reshape(x, [-1, 6])\nouts = [x, y]", "y = L.reshape(x, [-1, 6], inplace=False)\nouts = [x]",
    "x = L.reshape(x, [-1, x.shape[1] * 3], inplace=True)\nouts = [x]", "y = L.reshape(made(), [-1, 6], inplace=True)",
    "z = x * 2.\ny = L.reshape(x, [-1, 6], inplace=True)\nouts = [y, z]",
])  # fmt: skip
def test_nothing_is_said_or_named(text):
    result = migrate_source(f"{HEAD}{text}\n{RUN if 'outs' in text else ''}")
    assert not result.left
    assert result.text.count("x = paddle.reshape") == text.count("x = L.reshape")


def test_dygraph_did_not_change_it():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    x = fluid.layers.ones([2, 3], 'float32')\n" \
           "    fluid.layers.reshape(x, [6], inplace=True)\n    print(x.shape)\n"
    result = migrate_source(text)
    assert not result.left
    assert "x = paddle.reshape" not in result.text

"""With --dygraph: classes of a script's own that build a network are made once, and train, in whatever clothes."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
C = fluid.initializer.Constant
X = np.arange(6).reshape(2, 3).astype('float32') / 6
Y = np.array([[.5], [2.]], 'float32')
"""
NET = """\
class Net(object):
    def __init__(self, size=2, act='tanh'):
        self.size, self.act = size, act
    def forward(self, v):
        h = L.fc(v, self.size, act=self.act, param_attr=C(.3))
        return L.fc(h, 1, param_attr=C(.2))
"""
END = """\
x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1])
p = {}
cost = L.mean(L.square_error_cost(p, y))
fluid.optimizer.SGD(.1).minimize(cost)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(4):
    loss, = exe.run(feed={{'x': X, 'y': Y}}, fetch_list=[cost])
    print('%.5f' % float(np.ravel(loss)[0]))
"""
NETS = {
    "a class": (
        NET,
        "Net().forward(x)",
    ),
    "arguments": (
        NET,
        "Net(3, act='relu').forward(v=x)",
    ),
    "a call": (
        NET.replace("def forward", "def __call__"),
        "Net()(x)",
    ),
    "another name": (
        NET.replace("def forward", "def net"),
        "Net().net(x)",
    ),
    "a factory": (
        NET + "def make(name, **kw):\n    return {'net': Net}[name](**kw)\n",
        "make('net', size=3).forward(x)",
    ),
    "a dictionary": (
        NET + "nets = {'a': Net(2), 'b': Net(4)}\n",
        "nets['b'].forward(x)",
    ),
    "one that derives": (
        NET + "class Deep(Net):\n    def forward(self, v):\n"
        "        return Net.forward(self, L.fc(v, 3, param_attr=C(.4)))\n",
        "Deep().forward(x)",
    ),
    "a loop": (
        "class Net(object):\n    def __init__(self, sizes=(3, 2)):\n        self.sizes = sizes\n"
        "    def forward(self, v):\n        for s in self.sizes:\n"
        "            v = L.fc(v, s, act='tanh', param_attr=C(.3))\n"
        "        return L.fc(v, 1, param_attr=C(.2))\n",
        "Net().forward(x)",
    ),
    "classes of classes": (
        "class Block(object):\n    def __init__(self, n):\n        self.n = n\n    def forward(self, v):\n"
        "        return L.fc(v, self.n, act='tanh', param_attr=C(.3))\nclass Net(object):\n"
        "    def __init__(self):\n        self.a, self.b = Block(3), Block(1)\n    def forward(self, v):\n"
        "        return self.b.forward(self.a.forward(v))\n",
        "Net().forward(x)",
    ),
    "held by another": (
        NET + "class T(object):\n    def __init__(self, net):\n        self.net = net\n"
        "    def build(self, v):\n        return self.net.forward(v)\n",
        "T(Net()).build(x)",
    ),
    "another file": (
        "from net import Net\n",
        "Net(3).forward(x)",
    ),
    "a function": (
        "def forward(v, size=2):\n    h = L.fc(v, size, act='tanh', param_attr=C(.3))\n"
        "    return L.fc(h, 1, param_attr=C(.2))\n",
        "forward(x, 3)",
    ),
}
OTHER = HEAD + NET


def test_they_train(run_both_ways):
    """The old ones print what 1.8.5 does."""
    scripts = {name: {"main.py": HEAD + made + END.format(called), "net.py": OTHER}
               for name, (made, called) in NETS.items()}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert all(len({*lines}) == 4 for lines in old.values())


@pytest.mark.parametrize("made", [
    "class Net(object):\n    def forward(self, v):\n        return own.fc(v, 2)\n",
    "class Net(object):\n    def forward(self, v):\n        return v\n",
    "class Net(object):\n    def __init__(self, size):\n        self.size = size\n",
])  # fmt: skip
def test_a_class_that_builds_nothing_stays_one(made):
    assert made in migrate_source(HEAD + made, options=Options(dygraph=True)).text

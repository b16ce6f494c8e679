"""Data or tensor, as far as the script tells."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.arrays import Arrays

NET = "class Net(fluid.dygraph.Layer):\n    def forward(self, x):\n        return x\nnet = Net()\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x = np.zeros(3)\nuse(x)\n", "data"),
        ("x = [1, 2]\nuse(x)\n", "data"),
        ("x = a.numpy()\nuse(x)\n", "data"),
        ("for x in train_reader():\n    use(x)\n", "data"),
        ("for i, (x, y) in enumerate(zip(np.ones(3), z)):\n    use(x)\n", "data"),
        (f"{NET}for x, y in enumerate([net(z)]):\n    use(x)\n", "data"),
        (f"{NET}for i, x in enumerate([net(z)]):\n    use(x)\n", "tensor"),
        (f"{NET}for x in enumerate([net(z)]):\n    use(x[1])\n", "tensor"),
        ("x = []\nx.append(1)\nuse(x)\n", "data"),
        ("def f(x):\n    use(x)\nf(np.zeros(3))\n", "data"),
        ("def f():\n    yield np.zeros(3)\nfor x in f():\n    use(x)\n", "data"),
        ("class A:\n    @staticmethod\n    def f(y, x=2):\n        use(x)\nA().f(fluid.layers.relu(y))\n", "data"),
        ("class A:\n    @classmethod\n    def f(cls, x, z=2):\n        use(x)\nA.f(fluid.layers.relu(y))\n", "tensor"),
        ("class A:\n    def f(self, x, z=2):\n        use(x)\nA.f(A(), fluid.layers.relu(y))\n", "tensor"),
        ("x = fluid.layers.relu(y)\nuse(x)\n", "tensor"),
        (f"{NET}x = net(y)\nuse(x)\n", "tensor"),
        ("x = fluid.layers.relu(y) + np.ones(3)\nuse(x)\n", "tensor"),
        ("x = fluid.dygraph.to_variable(y)[0]\nuse(x)\n", "tensor"),
        ("x = np.zeros(3)\nx = fluid.dygraph.to_variable(x)\nuse(x)\n", "tensor"),
        ("def f(a):\n    return a, fluid.layers.relu(a)\n_, x = f(y)\nuse(x)\n", "tensor"),
    ],
)
def test_known(read, text, what):
    script = read(text)
    assert Arrays(script.facts).of(script.node("x")) == what


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    use(x)\n",
        "def f(x):\n    use(x)\nf(1)\nf(fluid.layers.relu(y))\n",
        "x = 1\nif a:\n    x = fluid.layers.relu(y)\nuse(x)\n",
        "def f(a):\n    x = a.z\n    use(x)\n",
        "lambda x: use(x)\n",
        "x = {}\nx['a'] = fluid.layers.relu(y)\nx['b'], z = np.ones(3), 1\nuse(x)\n",
        "x = {}\nx['a'] = fluid.layers.relu(y)\nfor x['b'] in z:\n    use(x)\n",
        "x = {}\nx['a'] = fluid.layers.relu(y)\nx.setdefault('b', np.ones(3))\nuse(x)\n",
        "x = {}\nx['a'] = fluid.layers.relu(y)\nx.update(b=np.ones(3))\nuse(x)\n",
        "def fill(d):\n    d['b'] = np.ones(3)\nx = {}\nx['a'] = fluid.layers.relu(y)\nfill(x)\nuse(x)\n",
    ],
)
def test_not_known(read, text):
    script = read(text)
    assert Arrays(script.facts).of(script.node("x")) == ""

"""Which tensors are of floats for sure."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.interpreter.answers.floats import is_float
from paddle_migrate.text.source import Source


def _is_float(text):
    """Of what the script's last call, `use(…)`, is given."""
    source = Source(f"import paddle.fluid as fluid\nimport paddle.fluid.layers as L\n{text}")
    facts = Facts.find(source)
    call = next(c for c in source.all(cst.Call) if source.code(c.func) == "use")
    return is_float(Spot(facts, call.args[0].value))


@pytest.mark.parametrize("text", [
    "use(L.softmax(x))\n",
    "y = L.softmax(x)\nuse(y)\n",
    "use(L.softmax(x) + y)\n",
    "use(1 - L.sigmoid(x))\n",
    "use(L.reshape(L.softmax(x), [2]))\n",
    "use(L.concat([L.softmax(x), y]))\n",
    "use(L.softmax(x)[0])\n",
    "fc = fluid.dygraph.Linear(3, 4)\nuse(fc(x))\n",
    "y = L.softmax(x)\ny = y + 1\nuse(y)\n",
    "y = L.softmax(x) if a else z\ny = L.softmax(x)\nuse(y)\n",
    "use(L.cast(x, 'float32'))\n",
    "use(L.cast(dtype='float64', x=x))\n",
    "use(L.fill_constant([2], 'float32', 1))\n",
    "y = fluid.data('y', [None, 4])\nuse(L.reshape(y * 2, [2]))\n",
    "y = fluid.embedding(x, [3, 4])\nuse(L.elementwise_mul(y, z))\n",
    "w = L.create_parameter([3], dtype='float32')\nuse(x * w)\n",
    "use(L.fc(x, 3))\n",
    "DTYPE = 'float32'\nuse(L.cast(x, DTYPE))\n",
    "def f(x, d):\n    use(L.cast(x, dtype=d))\nf(a, 'float32')\n",
    "use(fluid.gradients(y, x)[0] * z)\n", "g, = fluid.gradients(y, x)\nuse(g)\n",
    "class Net(object):\n    def __call__(self, x):\n        return L.fc(x, 3)\nuse(Net()(x))\n",
    "class Net(object):\n    def __call__(self, x):\n        return x * 2\nnet = Net()\nuse(net(L.fc(x, 3)))\n",
    "def soft(v):\n    return L.softmax(v)\nclass Net(object):\n    def __init__(self, of):\n        self.of = of\n"
    "    def __call__(self, x):\n        return self.of(x)\n"
    "class All(object):\n    def __init__(self):\n        self.net = Net(soft)\n    def run(self, x):\n"
    "        return self.net(x)\nuse(All().run(x))\n",
    "def twice(v):\n    return v * 2\nuse(twice(L.fc(x, 3)))\n",
])  # fmt: skip
def test_they_are(text):
    assert _is_float(text)


@pytest.mark.parametrize("text", [
    "use(x)\n", "use(1.5)\n", "use(L.argmax(x))\n", "use(L.reshape(x, [2]))\n",
    "use(L.cast(x, d))\n", "def f(x, d):\n    use(L.cast(x, d))\nf(a, 'float32')\nf(a, 'int32')\n",
    "use(L.cast(x, *d))\n", "use(L.fill_constant([2], 'int64', 1))\n",
    "use(fluid.data('y', [None, 4], 'int64'))\n", "use(fluid.data('y', [None, 4], dtype=d))\n",
    "use(L.cast(L.softmax(x), 'int64'))\n",
    "use(other.softmax(x))\n", "y = L.softmax(x)\ny = z\nuse(y)\n", "y = L.softmax(x)\nif a:\n    y = z\nuse(y)\n",
    "def f(y):\n    use(y)\n", "use(x + y)\n", "m = Own()\nuse(m(x))\n",
    "def twice(v):\n    return v * 2\ntwice(L.fc(x, 3))\nuse(twice(x))\n", "i, = L.where(x)\nuse(i)\n",
    "class Net(object):\n    def __call__(self, x):\n        return x * 2\nNet()(L.fc(x, 3))\nuse(Net()(x))\n",
])  # fmt: skip
def test_that_is_not_certain(text):
    assert not _is_float(text)

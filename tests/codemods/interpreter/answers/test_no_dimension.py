"""Whether a tensor may have no dimension today that had one in 1.8.5."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.answers.no_dimension import is_element, may_have_none
from paddle_migrate.text.source import Source


def _used(text):
    source = Source(f"import paddle\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n{text}")
    call = next(c for c in source.all(cst.Call) if source.code(c.func) == "use")
    return Facts.find(source), call.args[0].value


@pytest.mark.parametrize("text", [
    "use(L.mean(x))\n", "y = L.mean(x)\nuse(y)\n", "use(L.relu(L.mean(x)))\n", "use(-L.mean(x))\n", "use(x[0])\n",
    "use(L.mean(x) * 2)\n", "y = L.relu(x) if a else L.mean(x)\nuse(y)\n", "def f(x):\n    use(x)\n",
    "def f():\n    return L.mean(x)\nuse(f())\n", "use(sum(x))\n", "use(L.mean(x).detach())\n", "use(self.x)\n",
    "for y in x:\n    use(y)\n",
    "use(L.mean(x) / len(y))\n", "use(L.mean(x) > 1)\n", "use(1 < L.mean(x) < 2)\n",
    "def f(a, b):\n    use(L.mean(x) * (a > b))\n",
    "use(L.matmul(x, y))\n", "y = L.matmul(x, x)\nuse(L.sqrt(y) * 2)\n", "use(L.trace(x))\n",
    "use(L.sums([L.mean(x), L.reduce_sum(y)]))\n", "use(L.cond(x, f, g))\n", "use(L.while_loop(f, g, [x]))\n",
    "use(L.logical_not(L.mean(x) > 1))\n", "use(L.mean(x) * True)\n", "use(y and L.mean(x))\n",
    "use(L.mean(x) * (not y))\n", "use(L.cast(L.mean(x) == L.mean(y), 'float32'))\n",
    "use(L.reduce_sum(x, dim=0))\n", "use(L.reduce_sum(x, -1) / 2)\n", "use(L.reduce_max(x, dim=[1, 0]))\n",
    "n = 0\nuse(L.reduce_mean(x, dim=n))\n", "use(L.reduce_all(x, dim=axes))\n",
    "def f(dim):\n    return L.reduce_mean(x, dim=dim)\nuse(f(0))\n",
])  # fmt: skip
def test_it_may(text):
    assert may_have_none(*_used(text))


@pytest.mark.parametrize("text", [
    "use(L.reduce_sum(x, dim=1))\n", "use(L.conv2d(x, 3, 3))\n", "y = L.mul(x, x)\nuse(y)\n",
    "x = fluid.data('x', [2, 3])\nuse(L.matmul(x, y))\n", "use(L.matmul(L.fc(x, 2), y))\n",
    "x = fluid.data('x', [2, 3, 4])\nuse(L.trace(x))\n",
    "use(L.mean(x) + L.mul(x, x))\n", "fc = fluid.dygraph.Linear(3, 4)\nuse(fc(x))\n", "use(fc.weight)\n",
    "use(paddle.mean(x))\n",  # whoever wrote it knows
    "use(L.reduce_sum(x, dim=[1, 2]))\n", "use(L.reduce_sum(x, dim=0, keep_dim=True))\n", "use(L.reduce_sum(x, -2))\n",
    "n = 2\nuse(L.reduce_mean(x, dim=n) / len(x))\n", "use(L.mul(x, x) > 1)\n", "use(L.mul(x, x) > L.mean(x))\n",
    "use(L.mul(x, x) and L.conv2d(x, 3, 3))\n",
    "use(L.relu(L.mul(x, x)))\n", "def f():\n    return L.mul(x, x)\nuse(f())\n",
])  # fmt: skip
def test_it_has_some(text):
    assert not may_have_none(*_used(text))


@pytest.mark.parametrize(("text", "wanted"), [
    ("use(x[0])\n", True), ("use(x[i])\n", True), ("use(d['loss'])\n", False), ("use(x)\n", False),
    ("use(x.y)\n", False),
])  # fmt: skip
def test_an_element(text, wanted):
    assert is_element(_used(text)[1]) is wanted

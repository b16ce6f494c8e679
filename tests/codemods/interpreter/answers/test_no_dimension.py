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
])  # fmt: skip
def test_it_may(text):
    assert may_have_none(*_used(text))


@pytest.mark.parametrize("text", [
    "use(L.reduce_sum(x, dim=1))\n", "use(L.conv2d(x, 3, 3))\n", "y = L.matmul(x, x)\nuse(y)\n",
    "use(L.mean(x) + L.matmul(x, x))\n", "fc = fluid.dygraph.Linear(3, 4)\nuse(fc(x))\n", "use(fc.weight)\n",
    "use(paddle.mean(x))\n",  # whoever wrote it knows
    "use(L.relu(L.matmul(x, x)))\n", "def f():\n    return L.matmul(x, x)\nuse(f())\n",
])  # fmt: skip
def test_it_has_some(text):
    assert not may_have_none(*_used(text))


@pytest.mark.parametrize(("text", "wanted"), [
    ("use(x[0])\n", True), ("use(x[i])\n", True), ("use(d['loss'])\n", False), ("use(x)\n", False),
    ("use(x.y)\n", False),
])  # fmt: skip
def test_an_element(text, wanted):
    assert is_element(_used(text)[1]) is wanted

"""Where the values of an expression go, and what there needs the dimension that they had in 1.8.5."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.answers.destinations import Destinations, is_safe
from paddle_migrate.text.source import Source


def _read(text):
    head = "import numpy as np\nimport paddle.fluid as fluid\nimport paddle.fluid.layers as L\n"
    return Facts.find(Source(head + text))


def _needing(text):
    """What needs the dimension of the first `L.mean(x)`."""
    facts = _read(text)
    made = next(c for c in facts.source.all(cst.Call) if facts.source.code(c) == "L.mean(x)")
    need = Destinations(facts).needing_a_dimension(made)
    return None if need is None else facts.source.code(need.node)


@pytest.mark.parametrize(("text", "needing"), [
    ("y = L.mean(x)\nfor z in y: pass\n", "y"), ("y = L.mean(x)\nprint(len(y))\n", "len(y)"),
    ("y = L.mean(x)\nL.concat([y, y])\n", "L.concat([y, y])"), ("y = [L.mean(x)]\nlen(y[0])\n", "len(y[0])"),
    ("ys = []\nys.append(L.mean(x))\nL.concat(ys)\n", "L.concat(ys)"), ("a, b = L.mean(x), 1\nlen(a)\n", "len(a)"),
    ("def f(y):\n    return len(y)\nf(L.mean(x))\n", "len(y)"),
    ("def f():\n    return L.mean(x)\nlen(f())\n", "len(f())"),
    ("class A:\n    def f(self):\n        self.y = L.mean(x)\n    def g(self):\n        len(self.y)\n", "len(self.y)"),
    ("y = L.mean(x)\nnp.concatenate([y.numpy()])\n", "np.concatenate([y.numpy()])"),
    ("f = lambda y: len(y)\nf(L.mean(x))\n", "len(y)"),
    ("_, *a = 0, L.mean(x)\nlen(a[0])\n", "len(a[0])"), ("*_, a = 0, L.mean(x)\nlen(a)\n", "len(a)"),
    ("import collections\na = collections.deque([L.mean(x)])\nlen(a.popleft())\n", "len(a.popleft())"),
    ("a = ([L.mean(x)], 0)\nlen(a[0].pop())\n", "len(a[0].pop())"),
    ("a = {'k': [L.mean(x)]}\nlen(a.get('k')[0])\n", "len(a.get('k')[0])"),
    ("class A:\n    @staticmethod\n    def f():\n        return L.mean(x)\ng = A.f\nlen(g())\n", "len(g())"),
    ("def f(y):\n    return len(y)\nfs = {'f': f}\nfs['f'](L.mean(x))\n", "len(y)"),
    ("fs = {'f': L.sin}\ny = fs['f'](L.mean(x))\nL.concat([y, y])\n", "L.concat([y, y])"),
])  # fmt: skip
def test_what_needs_it(text, needing):
    assert _needing(text) == needing


@pytest.mark.parametrize("text", [
    "y = L.mean(x)\nprint(y)\n", "a, b = L.mean(x), z\nlen(b)\n", "y = [L.mean(x)]\nlen(y)\n", "L.relu(L.mean(x))\n",
    "y = L.mean(x)\nL.elementwise_add(y, z)\n", "y = L.mean(x)\nnp.array([y.numpy()])\n",
    "def f(y, z):\n    len(z)\nf(L.mean(x), 1)\n",
    "a, *_ = z, L.mean(x)\nlen(a)\n", "a = [[L.mean(x)]]\nlen(a.pop())\n",
    "L.mean(x).backward()\n", "y = max(L.mean(x), z)\nfloat(y)\n",
])  # fmt: skip
def test_what_does_not(text):
    assert _needing(text) is None


def test_what_gets_its_dimension_back_is_not_followed():
    facts = _read("y = L.mean(x)\nlen(y)\n")
    made = next(c for c in facts.source.all(cst.Call) if facts.source.code(c) == "L.mean(x)")
    assert Destinations(facts, settled={made}).needing_a_dimension(made) is None


@pytest.mark.parametrize(("text", "safe"), [
    ("L.mean(x).numpy()[0]\n", True), ("L.matmul(x, x).numpy()[0]\n", True),
    ("L.mul(x, x).numpy()[0]\n", False), ("x[0].numpy()[0]\n", False),
    ("y[0]\n", False),
    ("L.mean(x).numpy()[0]  # paddle-migrate: skip\n", False),
])  # fmt: skip
def test_an_array_that_is_read_either_way(text, safe):
    facts = _read(text)
    assert is_safe(facts, facts.source.all(cst.Expr)[0].value.value) is safe

"""Calls of the script's own functions and classes."""

from __future__ import annotations

import pytest

NET = """\
class Net(fluid.dygraph.Layer):
    def __init__(self, size, act=None):
        super().__init__()
        self.fc = fluid.dygraph.Linear(4, size, act=act)
        self.size = size

    def forward(self, x):
        return self.fc(x)
"""


@pytest.mark.parametrize(("text", "wanted"), [
    ("def f(a, b=2, *c, d=4, **e):\n    return (a, b, c, d, e)\nresult = f(1, 5, 6, g=7)", "(1, 5, (6), 4, {g: 7})"),
    ("def f(a):\n    return a\nresult = f()", "unknown"),
    ("def f():\n    pass\nresult = f()", "None"),
    ("def f():\n    if n > 2:\n        return 1\n    return 1\nresult = f()", "1"),
    ("def f():\n    if n > 2:\n        return 1\nresult = f()", "unknown"),
    ("def f(k):\n    return 1 if k == 0 else k * f(k - 1)\nresult = f(5)", "120"),
    ("def f(k):\n    return f(k)\nresult = f(5)", "unknown"),
    ("def f():\n    yield 1\n    yield 2\nresult = f()", "stream of unknown"),
    ("def f():\n    yield np.zeros([3])\nresult = f()", "stream of [3] float64"),
    ("def f(*a):\n    return a\nresult = f(*[1, 2])", "(1, 2)"),
    ("def f(a, b):\n    return (a, b)\nresult = f(**{'b': 1, 'a': 2})", "(2, 1)"),
    ("f = [lambda: 1, lambda: 1][n]\nresult = f()", "unknown"),
])  # fmt: skip
def test_functions(result, text, wanted):
    assert result(text) == wanted


@pytest.mark.parametrize(("text", "wanted"), [
    ("class A:\n    def __init__(self, a):\n        self.a = a\nresult = A(3).a", "3"),
    ("class A:\n    def f(self):\n        return 1\nclass B(A):\n    pass\nresult = B().f()", "1"),
    ("class A:\n    def f(self):\n        return 1\nclass B(A):\n    def f(self):\n        return super().f() + 1\n"
     "result = B().f()", "2"),
    ("class A:\n    @staticmethod\n    def f(a):\n        return a\nresult = (A.f(1), A().f(2))", "(1, 2)"),
    ("class A:\n    size = 3\n    @classmethod\n    def f(cls):\n        return cls.size\nresult = A().f()", "3"),
    ("class A:\n    @property\n    def f(self):\n        return 1\nresult = A().f", "1"),
    ("class A:\n    def __call__(self, a):\n        return a\nresult = A()(4)", "4"),
    ("class A:\n    pass\nresult = A().f()", "unknown"),
    ("class A:\n    def f(self):\n        return 2\nresult = getattr(A(), 'f')()", "2"),
])  # fmt: skip
def test_classes(result, text, wanted):
    assert result(text) == wanted


@pytest.mark.parametrize(("text", "wanted"), [
    ("Net(3)(x)", "[5, 3] float32"),
    ("Net(n)(x)", "[5, ?] float32"),
    ("Net(3, act=who)(x)", "[5, 3] float32"),
    ("Net(3).size", "3"),
    ("Net(3).fc.weight.shape", "(4, 3)"),
    ("[p.shape for p in Net(3).parameters()]", "[(4, 3), (3)]"),
    ("list(Net(3).state_dict())", "['fc.weight', 'fc.bias']"),
    ("fluid.dygraph.Sequential(Net(4), Net(2))(x)", "[5, 2] float32"),
    ("fluid.dygraph.LayerList([Net(2), Net(3)])[1](x)", "[5, 3] float32"),
    ("Net(3)(who)", "unknown"),
])  # fmt: skip
def test_layers(result, text, wanted):
    assert result(f"{NET}x = L.ones([5, 4], 'float32')\nresult = {text}\n") == wanted


def test_each_branch_of_a_model_is_run(run):
    text = "seen = []\nclass A:\n    def __init__(self, k=1):\n        if k == 7: seen.append(k)\na = A()\n"
    assert run(text).module.names["seen"].values == [7]

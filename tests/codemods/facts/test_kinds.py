"""What kind of object an expression is."""

from __future__ import annotations

import pytest

NET = "class Net(fluid.dygraph.Layer):\n    def forward(self, x):\n        return fluid.layers.mean(x)\n"
SGD = "fluid.optimizer.SGD(0.1)"


@pytest.mark.parametrize(
    ("text", "code", "kind"),
    [
        (f"o = {SGD}\n", "o", "optimizer"),
        (f"o = {SGD} if a else fluid.optimizer.Adam()\nuse(o)\n", "o", "optimizer"),
        (f"o = p = {SGD}\nuse(p)\n", "p", "optimizer"),
        (f"def make():\n    return {SGD}\no = make()\nuse(o)\n", "o", "optimizer"),
        (f"def run(o):\n    use(o)\nrun({SGD})\n", "o", "optimizer"),
        (f"class T:\n    def __init__(self, o):\n        self.o = o\nt = T({SGD})\nuse(t.o)\n", "t.o", "optimizer"),
        ("o = paddle.optimizer.Adam()\nuse(o)\n", "o", "optimizer"),
        ("m = fluid.dygraph.Conv2D(3, 4, 3)\nuse(m)\n", "m", "layer"),
        (f"{NET}m = Net()\nuse(m)\n", "m", "layer"),
        (f"{NET}m = Net()\nm = fluid.dygraph.DataParallel(m, s)\nuse(m)\n", "m", "parallel"),
        (f"{NET}loss = Net()(x)\nuse(loss)\n", "loss", "scalar"),
        ("s = fluid.dygraph.prepare_context()\nuse(s)\n", "s", "strategy"),
        ("e = fluid.dygraph.ParallelEnv()\nuse(e)\n", "e", "env"),
        ("p = fluid.default_main_program()\nuse(p)\n", "p", "program"),
        ("class T:\n    pass\nt = T()\nuse(t)\n", "t", "own"),
        ("y = fluid.layers.mean(x) * 2 + 1\nuse(y)\n", "y", "scalar"),
        ("y = -fluid.layers.reduce_sum(x)\nuse(y)\n", "y", "scalar"),
        ("y = fluid.layers.mean(x).numpy()\nuse(y)\n", "y", "scalar array"),
        ("def f(x):\n    return x, fluid.layers.mean(x)\na, b = f(1)\nuse(b)\n", "b", "scalar"),
        ("def f(x):\n    return [x, fluid.layers.mean(x)]\na, b = f(1)\nuse(b)\n", "b", "scalar"),
        ("parts = [fluid.layers.mean(x), x]\nuse(parts[0])\n", "parts[0]", "scalar"),
        ("loss = fluid.layers.mean(x)\nif p:\n    loss = m.scale_loss(loss)\nuse(loss)\n", "loss", "scalar"),
    ],
)
def test_known(read, text, code, kind):
    script = read(text)
    assert script.facts.kinds.what(script.node(code)) == kind


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("use(o)\n", "o"),
        ("o = other.SGD(0.1)\nuse(o)\n", "o"),
        (f"o = {SGD}\nif a:\n    o = None\nuse(o)\n", "o"),
        (f"def run(o):\n    use(o)\nrun({SGD})\nrun(None)\n", "o"),
        (f"def run(o):\n    use(o)\nrun(*{SGD})\n", "o"),
        (f"def make():\n    if a:\n        return {SGD}\no = make()\nuse(make)\n", "make"),
        (f"for o in [{SGD}]:\n    use(o)\n", "o"),
        ("y = fluid.layers.reduce_sum(x, dim=1)\nuse(y)\n", "y"),
        ("y = fluid.layers.mean(x) * z\nuse(y)\n", "y"),
        ("y = fluid.layers.mean(x)[i]\nuse(y)\n", "y"),
        ("a, b = f(fluid.layers.mean(x))\nuse(b)\n", "b"),
        ("def f(x):\n    return [fluid.layers.mean(x), x]\na, b = f(1)\nuse(b)\n", "b"),
        ("def f(x):\n    return [*x, fluid.layers.mean(x)]\na, b, c = f(1)\nuse(b)\n", "b"),
        ("def f(x):\n    return [*x, fluid.layers.mean(x)]\na, b = f(1)\nuse(b)\n", "b"),
        ("i = paddle.nn.initializer.Constant(0.0)\nuse(i)\n", "i"),
        ("x = x\nuse(x)\n", "x"),
        ("x = y\ny = x\nuse(x)\n", "x"),
        ("def f(x):\n    return f(x)\nuse(f(1))\n", "f(1)"),
    ],
)
def test_not_known(read, text, code):
    script = read(text)
    assert script.facts.kinds.what(script.node(code)) == ""


def test_called(read):
    script = read(NET + "m = Net()\nm(x)\nclass T:\n    def __call__(self):\n        pass\n    def go(self):\n"
                  "        self.stop()\n    def stop(self):\n        pass\nT()()\nother(x)\n")
    called = script.facts.kinds.called
    assert called(script.node("m(x)")) is script.function("forward")
    assert called(script.node("T()()")) is script.function("__call__")
    assert called(script.node("self.stop()")) is script.function("stop")
    assert called(script.node("other(x)")) is None

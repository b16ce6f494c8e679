"""One key for each thing that is spoken of, and what a loss was made of."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.frames import Frame, key_of, related
from paddle_migrate.facts.reach import reach

NETS = "class Net(fluid.dygraph.Layer):\n    pass\nd, g = Net(), Net()\n"
TOP = Frame()


@pytest.mark.parametrize(
    ("text", "one", "other", "same"),
    [
        ("x = y\nuse(x)\nuse(y)\n", "x", "y", True),
        ("x = y = f()\nuse(x)\nuse(y)\n", "x", "y", False),
        ("x = a.b\nuse(x)\nuse(a.b)\n", "x", "a.b", True),
        (NETS + "p = fluid.dygraph.DataParallel(d, s)\nuse(p)\nuse(d)\n", "p", "d", True),
        ("x = y\ny = z\nx = z\nuse(x)\nuse(z)\n", "x", "z", False),
    ],
)
def test_keys(read, text, one, other, same):
    script = read(text)
    keys = [key_of(script.facts, script.node(code), TOP) for code in (one, other)]
    assert (keys[0] == keys[1]) is same


def test_keys_in_a_call(read):
    script = read("def f(m):\n    use(m)\nf(d)\nf(g)\n")
    frames = [Frame(script.function("f"), script.node(call), TOP) for call in ("f(d)", "f(g)")]
    keys = [key_of(script.facts, script.node("m"), frame) for frame in frames]
    assert keys == [key_of(script.facts, script.node(name), TOP) for name in ("d", "g")]


def test_related():
    assert related(("a",), ("a", "b"))
    assert related(("a", "b"), ("a",))
    assert not related(("a", "b"), ("a", "c"))


@pytest.mark.parametrize(
    ("text", "reached", "closed"),
    [
        ("loss = fluid.layers.mean(d(g(fluid.dygraph.to_variable(x)).detach()))\n", {"d"}, True),
        ("y = g(fluid.dygraph.to_variable(x))\nloss = d(y) + 1\n", {"d", "g"}, True),
        ("def f(m):\n    return m(fluid.dygraph.to_variable(x))\nloss = f(d)\n", {"d"}, False),
        ("loss = other(d(fluid.dygraph.to_variable(x)))\n", {"d"}, False),
        ("loss = fluid.dygraph.to_variable(x)\n", set(), True),
        ("made = {}\nmade['y'] = d(fluid.dygraph.to_variable(x))\nloss = made['y']\n", {"d"}, True),
        ("made = []\nmade.append(g(fluid.dygraph.to_variable(x)))\nloss = made[0]\n", {"g"}, True),
        ("made = {}\nmade.update(others)\nloss = made['y']\n", set(), False),
    ],
)
def test_reach(read, text, reached, closed):
    script = read(NETS + text + "use(loss)\nuse(d)\nuse(g)\n")
    found = reach(script.facts, script.node("loss"), TOP, set())
    nets = {name for name in ("d", "g") if key_of(script.facts, script.node(name), TOP) in found.keys}
    assert nets == reached
    assert found.closed is closed

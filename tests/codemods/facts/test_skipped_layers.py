"""Layers that a step may leave out: where nothing cleared their gradients, 1.8.5 used earlier ones again."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Layer, LayerList, Linear, to_variable
def weight(k):
    return fluid.initializer.NumpyArrayInitializer((np.cos(np.arange(9) + k) * 0.4).reshape(3, 3).astype('float32'))
def linear(k):
    return Linear(3, 3, param_attr=weight(k))
def show(net, loss):
    print(*('%.5f' % n for n in [float(loss.numpy())] + [float(np.abs(p.numpy()).sum()) for p in net.parameters()]))
"""
NET = """\
class Net(Layer):
    def __init__(self, wide=True):
        super(Net, self).__init__()
        self.wide, self.count = wide, 0
        self.a, self.b, self.c = linear(0), linear(1), linear(2)
        self.rest = LayerList([linear(k + 3) for k in range(2)])
    def forward(self, x, k=0, other=None):
{}
        return x
"""
SKIPS = {
    "by_an_argument": "x = self.a(x)\nif k % 2:\n    x = self.b(x)",
    "by_chance": "x = self.a(x)\nx = x if np.random.RandomState(k).rand() < 0.5 else self.b(x)",
    "leaves_early": "x = self.a(x)\nif k == 1:\n    return x\nx = self.b(x)",
    "of_a_list": "for i, layer in enumerate(self.rest):\n    if (i + k) % 2:\n        x = layer(x)",
    "of_its_own_count": "self.count += 1\nx = self.a(x)\nif self.count > 1:\n    x = self.b(x)",
    "by_a_value": "x = self.a(x)\nif float(fluid.layers.reduce_sum(x).numpy()) > 1.:\n    x = self.b(x)",
}
STAYS = {
    "of_settings": "x = self.a(x)\nif self.wide:\n    x = self.b(x)",
    "of_a_mode": "x = self.a(x)\nif self.training:\n    x = self.b(x)",
    "of_none": "x = self.a(x)\nif other is None:\n    x = self.b(x)",
    "of_a_place": "for i, layer in enumerate(self.rest):\n    x = layer(x)\n    if i < len(self.rest) - 1:\n"
                  "        x = fluid.layers.relu(x)",
    "of_a_shape": "x = self.a(x)\nif x.shape[1] == 3:\n    x = self.b(x)",
}
LOOP = """\
with fluid.dygraph.guard():
    net = Net()
    opt = {}
    for k in range(4):
        x = to_variable(np.random.RandomState(k).rand(2, 3).astype('float32'))
        loss = fluid.layers.reduce_sum(fluid.layers.square(net(x{}) - 1.))
        loss.backward()
        opt.minimize(loss)
        {}
        show(net, loss)
"""
SGD = "fluid.optimizer.SGD(0.05, parameter_list=net.parameters())"
CLIPPED = SGD[:-1] + ", grad_clip=fluid.clip.GradientClipByGlobalNorm(0.5))"
RARELY = "if k == 2: net.clear_gradients()"


def net(body):
    return NET.format("".join(f"        {line}\n" for line in body.splitlines()).rstrip("\n"))


def program(body, opt=SGD, cleared="pass", given=", k"):
    return HEAD + net(body) + LOOP.format(opt, given, cleared)


BESIDE = "a, b = linear(0), linear(1)\n    net = LayerList([a, b])"
IN_LOOP = HEAD + LOOP.replace("net = Net()", BESIDE).replace(
    "loss = ", "y = a(x) if k % 2 else b(x)\n        loss = ").format(SGD, "", "pass").replace("net(x)", "y")
RUNS = {
    **{name: {"main.py": program(body)} for name, body in SKIPS.items()},
    "momentum": {"main.py": program(SKIPS["by_an_argument"], SGD.replace("SGD(0.05", "Momentum(0.05, 0.9"))},
    "clipped": {"main.py": program(SKIPS["by_an_argument"], CLIPPED)},
    "cleared_now_and_then": {"main.py": program(SKIPS["leaves_early"], CLIPPED, RARELY)},
    "in_the_loop": {"main.py": IN_LOOP},
    "model_elsewhere": {"model.py": HEAD + net(SKIPS["by_an_argument"]),
                        "main.py": HEAD + "from model import Net\n" + LOOP.format(CLIPPED, ", k", "pass")},
    "made_by_a_function": {"main.py": program(SKIPS["by_chance"], "make(net.parameters())").replace(
        "def show", f"def make(ps):\n    return {SGD.replace('net.parameters()', 'ps')}\ndef show")},
    **{name: {"main.py": program(body, given="")} for name, body in STAYS.items()},
}  # fmt: skip


def test_the_same_steps(run_both_ways):
    old, new = run_both_ways(RUNS)
    assert {name: lines for name, lines in old.items() if not lines or "Error" in lines[-1]} == {}
    assert new == old


@pytest.mark.parametrize("name", SKIPS)
def test_a_run_replaces_what_it_reaches(name):
    result = migrate_source(program(SKIPS[name]))
    assert not result.left
    assert "backward_anew(loss, opt)" in result.text
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("name", STAYS)
def test_what_goes_through_all_is_only_cleared(name):
    text = migrate_source(program(STAYS[name], CLIPPED, given="")).text
    assert "opt.clear_grad()" in text
    assert "backward_anew" not in text
    assert "clipping_copies" not in text


@pytest.mark.parametrize("cleared", ["net.clear_gradients()", "opt.clear_gradients()"])
def test_what_is_always_cleared_stays(cleared):
    text = migrate_source(program(SKIPS["by_an_argument"], CLIPPED, cleared)).text
    assert "backward_anew" not in text
    assert "clipping_copies" not in text

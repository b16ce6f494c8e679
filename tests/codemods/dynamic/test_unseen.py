"""Layers that are made where it is not seen would be new ones in each step: such a program stays one."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

LAYER = "fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.2))"
PROGRAM = """\
import numpy as np
import paddle.fluid as fluid
{above}
x = fluid.data('x', [None, 4])
y = fluid.data('y', [None, 1])
{made}
out = {call}
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for i in range(4):
    d = np.arange(8).reshape(2, 4).astype('float32') / 8
    got, = exe.run(feed={{'x': d, 'y': d[:, :1] + 1}}, fetch_list=[loss])
    print(got[0])
"""
CLASS = f"class Net(object):\n    def {{}}(self, x):\n        return {LAYER}"


def converted(above, made, call):
    return migrate_source(PROGRAM.format(above=above, made=made, call=call), options=Options(dygraph=True))


@pytest.mark.parametrize(
    ("above", "made", "call"),
    [
        (CLASS.format("__call__"), "net = Net()", "net(x)"),
        (CLASS.format("forward"), "", "Net().forward(x)"),
        (CLASS.format("forward") + "\nnets = {'a': Net()}", "net = Net()", "net.forward(fluid.layers.relu(x))"),
        ("from nets import net", "", "net(x)"),
        ("from nets import *", "", "net(x)"),
        ("import nets", "", "nets.net(x)"),
        ("from nets import Net", "net = Net()", "net.forward(x)"),
        (CLASS.format("forward"), "nets = {'n': Net()}", "nets['n'].forward(x)"),
        (CLASS.format("forward"), "nets = []\nnets.append(Net())", "nets[0].forward(x)"),
        (CLASS.format("forward"), "for net in [Net()]:\n    kept = net", "kept.forward(x)"),
        (CLASS.format("forward"), "run = Net().forward", "run(x)"),
        (CLASS.format("forward") + "\nclass Holder(object):\n    pass", "held = Holder()\nheld.net = Net()",
         "held.net.forward(x)"),
        (CLASS.format("forward"), "N = Net\nfirst = N()\nnet = first", "net.forward(x)"),
        (CLASS.format("forward"), "net = Net() if len('a') else None", "net.forward(x)"),
        (CLASS.format("forward") + "\nclass Own(Net):\n    pass\nclass More(Own):\n    pass", "", "More().forward(x)"),
        ("nets = __import__('nets')\nnet = nets.net", "", "net(x)"),
        ("import importlib\nnets = importlib.import_module('nets')", "", "nets.net(x)"),
        ("import nets", "net = getattr(nets, 'net')", "net(x)"),
        ("import functools\nfrom nets import net", "build = functools.partial(net, size=1)", "build(x)"),
    ],
)
def test_what_stays_a_program(above, made, call):
    result = converted(above, made, call)
    assert [f.code for f in result.left] == ["PM340"]
    assert "may make layers" in result.left[0].message
    assert "paddle.enable_static()" in result.text


@pytest.mark.parametrize(
    ("above", "made", "call"),
    [
        (f"def net(x):\n    return {LAYER}", "", "net(x)"),
        (CLASS.format("forward"), "net = Net()", "net.forward(x)"),
        (CLASS.format("build") + "\n    def forward(self, x):\n        return self.build(x)", "net = Net()",
         "net.forward(x)"),
        (CLASS.format("forward"), "net, size = Net(), 3", "net.forward(x)"),
        ("def twice(v):\n    return v * 2", "", f"twice({LAYER})"),
        ("act = lambda v: fluid.layers.tanh(v)\nacts = {'t': act}", "", f"acts['t']({LAYER})"),
        ("twos = np.array([1., 2.])\nsizes = {'a': 2.}", "", f"{LAYER} * float(twos.sum()) * sizes.get('a')"),
        ("def twice(v):\n    return v * 2\nuse = twice", "", f"use({LAYER})"),
        ("import math", "rate = math.sqrt(4.0)", f"{LAYER} * rate"),
        ("class Config(object):\n    def rate(self):\n        return 2.0", "rate = Config().rate()", f"{LAYER} * rate"),
    ],
)
def test_what_becomes_layers(above, made, call):
    result = converted(above, made, call)
    assert not result.left
    assert "(nn.Layer):" in result.text


@pytest.mark.parametrize(("above", "call"), [
    ("class Net(object):\n    @deeper\n    def forward(self):\n        return self", "Net.forward(x)"),
    ("@deeper\ndef net(x):\n    return x", "net(x)"),
])
def test_what_a_decorator_makes(above, call):
    deeper = f"def deeper(function):\n    def inner(x):\n        return function(x) + {LAYER}\n    return inner\n"
    result = converted(deeper + above, "", call)
    assert "PM340" in [f.code for f in result.left]
    assert "paddle.enable_static()" in result.text

"""Tensors that layers are given: attributes like others, whatever their class has, and whatever takes their place."""

from __future__ import annotations

import pytest
from paddle import nn
from paddle_migrate.api import migrate_source
from paddle_migrate.rewrites.patterns.tensor_attributes import _METHODS

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Layer, Linear, to_variable
"""
RUN = """\
with fluid.dygraph.guard():
    x = to_variable(np.ones((1, 2), 'float32'))
    net = Net()
    for step in range(3):
        net(x)
        print(*net.shown())
"""
GETS = {  # what the layer is given is a tensor, and was seen through the class's attribute, or replaced
    "class": "class Net(Layer):\n    score = None\n    def forward(self, x):\n        self.score = x * 2\n"
             "    def shown(self):\n        return [self.score.numpy().tolist()]\n",
    "constructor": "class Net(Layer):\n    best = 1.0\n    def __init__(self):\n        super(Net, self).__init__()\n"
                   "        self.best = to_variable(np.array([3.], 'float32'))\n    def forward(self, x):\n"
                   "        return x * self.best\n    def shown(self):\n        return [float(self.best.numpy()[0])]\n",
    "base": "class Base(Layer):\n    h = None\nclass Net(Base):\n    def forward(self, x):\n"
            "        self.h = x if self.h is None else self.h + x\n"
            "    def shown(self):\n        return [self.h.numpy().tolist()]\n",
    "derived": "class Base(Layer):\n    def forward(self, x):\n        self.h = x * 3\nclass Net(Base):\n    h = 0\n"
               "    def shown(self):\n        return [self.h.numpy().tolist()]\n",
    "several": "class Net(Layer):\n    a = b = 0\n    def forward(self, x):\n        self.a, self.b = x + 1, 2\n"
               "    def shown(self):\n        return [self.a.numpy().tolist(), self.b]\n",
    "sum": "class Net(Layer):\n    a = 0\n    def forward(self, x):\n        self.a += x\n"
           "    def shown(self):\n        return [self.a.numpy().tolist()]\n",
    "reset": "class Net(Layer):\n    def __init__(self):\n        super(Net, self).__init__()\n        self.reset()\n"
             "    def reset(self):\n        self.total = 0\n    def forward(self, x):\n"
             "        self.total = self.total + x\n    def shown(self):\n        seen = self.total.numpy().tolist()\n"
             "        self.reset()\n        return [seen, self.total]\n",
    "array": "class Net(Layer):\n    def forward(self, x):\n        self.out = x\n    def shown(self):\n"
             "        self.out = self.out.numpy()\n        return [self.out.tolist()]\n",
    "methods": "class Net(Layer):\n    def __init__(self):\n        super(Net, self).__init__()\n"
               "        self.modules = fluid.dygraph.LayerList([Linear(2, 2)])\n        self.children = Linear(2, 2)\n"
               "        self.to = self.create_parameter([2])\n        self.type, self.full = 'a', None\n"
               "        for p in self.parameters():\n            p.set_value(np.full(p.shape, 0.5, 'float32'))\n"
               "    def forward(self, x):\n        for each in self.modules:\n            x = each(x)\n"
               "        self.full = self.children(x) * self.to\n    def shown(self):\n"
               "        return [self.full.numpy().tolist(), self.type, *sorted(self.state_dict())]\n",
    "old methods": "class Net(Layer):\n    def __init__(self):\n        super(Net, self).__init__()\n"
                   "        self.train = fluid.layers.ones([2], 'float32')\n    def forward(self, x):\n"
                   "        self.parameters = x + self.train\n    def shown(self):\n"
                   "        return [self.parameters.numpy().tolist()]\n",
    "object": "class Part(Layer):\n    def forward(self, x):\n        return x * 2\nclass Net(Layer):\n"
              "    def __init__(self, part):\n        super(Net, self).__init__()\n        self.half = part\n"
              "    def forward(self, x):\n        self.last = self.half(x)\n    def shown(self):\n"
              "        return [self.last.numpy().tolist(), len(self.sublayers())]\nOf, part = Net, Part()\n"
              "Net = lambda: Of(part)\n",
}  # fmt: skip


def test_they_are_what_they_were(run_both_ways):
    old, new = run_both_ways({name: {"main.py": HEAD + net + RUN} for name, net in GETS.items()})
    assert old["class"] == ["[[2.0, 2.0]]"] * 3
    assert old["reset"] == ["[[1.0, 1.0]] 0"] * 3
    assert new == old


@pytest.mark.parametrize("name", GETS)
def test_such_a_class_is_decorated_once(name):
    result = migrate_source(HEAD + GETS[name] + RUN)
    assert result.text.count("@with_plain_attributes\n") == 1
    assert [each.code for each in result.findings if "with_plain_attributes" in each.message] == ["PM117"]
    assert not result.left
    assert migrate_source(result.text).text == result.text


def test_a_layer_that_is_set_from_outside():
    net = "class Net(Layer):\n    def forward(self, x):\n        self.out = x\n        return x\n"
    outside = "def clear(net):\n    net.out = ''\n"
    assert "@with_plain_attributes" in migrate_source(HEAD + net + outside).text
    assert "@with_plain_attributes" not in migrate_source(HEAD + net).text


@pytest.mark.parametrize("body", [
    "    n = 0\n    def forward(self, x):\n        self.n = self.n + 1\n        return x",
    "    n = 0\n    def forward(self, x):\n        self.n += 1\n        return x",
    "    names = None\n    def forward(self, x):\n        self.names = ['a', str(x.shape)]\n        return x",
    "    size = 0\n    def forward(self, x):\n        self.size = len(x.shape) + int('2')\n"
    "        return x",
    "    out = None\n    def forward(self, x):\n        self.out = x.numpy()\n        return x",
    "    rate = 0.1\n    def slower(self):\n        self.rate = self.rate * 0.5 if self.rate > 0.01 else 0.01",
    "    def __init__(self):\n        super().__init__()\n        self.h = None\n    def forward(self, x):\n"
    "        self.h = x\n        return x\n    def reset(self):\n        self.h = None",
    "    def __init__(self):\n        super().__init__()\n        self.h = 0\n    def forward(self, x):\n"
    "        self.h = self.h + x\n        return x",
    "    def __init__(self):\n        super().__init__()\n        self.type = 'a'\n        self.buffers = []\n"
    "        self.modules = None\n        self.float = dict(a=1)\n        self.other = Linear(1, 1)",
    "    def __init__(self, on=True):\n        super().__init__()\n        self.train, self.eval = on, Linear(1, 1)",
    "    def apply(self, x):\n        return x\n    def forward(self, x):\n        return self.apply(x)",
    "    def out(self):\n        return 1\n    def forward(self, x):\n        self.seen = x\n        return x",
])  # fmt: skip
def test_others_are_not(body):
    assert "with_plain_attributes" not in migrate_source(f"{HEAD}class Net(Layer):\n{body}\n").text


def test_nor_what_is_no_layer():
    text = "class Net(object):\n    out = None\n    def run(self, x):\n        self.out = fluid.layers.relu(x)\n"
    assert "with_plain_attributes" not in migrate_source(HEAD + text).text


def test_nor_one_that_is_skipped():
    text = GETS["class"].replace("class Net(Layer):", "class Net(Layer):  # paddle-migrate: skip")
    assert "with_plain_attributes" not in migrate_source(HEAD + text + RUN).text


ADDED = "self.add_sublayer({}, Linear(2, 2))"


@pytest.mark.parametrize(("name", "count"), [
    ("'to'", 1), ("NAME", 1), ("name", 1), ("'to' if name else 'fc'", 1), ("'fc'", 0), ("'to_%d' % name", 0),
])  # fmt: skip
def test_what_is_added_under_a_name_of_a_method(name, count):
    text = (f"{HEAD}NAME = 'children'\nclass Net(Layer):\n    def __init__(self, name='half'):\n"
            f"        super(Net, self).__init__()\n        {ADDED.format(name)}\n")
    assert [each.code for each in migrate_source(text).left] == ["PM343"] * count


OF_1_8 = (
    "add_parameter", "add_sublayer", "backward", "clear_gradients", "create_parameter", "create_variable", "eval",
    "forward", "full_name", "load_dict", "named_parameters", "named_sublayers", "parameters",
    "register_forward_post_hook", "register_forward_pre_hook", "set_dict", "state_dict", "sublayers", "train",
    "training",
)  # fmt: skip


def test_every_method_that_came_since_is_known():
    """Whatever today's layers have and 1.8.5's had not."""
    public = {name for name in {*dir(nn.Layer), *vars(nn.Layer())} if not name.startswith("_")}
    assert public - {*OF_1_8} <= _METHODS
    assert not {*OF_1_8} & _METHODS

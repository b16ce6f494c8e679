"""Gradients of tensors inside the graph."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

OLD = "import paddle.fluid as fluid\n"
NEW = "import paddle.nn.functional as F\n"


def said(result):
    return [(f.line, f.name) for f in result.findings if f.code == "PM349"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "weight = fluid.layers.relu(x)\nweight.gradient()\n",
            "weight = F.relu(x)\nweight.retain_grads()\nweight.gradient()\n",
        ),
        ("y = fluid.layers.relu(x)\ny.gradient()\n", "y = F.relu(x)\ny.retain_grads()\ny.gradient()\n"),
        (
            "def f(x):\n    y = fluid.layers.relu(x) * 2  # why\n    return y.gradient()\n",
            "def f(x):\n    y = F.relu(x) * 2  # why\n    y.retain_grads()\n    return y.gradient()\n",
        ),
        (
            "class A:\n    def f(self, x):\n        self.seen = fluid.layers.relu(x)\n\n\nprint(a.seen.gradient())\n",
            "class A:\n    def f(self, x):\n        self.seen = F.relu(x)\n        self.seen.retain_grads()\n\n\n"
            "print(a.seen.gradient())\n",
        ),
        (
            "a, b = fluid.layers.relu(x), x * 2\nb.gradient()\n",
            "a, b = F.relu(x), x * 2\nb.retain_grads()\nb.gradient()\n",
        ),
        (
            "y = fluid.layers.relu(x); y.gradient()\n",
            "y = F.relu(x); y.retain_grads(); y.gradient()\n",
        ),
    ],
)
def test_it_is_kept(check_transformed, before, after):
    result = check_transformed(OLD + before, NEW + after)
    assert not said(result)


NET = """\
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.fc, self.seen, self.kept = fluid.dygraph.Linear(2, 2), None, []
        self.ws = fluid.dygraph.ParameterList([self.create_parameter([2]) for _ in range(2)])
    def forward(self, x):
        x = self.fc(x)
        {keep}
        return x
net = Net()
fluid.layers.reduce_sum(net(x)).backward()
{ask}
"""


@pytest.mark.parametrize(("keep", "ask"), [
    ("self.seen = x", "net.seen.gradient()"),
    ("self.weight = x", "net.weight.gradient()"),
    ("self.kept.append(x)", "net.kept[0].gradient()"),
    ("self.kept.append(x)", "for t in net.kept:\n    t.gradient()"),
    ("self.kept.append((1, x))", "net.kept[0][1].gradient()"),
    ("self.seen = x", "seen = net.seen\nseen.gradient()"),
])  # fmt: skip
def test_it_is_kept_where_it_is_made(keep, ask):
    result = migrate_source(OLD + NET.format(keep=keep, ask=ask))
    assert "        x = self.fc(x)\n        x.retain_grads()\n" in result.text
    assert result.text.count("retain_grads") == 1
    assert not said(result)


@pytest.mark.parametrize("ask", [
    "net.ws[0].gradient()", "for w in net.ws:\n    w.gradient()", "ws = net.ws\nws[1].gradient()",
    "def show(w):\n    w.gradient()\nshow(net.ws[0])", "net.fc.weight.gradient()",
])  # fmt: skip
def test_what_a_parameter_list_holds_keeps_it(ask):
    result = migrate_source(OLD + NET.format(keep="pass", ask=ask))
    assert not said(result)
    assert "retain_grads" not in result.text


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def show(y):\n    print(y.gradient())\n", "y.gradient()"),
        ("for y in results:\n    print(y.gradient())\n", "y.gradient()"),
        ("def show(weight):\n    print(weight.gradient())\n", "weight.gradient()"),
        ("class N:\n    def f(self, x):\n        self.h = x\nn.h.gradient()\n", "n.h.gradient()"),
        ("print(results[0].gradient())\n", "results[0].gradient()"),
        ("for h in [x * 2, x]:\n    h.gradient()\n", "h.gradient()"),
        ("parameters = net(x)\nfor p in parameters:\n    p.gradient()\n", "p.gradient()"),
        ("for p, h in zip(net.parameters(), net.hidden()):\n    h.gradient()\n", "h.gradient()"),
        ("class N(fluid.dygraph.Layer):\n    def f(self):\n        self.h.gradient()\n\n\nsetattr(N(), 'h', f(x))\n",
         "self.h.gradient()"),
        ("class N(Base):\n    def f(self):\n        self.h.gradient()\n", "self.h.gradient()"),
    ],
)
def test_it_is_said_where_the_script_does_not_show(source, name):
    result = migrate_source(OLD + "fluid.layers.relu(x)\n" + source)
    assert [n for _, n in said(result)] == [name]
    assert "retain_grads" not in result.text


@pytest.mark.parametrize(
    "source",
    [
        "x = fluid.dygraph.to_variable(a)\nx.gradient()\n",
        "model.fc.weight.gradient()\n",
        "for p in model.parameters():\n    p.gradient()\n",
        "ps = model.parameters() + other.parameters()\ng = sum(p.gradient().sum() for p in ps)\nps[0].gradient()\n",
        "ps = [p for p in model.parameters() if p.trainable]\nfor i, p in enumerate(sorted(ps)):\n    p.gradient()\n",
        "def f(all):\n    for p in all:\n        p.gradient()\nf(model.parameters())\nf(list(other.parameters()))\n",
        "w = model.fc.weight\nw.gradient()\n",
        "for a, p in zip(x, model.parameters()):\n    p.gradient()\n",
        "adam = fluid.optimizer.Adam(0.1, parameter_list=net.arch())\nfor a, b in zip(net.arch(), other.arch()):\n"
        "    a.gradient() + b.gradient()\n",
        "class N(fluid.dygraph.Layer):\n    def show(self):\n        print(self.h.gradient())\n",
        "y = fluid.layers.relu(x)\ny.retain_grads()\ny.gradient()\n",
        "y = fluid.layers.relu(x)\nother.gradient(y)\n",
    ],
)
def test_nothing_is_added_or_said(source):
    result = migrate_source(OLD + source)
    assert not said(result)
    assert result.text.count("retain_grads") == source.count("retain_grads")


def test_todays_code_stays(check_noop):
    check_noop("import paddle\ny = x * 2\ny.gradient()\n")


SEEN = """\
import numpy as np
import paddle.fluid as fluid


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc, self.kept, self.seen = fluid.dygraph.Linear(2, 2), [], {}
        self.ws = fluid.dygraph.ParameterList([self.create_parameter([2]) for _ in range(2)])

    def forward(self, x):
        x = self.fc(x)
        self.feature = self.seen['fc'] = x
        self.kept.append((1, x))
        self.weight = x * self.ws[0]
        return self.weight


with fluid.dygraph.guard():
    net = Net()
    for i, p in enumerate(net.parameters()):
        p.set_value(np.full(p.shape, i + 1, 'float32'))
    weight = net(fluid.dygraph.to_variable(np.ones([1, 2], 'float32'))) * 2
    fluid.layers.reduce_sum(fluid.layers.square(weight)).backward()
    for each in (net.feature, net.weight, weight, net.kept[0][1], net.fc.weight, net.ws[0]):
        print(each.gradient().tolist())
    print(net.feature.gradient().tolist(), net.weight.gradient().tolist(), net.kept[0][1].gradient().tolist())
    print(weight.gradient().tolist(), [w.gradient() is None for w in net.ws])
"""


def test_the_same_gradients(run_both_ways):
    old, new = run_both_ways({"seen": {"main.py": SEEN}})
    assert old == new
    assert len(old["seen"]) == 8


def test_a_method_of_ones_own_that_is_called_gradient():
    own = "class Meter:\n    def gradient(self):\n        return 1\nmeter = Meter()\n"
    result = migrate_source(f"{OLD}{own}print(meter.gradient())\ny = fluid.layers.relu(x)\ny.gradient()\n")
    assert "meter.retain_grads()" not in result.text
    assert "\ny.retain_grads()\n" in result.text
    assert not said(result)


FROZEN = """\
import paddle.fluid as fluid
fluid.enable_dygraph()
frozen = fluid.dygraph.Linear(2, 2, param_attr=fluid.ParamAttr(trainable=False))
plain = fluid.dygraph.Linear(2, 2)
"""


def frozen_asked(lines):
    findings = migrate_source(f"{FROZEN}{lines}\n").findings
    return [each.line for each in findings if "trainable=False" in each.message and each.code == "PM343"]


@pytest.mark.parametrize("lines", [
    "print(frozen.weight.gradient())",
    "for p in frozen.parameters():\n    print(p.gradient())",
    "norms = [p.gradient().sum() for p in plain.parameters() if p.gradient() is not None]",
    "plain.weight.trainable = False\nprint(plain.weight.gradient())",
    "def f(net):\n    for name, p in net.named_parameters():\n        print(p.gradient())",
    "plist = frozen.parameters()\nplist[0].gradient()",
])
def test_a_parameter_that_is_not_trained_had_a_gradient(lines):
    assert frozen_asked(lines)


@pytest.mark.parametrize("lines", [
    "print(plain.weight.gradient())",
    "for p in frozen.parameters():\n    if p.trainable:\n        print(p.gradient())",
    "x = fluid.dygraph.to_variable([[1.0, 2.0]])\nx.stop_gradient = False\nprint(x.gradient())",
    "y = plain(fluid.dygraph.to_variable([[1.0, 2.0]]))\nprint(y.gradient())",
    "print(frozen.weight.trainable == True)",
])
def test_others_have_what_they_had(lines):
    assert not frozen_asked(lines)


def test_nothing_is_frozen():
    text = FROZEN.replace("trainable=False", "trainable=True")
    assert not [each for each in migrate_source(f"{text}print(frozen.weight.gradient())\n").findings
                if each.code == "PM343"]


def test_a_second_run_keeps_inputs_that_it_made_by_helpers():
    text = """\
import paddle.fluid as fluid
def gradients(v):
    x = fluid.dygraph.to_variable(v)
    x.stop_gradient = False
    y = x * 2
    y.backward()
    return x.gradient(), y.gradient()
print(fluid.core.nothing_that_is_known())
"""
    once = migrate_source(text).text
    assert "as_tensor(v)" in once
    assert once.count(".retain_grads()") == 1
    assert migrate_source(once).text == once


ARRAYS = """\
import argparse
import numpy as np
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.w = self.create_parameter([2, 2], default_initializer=fluid.initializer.Constant(.5))
    def forward(self, x):
        return fluid.layers.matmul(x, self.w)
class Kept(object):
    def __init__(self, out):
        self.w = out.numpy()
with fluid.dygraph.guard():
    net, box = Net(), argparse.Namespace()
    out = net(fluid.dygraph.to_variable(np.ones((3, 2), 'float32')))
    box.w = (out.numpy()[0] * 4).astype('int64')
    kept = Kept(out)
    box.w, rest = np.array([1, 2]) + box.w, 3
    fluid.layers.mean(out).backward()
    print(net.w.gradient().sum().round(4), box.w.tolist(), kept.w.shape)
"""


def test_arrays_of_the_same_name_retain_nothing(run_both_ways):
    old, new = run_both_ways({"arrays": {"main.py": ARRAYS}})
    assert new == old
    assert "Error" not in old["arrays"][-1]

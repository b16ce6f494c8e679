"""What an optimizer's `parameter_list=` is after it was made counted in 1.8.5, and counts no more."""

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import itertools
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear

fluid.enable_dygraph()
a, b = Linear(2, 2), Linear(2, 2)

def each(net):
    for p in net.parameters():
        yield p

def step(opt, loss):
    loss.backward()
    opt.minimize(loss)

def sgd(given):
    return fluid.optimizer.SGD(0.1, parameter_list=given)

loss = fluid.layers.reduce_mean(a(fluid.dygraph.to_variable([[1.0, 2.0]])))
"""


def told(lines):
    findings = migrate_source(f"{HEAD}{lines}\n").findings
    return ["changes" if "changes the list" in each.message else "spent" for each in findings
            if each.code == "PM343" and ("changes the list" in each.message or "iterator anew" in each.message)]


@pytest.mark.parametrize("given", [
    "(p for p in a.parameters())", "filter(lambda p: p.trainable, a.parameters())", "iter(a.parameters())",
    "map(str, a.parameters())", "each(a)", "itertools.chain(a.parameters(), b.parameters())",
    "reversed(a.parameters())",
])
def test_an_iterator(given):
    assert told(f"opt = fluid.optimizer.Adam(0.1, parameter_list={given})") == ["spent"]
    assert told(f"ps = {given}\nopt = sgd(ps)") == ["spent"]


@pytest.mark.parametrize("lines", [
    "ps = a.parameters()\nopt = fluid.optimizer.SGD(0.1, parameter_list=ps)\nps.append(b.weight)\nopt.minimize(loss)",
    "ps = []\nopt = fluid.optimizer.SGD(0.1, parameter_list=ps)\nps += a.parameters()\nopt.minimize(loss)",
    "ps = a.parameters() + b.parameters()\nopt = sgd(ps)\nps.pop()\nstep(opt, loss)",
    "class T(object):\n    def __init__(self):\n        self.ps = [a.weight]\n"
    "        self.opt = fluid.optimizer.SGD(0.1, parameter_list=self.ps)\n"
    "    def add(self, p):\n        self.ps.append(p)\n    def step(self):\n        self.opt.minimize(loss)\n"
    "t = T()\nt.add(b.weight)\nt.step()",
])
def test_a_list_that_is_changed(lines):
    assert told(lines) == ["changes"]


@pytest.mark.parametrize("lines", [
    "opt = sgd(list(filter(lambda p: p.trainable, a.parameters())))\nopt.minimize(loss)",
    "opt = sgd([p for p in a.parameters()])\nopt.minimize(loss)",
    "opt = sgd(a.parameters())\na.parameters().append(b.weight)\nopt.minimize(loss)",
    "ps = a.parameters()\nps.append(b.weight)\nopt = sgd(ps)\nopt.minimize(loss)",
    "ps = a.parameters()\nps += b.parameters()\nopt = sgd(ps)\nstep(opt, loss)",
    "ps = []\nfor net in (a, b):\n    ps.extend(net.parameters())\nopt = sgd(ps)\nstep(opt, loss)",
    "ps = a.parameters()\nopt = sgd(ps)\nopt.minimize(loss)\nps.append(b.weight)",
    "ps = a.parameters()\nopt = sgd(list(ps))\nps.append(b.weight)\nopt.minimize(loss)",
    "ps = a.parameters()\nopt = sgd(ps)\nprint(len(ps), ps[0], b in ps)\nopt.minimize(loss)",
    "def filter(f, ps):\n    return [p for p in ps if f(p)]\nopt = sgd(filter(bool, a.parameters()))",
])
def test_others_are_not(lines):
    assert not told(lines)

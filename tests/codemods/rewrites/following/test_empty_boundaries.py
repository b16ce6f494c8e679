"""Boundaries that may be empty when the schedule is made: 1.8.5 took the last rate, and today's refuses them."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"
SCRIPT = """\
import numpy as np
import paddle.fluid as fluid
{head}

def train(decay):
    one = fluid.initializer.Constant(0.5)
    net = fluid.dygraph.Linear(2, 1, param_attr=one)
    sgd = fluid.optimizer.SGD(decay, parameter_list=net.parameters())
    for _ in range(5):
        loss = fluid.layers.mean(net(fluid.dygraph.to_variable(np.ones([2, 2], "float32"))))
        loss.backward()
        sgd.minimize(loss)
        net.clear_gradients()
        print(float(loss.numpy()[0]))


with fluid.dygraph.guard():
    for n in (1, 3):
        bd, lr = [2 * i for i in range(1, n)], [0.5 ** i for i in range(n)]
{use}
"""
WAYS = {
    "names": ("", "train(fluid.layers.piecewise_decay(bd, lr))"),
    "loop": ("", "found, rates = [], [1.0]\n        for i in range(1, n):\n            found.append(2 * i)\n"
                 "            rates.append(0.1 ** i)\n"
                 "        train(fluid.layers.piecewise_decay(boundaries=found, values=rates))"),
    "function": ("\ndef decay(at, rates):\n    return fluid.dygraph.PiecewiseDecay(at, rates, 0)\n",
                 "train(decay(bd, lr))"),
    "class": ("\nclass Config(object):\n    def __init__(self, at, rates):\n        self.at, self.rates = at, rates\n\n"
              "    def decay(self):\n        return fluid.layers.piecewise_decay(self.at, self.rates)\n",
              "train(Config(bd, lr).decay())"),
    "container": ("", "of = {'bd': bd, 'lr': lr}\n"
                      "        train(fluid.layers.piecewise_decay(of['bd'], of['lr']))"),
    "tuples": ("", "train(fluid.layers.piecewise_decay(tuple(bd), [0.5 ** i for i in range(n)]))"),
    "arrays": ("", "at = np.array(bd) if n > 1 else bd\n        train(fluid.layers.piecewise_decay(at, lr))"),
    "choice": ("", "train(fluid.layers.piecewise_decay(bd if n > 1 else (), lr))"),
    "part": ("", "train(fluid.layers.piecewise_decay([2, 4][:n - 1], [0.5 ** i for i in range(n)]))"),
    "branch": ("", "found = bd if n > 1 else []\n        train(fluid.dygraph.PiecewiseDecay(found, lr, begin=0))"),
    "file": ("from other import decay\n", "train(decay(bd, lr))"),
}


@pytest.mark.slow
def test_the_same_rates(run_both_ways):
    other = f"{HEAD}\ndef decay(at, rates):\n    return fluid.layers.piecewise_decay(at, rates)\n"
    scripts = {name: {"main.py": SCRIPT.format(head=head, use=f"        {use}")} for name, (head, use) in WAYS.items()}
    scripts["file"]["other.py"] = other
    old, new = run_both_ways(scripts)
    assert {name: len(lines) for name, lines in old.items()} == dict.fromkeys(WAYS, 10)
    assert new == old


STEPS = "\nsgd = fluid.optimizer.SGD(decay, parameter_list=net.parameters())\n" \
    "sgd.minimize(net(fluid.dygraph.to_variable(x)))\n"


@pytest.mark.parametrize("text", [
    "decay = fluid.layers.piecewise_decay([10, 20], lr)", "bd = [10]\ndecay = fluid.layers.piecewise_decay(bd, lr)",
    "epochs = [30, 60]\nbd = [n * e for e in epochs]\ndecay = fluid.layers.piecewise_decay(bd, lr)",
    "bd = [10] + more\ndecay = fluid.layers.piecewise_decay(bd, lr)",
    "def f(bd=(10, 20)):\n    return fluid.layers.piecewise_decay(bd, lr)\n\n\ndecay = f()",
])
def test_what_has_some_stays(text):
    new = migrate_source(f"{HEAD}{text}{STEPS}").text
    assert "PiecewiseDecay" in new
    assert " or [0]" not in new
    assert "lr[-1]" not in new


def test_what_is_left_stays():
    text = "fluid.layers.piecewise_decay(bd, lr)\n"
    assert text in migrate_source(f"{HEAD}fluid.dygraph.to_variable(x)\n{text}").text


def test_programs_refused_it_themselves():
    text = f"{HEAD}x = fluid.data('x', [1])\nfluid.optimizer.SGD(fluid.layers.piecewise_decay(bd, lr)).minimize(x)\n"
    assert " or [0]" not in migrate_source(text).text


def test_rates_that_a_call_gives_are_told():
    result = migrate_source(f"{HEAD}decay = fluid.layers.piecewise_decay(bd, rates(3)){STEPS}")
    assert [f.line for f in result.left if "refuses boundaries" in f.message] == [2]
    assert " or [0]" not in result.text

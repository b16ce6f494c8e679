"""A script's own optimizers whose methods Paddle calls: what they do is done migrated, too, or a person is told."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import re
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
import paddle.fluid.dygraph as D


"""
DECAYED = """\
class Decayed(BASE):
    def __init__(self, rate, parameters, decay, exclude='.*b_0'):
        super(Decayed, self).__init__(rate, parameter_list=parameters)
        self.decay, self.exclude = decay, re.compile(exclude)

    def apply_optimize(self, loss, startup_program, params_grads):
        super(Decayed, self).apply_optimize(loss, startup_program, params_grads)
        for p, g in params_grads:
            if not self.exclude.match(p.name):
                L.assign(p * (1. - self.decay * self.current_step_lr()), p)


"""
LOOP = """\
with D.guard():
    net = D.Linear(4, 2, param_attr=fluid.initializer.Constant(0.5))
    optimizer = MADE
    for i in range(5):
        loss = L.reduce_mean(L.square(net(D.to_variable(np.ones((2, 4), 'float32') * i))))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print('%.5f' % loss.numpy()[0])
"""
MADE = "Decayed(0.1, net.parameters(), 0.01)"
ADAM = "fluid.optimizer.AdamOptimizer"
ADAM_LOSSES = ["0.00000", "3.99200", "11.04152", "16.00154", "15.82166"]  # 1.8.5's
PROGRAM_LOSSES = ["1.00000", "0.28090", "0.85415", "2.53785"]


def dygraph(head, base, made=MADE):
    return {"main.py": HEAD + head + DECAYED.replace("BASE", base) + LOOP.replace("MADE", made)}


LAYERS = {
    "adam": dygraph("", ADAM),
    "sgd": dygraph("from paddle.fluid.optimizer import SGDOptimizer\n\n\n", "SGDOptimizer"),
    "over a class": dygraph(f"class Mine({ADAM}):\n    pass\n\n\n", "Mine"),
    "in a dict": dygraph("", ADAM, "{'decayed': Decayed}['decayed'](0.1, net.parameters(), decay=0.05)"),
    "in a loop": dygraph("", ADAM, "[make(0.1, net.parameters(), 0.02) for make in (Decayed,)][0]"),
    "a file": {
        "optim.py": HEAD + DECAYED.replace("BASE", ADAM),
        "main.py": HEAD + "from optim import Decayed\n\n\n" + LOOP.replace("MADE", MADE),
    },
    "a base in a file": {
        "base.py": f"import paddle.fluid as fluid\n\n\nclass Mine({ADAM}):\n    def __init__(self, rate, all):\n"
                   "        super(Mine, self).__init__(learning_rate=rate, parameter_list=all)\n",
        "main.py": HEAD + "from base import Mine\n\n\n" + DECAYED.replace("BASE", "Mine").replace("parameter_list=", "")
                   + LOOP.replace("MADE", MADE),
    },
}
PROGRAM = """\
class Shrinking(fluid.optimizer.SGDOptimizer):
    def __init__(self, rate, shrink):
        super(Shrinking, self).__init__(learning_rate=rate)
        self.shrink = shrink

    def apply_optimize(self, loss, startup_program, params_grads):
        done = super(Shrinking, self).apply_optimize(loss, startup_program, params_grads)
        for p, g in params_grads:
            L.assign(p * self.shrink, p)
        return done


x = fluid.data('x', [None, 3])
loss = L.mean(L.square(L.fc(x, 1, param_attr=fluid.initializer.Constant(0.5)) - 1.0))
Shrinking(0.1, 0.9).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for i in range(4):
    print('%.5f' % exe.run(feed={'x': np.ones([2, 3], 'float32') * i}, fetch_list=[loss])[0][0])
"""
SGD = "fluid.optimizer.SGD"
DATA = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 3])\n\n\n"
MADE_SO = "class A(BASE):\n    def __init__(self):\n        super().__init__(0.1)\n\n"
PERSON = {
    "reads the loss": MADE_SO + "    def apply_optimize(self, loss, startup_program, params_grads):\n"
                      "        print(loss)\n"
                      "        return super().apply_optimize(loss, startup_program, params_grads)\n",
    "other names": MADE_SO + "    def apply_optimize(self, cost, startup, pairs):\n"
                   "        return super().apply_optimize(cost, startup, pairs)\n",
    "called elsewhere": MADE_SO + "    def apply_optimize(self, loss, startup_program, params_grads):\n"
                        "        pass\n\n    def again(self, pairs):\n        self.apply_optimize(None, None, pairs)\n",
    "backward": MADE_SO + "    def backward(self, loss, startup=None, parameter_list=None, no_grad_set=None):\n"
                          "        return super().backward(loss)\n",
    "apply_gradients": MADE_SO + "    def apply_gradients(self, params_grads):\n"
                       "        return super().apply_gradients(params_grads)\n",
}
STAYS = [
    "class A(object):\n    def apply_optimize(self, loss, startup_program, pairs):\n        return pairs\n",
    MADE_SO.replace("BASE", "paddle.optimizer.SGD")
    + "    def apply(self, loss):\n        return self.minimize(loss)\n",
    "class A(Unknown):\n    def backward(self, loss, parameter_list=None):\n        return parameter_list\n",
]


def test_layers_are_trained_alike(run_both_ways):
    old, new = run_both_ways(LAYERS)
    assert {name: lines for name, lines in old.items() if len(lines) != 5} == {}
    assert new == old


def test_compat_calls_it(run_both_ways):
    old, _ = run_both_ways({"adam": LAYERS["adam"]})
    assert old["adam"] == ADAM_LOSSES


def test_programs_are_trained_alike(run_both_ways):
    old, new = run_both_ways({"program": {"main.py": HEAD + PROGRAM}})
    assert new["program"] == old["program"] == PROGRAM_LOSSES


@pytest.mark.parametrize("text", [LAYERS["adam"]["main.py"], LAYERS["over a class"]["main.py"], HEAD + PROGRAM])
def test_nobody_is_asked(text):
    result = migrate_source(text)
    assert result.left == []
    assert "def _apply_optimize(self, loss, startup_program, params_grads, param_group_idx=0):" in result.text
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("name", PERSON)
def test_a_person_is_told(name):
    result = migrate_source(DATA + PERSON[name].replace("BASE", SGD))
    assert [finding.code for finding in result.left] == ["PM333"]
    assert "_apply_optimize(self" not in result.text


@pytest.mark.parametrize("body", STAYS)
def test_other_methods_stay(body):
    result = migrate_source(DATA + body.replace("paddle.optimizer", "fluid.optimizer"))
    assert not [finding for finding in result.findings if finding.code in ("PM333", "PM105")]
    assert result.text.endswith(body)

"""`RecomputeOptimizer` goes: without it the numbers are the same, but for what batch_norm runs along."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.optimizer import RecomputeOptimizer as Saving
L = fluid.layers
x = fluid.data('x', [None, 5])
kept = [x]
for i in range(3):
    kept.append(L.fc(kept[-1], 6, act='tanh', param_attr=fluid.initializer.Constant(.1 * (i + 1))))
loss = L.mean(L.square(L.fc(kept[-1], 1, param_attr=fluid.initializer.Constant(.3)) - 1.))
"""
TAIL = """
exe = fluid.Executor()
exe.run(fluid.default_startup_program())
for i in range(4):
    print('%.5f' % exe.run(feed={'x': np.full((2, 5), i, 'float32')}, fetch_list=[loss])[0][0])
"""
FORMS = {
    "names": "inner = fluid.optimizer.Momentum(.1, .9)\nopt = fluid.optimizer.RecomputeOptimizer(inner)\n"
             "opt._set_checkpoints(kept)\nopt.minimize(loss)",
    "its own name": "opt = fluid.optimizer.Adam(L.exponential_decay(.1, 2, .5))\nif len(kept) > 2:\n"
                    "    opt = Saving(optimizer=opt)\n    opt._set_checkpoints(kept[1:3])\nopt.minimize(loss)",
    "function": "def made(rate, recompute=True):\n    opt = fluid.optimizer.SGD(rate)\n    if recompute:\n"
                "        opt = Saving(opt)\n    return opt\nopt = made(.1)\n"
                "opt._set_checkpoints(kept)\nopt.minimize(loss)",
    "class": "class Trainer(object):\n    def __init__(self, rate):\n"
             "        self.opt = Saving(fluid.optimizer.SGD(rate))\n"
             "    def train(self, loss):\n        self.opt._set_checkpoints([kept[1], kept[2]])\n"
             "        self.opt.minimize(loss)\nTrainer(L.piecewise_decay([2], [.1, .01])).train(loss)",
    "halves": "opt = Saving(fluid.optimizer.SGD(.1))\nopt._set_checkpoints(kept)\npairs = opt.backward(loss)\n"
              "opt.apply_gradients(pairs)",
}


def test_the_numbers_stay(run_both_ways):
    old, new = run_both_ways({name: {"main.py": HEAD + lines + TAIL} for name, lines in FORMS.items()})
    assert {len(each) for each in old.values()} == {4}
    assert new == old


@pytest.mark.parametrize("name", FORMS)
def test_nothing_is_left_of_it(name):
    result = migrate_source(HEAD + FORMS[name] + TAIL)
    assert not result.left
    assert "checkpoints" not in result.text
    assert "    pass" not in result.text
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("lines", [
    "kept[0] = L.batch_norm(kept[0])\nopt = Saving(fluid.optimizer.SGD(.1))\nopt._set_checkpoints(kept)",
    "norm = 'batch_norm'\nopt = Saving(fluid.optimizer.SGD(.1))\nopt._set_checkpoints(kept)",
    "opt = Saving(fluid.optimizer.SGD(.1))",
    "make = Saving",
])
def test_what_a_person_is_told(lines):
    result = migrate_source(f"{HEAD}{lines}\n{TAIL}")
    assert "RecomputeOptimizer" in [each.name.rpartition(".")[2] for each in result.left]
    assert "Saving" in result.text.partition("kept = ")[2]


def test_what_is_of_the_script_stays(check_noop):
    check_noop("class RecomputeOptimizer:\n    pass\nopt = RecomputeOptimizer()\nopt._set_checkpoints([])\n")

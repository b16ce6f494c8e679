"""Operators of Python's behind the guard of their variables are put under it."""

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid

def build(main, startup):
    with fluid.program_guard(main, startup):
        x = fluid.data('x', [2, 4], 'float32')
        return fluid.layers.mean(fluid.layers.square(fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(0.5))))

class Net(object):
    def __init__(self):
        self.main, self.startup = fluid.Program(), fluid.Program()
        self.loss = build(self.main, self.startup)
        self.total = 0.5 * self.loss

def run(main, startup, loss):
    exe = fluid.Executor(fluid.CPUPlace())
    with fluid.scope_guard(fluid.Scope()):
        exe.run(startup)
        feed = {'x': np.ones((2, 4), 'float32')}
        print(['%.4f' % exe.run(main, feed=feed, fetch_list=[loss])[0] for _ in range(3)])

m, s = fluid.Program(), fluid.Program()
"""
WAYS = {
    "named": "loss = build(m, s)\ntotal = loss * 2.\nfluid.optimizer.SGD(0.05).minimize(total, s)\nrun(m, s, total)\n",
    "left": "HALF = 0.5\nloss = build(m, s)\ntotal = HALF * loss + loss\nfluid.optimizer.SGD(0.1).minimize(total, s)\n"
            "run(m, s, loss)\n",
    "in a class": "net = Net()\nfluid.optimizer.SGD(0.1).minimize(net.total, net.startup)\n"
                  "run(net.main, net.startup, net.loss)\n",
    "by a function": "def half(loss):\n    return loss / 2.\nloss = build(m, s)\nmine = half(loss)\n"
                     "fluid.optimizer.Adagrad(0.1).minimize(mine, s)\nrun(m, s, loss)\n",
    "kept": "loss = build(m, s)\nkept = {}\nkept['total'] = loss - 0.5\n"
            "fluid.optimizer.SGD(0.1).minimize(kept['total'], s)\nrun(m, s, kept['total'])\n",
    "unseen": "def a(loss):\n    total = loss * .5\n    fluid.optimizer.SGD(0.1).minimize(total, s)\n"
              "loss = build(m, s)\nfor f in [a]:\n    f(loss)\nrun(m, s, loss)\n",
    "only fetched": "loss = build(m, s)\nwith fluid.program_guard(m, s):\n    fluid.optimizer.SGD(0.1).minimize(loss)\n"
                    "kept = {'loss': loss}\nkept['twice'] = kept['loss'] * 2.0\nrun(m, s, kept['twice'])\n",
}


def test_old_and_new_train_the_same(run_both_ways):
    old, new = run_both_ways({name: {"main.py": HEAD + text} for name, text in WAYS.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert all(len(set(eval(lines[0]))) == 3 for lines in old.values())
    assert new == old


@pytest.mark.parametrize("text", [
    "loss = build(m, s)\nopt.minimize(read() * loss, s)\ntotal = [loss * 2][0]\nopt.minimize(total, s)\n",
    "opt.minimize(build(m, s), s)\n",
    "loss = build(m, s)\na = 1; total = loss * 2\nopt.minimize(total, s)\n",
])
def test_where_no_guard_can_stand_it_is_said(text):
    result = migrate_source(HEAD + "opt = fluid.optimizer.SGD(0.1)\n" + text, options=Options(programs=True))
    assert "PM333" in [f.code for f in result.left]


@pytest.mark.parametrize("text", [
    "with fluid.program_guard(m, s):\n    loss = build(m, s)\n    total = loss * 2\n    opt.minimize(total)\n",
    "def train(loss):\n    total = loss * 2\n    opt.minimize(total)\nwith fluid.program_guard(m, s):\n    train(a())",
    "loss = fluid.layers.mean(x)\ntotal = loss * 2\nopt.minimize(total)\n",
])
def test_under_its_guard_already(text):
    result = migrate_source(HEAD + "opt = fluid.optimizer.SGD(0.1)\n" + text, options=Options(programs=True))
    assert "block.program" not in result.text.partition("m, s =")[2]


def test_once():
    new = migrate_source(HEAD + WAYS["named"], options=Options(programs=True)).text
    assert new.count("with paddle.static.program_guard(loss.block.program") == 1
    assert migrate_source(new, options=Options(programs=True)).text == new

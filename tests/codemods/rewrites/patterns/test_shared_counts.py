"""Decays of programs that run in one scope share one count: 1.8.5's `@LR_DECAY_COUNTER@`."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from functools import partial
one, two, startup = fluid.Program(), fluid.Program(), fluid.Program()
def net(name):
    x = fluid.data('x', [None, 4])
    start = fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(0.2))
    return fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=start, bias_attr=False))
"""
TAIL = """
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
feed = {'x': np.ones((2, 4), 'float32')}
for i in range(6):
    first = exe.run(one, feed=dict(feed), fetch_list=[a])[0]
    second = exe.run(two, feed=dict(feed), fetch_list=[b])[0]
    print(round(float(first[0]), 5), round(float(second[0]), 5))
"""
ONE = "fluid.layers.piecewise_decay([2, 4], [0.1, 0.01, 0.0])"
TWO = "fluid.layers.piecewise_decay([1, 3], [0.2, 0.02, 0.0])"
GUARDED = """\
with fluid.program_guard({}, startup):
    {} = net('{}')
    fluid.optimizer.SGD({}).minimize({})
"""
BUILT = """
def build(program, name, bounds, values):
    with fluid.program_guard(program, startup):
        loss = net(name)
        fluid.optimizer.SGD(fluid.layers.piecewise_decay(bounds, values)).minimize(loss)
    return loss
"""
FIRST, SECOND = "one, 'a', [2, 4], [0.1, 0.01, 0.0]", "two, 'b', [1, 3], [0.2, 0.02, 0.0]"
CLASS = f"""
class Trainer(object):
    def __init__(self, program, name, rate):
        self.program = program
        with fluid.program_guard(program, startup):
            self.loss = net(name)
            self.optimizer = fluid.optimizer.SGD(learning_rate=rate())
            self.optimizer.minimize(self.loss)
a = Trainer(one, 'a', lambda: {ONE}).loss
b = Trainer(two, 'b', lambda: {TWO}).loss
"""
CLOTHES = {
    "written_out": GUARDED.format("one", "a", "a", ONE, "a") + GUARDED.format("two", "b", "b", TWO, "b"),
    "function": f"{BUILT}a = build({FIRST})\nb = build({SECOND})\n",
    "loop": f"{BUILT}a, b = [build(*each) for each in [({FIRST}), ({SECOND})]]\n",
    "partial": f"{BUILT}make = partial(build, one)\na = make('a', [2, 4], [0.1, 0.01, 0.0])\nb = partial(build, two)"
               "('b', [1, 3], [0.2, 0.02, 0.0])\n",
    "objects": CLASS,
}
SHARED = ["0.8 0.8", "0.4 0.72", "0.36 0.72", "0.36 0.72", "0.36 0.72", "0.36 0.72"]  # of 1.8.5
IN_ONE = """
with fluid.program_guard(one, startup):
    a, b = net('a'), net('b')
    {rates}
    fluid.optimizer.SGD({first}).minimize(a, parameter_list=['a'])
    fluid.optimizer.SGD({second}).minimize(b, parameter_list=['b'])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
for i in range(6):
    got = exe.run(one, feed={{'x': np.ones((2, 4), 'float32')}}, fetch_list=[a, b])
    print(round(float(got[0][0]), 5), round(float(got[1][0]), 5))
"""
# of 1.8.5: the variable of `piecewise_decay` has one name, and whoever comes behind the last that is made has its rate
IN_TURN = ["0.8 0.8", "0.4 0.0", "0.0 -0.08", "-0.04 -0.16", "-0.08 -0.16", "-0.08 -0.16"]
BY_FIRST = ["0.8 0.8", "0.4 0.4", "0.0 0.0", "-0.04 -0.04", "-0.08 -0.08", "-0.08 -0.08"]
BY_SECOND = ["0.8 0.8", "0.0 0.0", "-0.08 -0.08", "-0.16 -0.16", "-0.16 -0.16", "-0.16 -0.16"]
RATES = {
    "in_turn": (IN_TURN, "pass", ONE, TWO),
    "before": (BY_SECOND, f"first, second = {ONE}, {TWO}", "first", "second"),
    "in_a_list": (BY_SECOND, f"rates = [{ONE}, {TWO}]", "rates[0]", "rates[1]"),
    "in_a_function": (IN_TURN, f"def rate(name): return {ONE} if name == 'a' else {TWO}", "rate('a')", "rate('b')"),
    "one": (BY_FIRST, f"first = second = {ONE}", "first", "second"),
}


def test_the_count_of_two_programs_is_one(run_both_ways):
    scripts = {name: {"main.py": HEAD + lines + TAIL} for name, lines in CLOTHES.items()}
    made = "fluid.layers.piecewise_decay(bounds, values)"
    module = f"import paddle.fluid as fluid\ndef rate(bounds, values):\n    return {made}\n"
    taken = BUILT.replace(made, "rate(bounds, values)")
    scripts["file"] = {"main.py": f"from rates import rate\n{HEAD}{taken}a = build({FIRST})\nb = build({SECOND}){TAIL}",
                       "rates.py": module}
    old, new = run_both_ways(scripts)
    assert old == dict.fromkeys(scripts, SHARED)
    assert new == old


def test_the_count_of_two_optimizers_of_one_program_is_one(run_both_ways):
    lines = {name: IN_ONE.format(rates=given[1], first=given[2], second=given[3]) for name, given in RATES.items()}
    old, new = run_both_ways({name: {"main.py": HEAD + each} for name, each in lines.items()})
    assert old == {name: given[0] for name, given in RATES.items()}
    assert new == old


FOLDS = f"""\
import numpy as np
import paddle.fluid as fluid
start = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.2))
loss = fluid.layers.mean(fluid.layers.fc(fluid.data('x', [None, 4]), 1, param_attr=start, bias_attr=False))
fluid.optimizer.SGD({ONE}).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
def train():
    for i in range(3):
        feed = {{'x': np.ones((2, 4), 'float32')}}
        print(round(float(exe.run(feed=feed, fetch_list=[loss])[0][0]), 5))
"""
START = "exe.run(fluid.default_startup_program())\n"
AGAIN = {
    "loop": f"for fold in range(2):\n    {START}    train()\n",
    "function": f"def fold():\n    {START}    train()\nfold()\nfold()\n",
    "listed": f"def fold(k):\n    {START}    train()\nfolds = [fold(k) for k in range(2)]\n",
    "one_after_the_other": "startup = fluid.default_startup_program()\nexe.run(startup)\ntrain()\n"
                           "exe.run(startup)\ntrain()\n",
}


def test_the_startup_program_begins_the_count_anew(run_both_ways):
    old, new = run_both_ways({name: {"main.py": FOLDS + lines} for name, lines in AGAIN.items()})
    assert old == dict.fromkeys(AGAIN, ["0.8", "0.4", "0.0"] * 2)
    assert new == old


ALONE = {
    "started_once": f"{START}opt = SGD({{one}})\n",
    "started_with_what_it_starts": f"def fold():\n    opt = SGD({{one}})\n    opt.minimize(loss)\n    {START}"
                                   "fold()\nopt = None\n",
    "two_started": "one, two = fluid.Program(), fluid.Program()\nexe.run(one)\nexe.run(two)\nopt = SGD({one})\n",
    "branches": "if fast:\n    rate = {one}\nelse:\n    rate = {two}\nopt = SGD(rate)\n",
    "chain": "def rates(how):\n    if how == 'a':\n        return {one}\n    elif how == 'b':\n        return {two}\n"
             "    return {one}\nopt = SGD(rates(how))\n",
    "one_of_two_calls": "def build(train):\n    if train:\n        opt = SGD({one})\n        opt.minimize(loss)\n"
                        "build(True)\nbuild(train=False)\n",
    "one_of_two_calls_by_name": "def build(mode='train'):\n    if mode != 'train':\n        return\n"
                                "    SGD({one}).minimize(loss)\nbuild()\nbuild('test')\n",
    "one_of_two_classes": "class A:\n    def make(self):\n        return SGD({one})\nclass B:\n    def make(self):\n"
                          "        return SGD({two})\nnet = (A if fast else B)()\nopt = net.make()\n",
    "warmed_up": "opt = SGD(fluid.layers.linear_lr_warmup(0.1, 5, 0.0, 0.1))\n",
}


@pytest.mark.parametrize("lines", ALONE.values(), ids=ALONE)
def test_of_which_one_runs_stays_a_schedule(lines):
    text = lines.replace("{one}", ONE).replace("{two}", TWO).replace("SGD(", "fluid.optimizer.SGD(")
    head = "import paddle.fluid as fluid\nmain = fluid.default_main_program()\nloss = net(fluid.data('x', [None, 4]))\n"
    run = "if opt:\n    opt.minimize(loss)\nexe.run(main, fetch_list=[loss])\n"
    result = migrate_source(head + text + run, options=Options(programs=True))
    assert "paddle.optimizer.lr." in result.text
    assert "def piecewise_decay" not in result.text

"""Rates that 1.8.5 kept in variables that last: read from the scope, and saved with the rest."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import os
import numpy as np
import paddle.fluid as fluid
def show(*values):
    print(*('%.5f' % n for value in values for n in np.asarray(value, 'float64').ravel()))
X = np.linspace(-1, 1, 6).reshape(2, 3).astype('float32')
"""
NET = """\
x = fluid.data('x', [None, 3])
w = fluid.ParamAttr(name='w', initializer=fluid.initializer.Constant(0.2))
loss = fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=w, act='tanh'))
"""
END = """\
fluid.optimizer.SGD(rate).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(5):
    exe.run(feed={'x': X}, fetch_list=[loss])
    READ
"""
STEPS, WARM = "fluid.layers.piecewise_decay([2, 3], [0.1, 0.05, 0.01])", "fluid.layers.linear_lr_warmup({}, 2, 0.01, 0.1)"
READ = "show(np.array(fluid.global_scope().find_var(rate.name).get_tensor()))"
BEFORE = "rate = {}\n"


def ends(read):
    return END.replace("READ", read)


RUNS = {
    "steps": BEFORE.format(STEPS) + ends(READ),
    "warm_up": BEFORE.format(WARM.format(0.1)) + ends(READ),
    "warm_up_of_steps": BEFORE.format(WARM.format(STEPS)) + ends(READ),
    "by_its_name": BEFORE.format(STEPS) + ends(
        "show(np.array(fluid.global_scope().find_var('learning_rate').get_tensor()))"),
    "in_a_function": "def read(variable):\n    return np.array(fluid.global_scope().find_var(variable.name).get_tensor())\n"
                     + BEFORE.format(STEPS) + ends("show(read(rate))"),
    "in_a_class": "class Rates(object):\n    def __init__(self):\n        self.rate = " + STEPS + "\n    def now(self):\n"
                  "        return np.array(fluid.global_scope().find_var(self.rate.name).get_tensor())\n"
                  "rates = Rates()\nrate = rates.rate\n" + ends("show(rates.now())"),
    "of_a_list": "made = [" + STEPS + ", None]\nrate = made[0]\n" + ends(
        "name = made[0].name\n    show(fluid.global_scope().find_var(name).get_tensor())"),
    "fetched_beside": BEFORE.format(WARM.format(STEPS)) + ends(
        "show(exe.run(feed={'x': X}, fetch_list=[rate])[0])\n    " + READ),
    "saved": BEFORE.format(STEPS) + ends("pass") + "fluid.io.save_persistables(exe, 'all')\n"
             "exe.run(fluid.default_startup_program())\nfluid.io.load_persistables(exe, 'all')\n" + READ + "\n",
    "in_a_copy": "copy = fluid.default_main_program().clone(for_test=True)\n" + BEFORE.format(STEPS) + ends(
        "show(exe.run(copy, feed={'x': X}, fetch_list=[loss])[0])\n    " + READ),
    "copied_behind": BEFORE.format(STEPS) + "copy = fluid.default_main_program().clone(for_test=True)\n" + ends(
        "show(exe.run(copy, feed={'x': X}, fetch_list=[loss])[0])\n    " + READ),
}
OPEN = "with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):\n"


def script(name):
    lines = (NET + RUNS[name]).splitlines()
    return HEAD + OPEN + "".join(f"    {line}\n" for line in lines)


def test_the_same_rates(run_both_ways):
    old, new = run_both_ways({name: {"main.py": script(name)} for name in RUNS})
    assert {name: lines for name, lines in old.items() if not lines or "Error" in lines[-1]} == {}
    assert new == old


@pytest.mark.parametrize("name", RUNS)
def test_nobody_is_asked(name):
    result = migrate_source(script(name))
    assert result.left == []
    assert migrate_source(result.text).text == result.text

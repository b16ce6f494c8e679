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
STEPS = "fluid.layers.piecewise_decay([2, 3], [0.1, 0.05, 0.01])"
WARM = "fluid.layers.linear_lr_warmup({}, 2, 0.01, 0.1)"
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
    "in_a_function": "def read(variable):\n"
                     "    return np.array(fluid.global_scope().find_var(variable.name).get_tensor())\n"
                     + BEFORE.format(STEPS) + ends("show(read(rate))"),
    "in_a_class": "class Rates(object):\n    def __init__(self):\n        self.rate = " + STEPS + "\n"
                  "    def now(self):\n"
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
FOUND = "fluid.global_scope().find_var({})"
NUMBER = "rate = 0.1\n"
OWN = {
    "one": NUMBER + ends("show(np.array(" + FOUND.format("'learning_rate_0'") + ".get_tensor())[0])"),
    "named": NUMBER + ends("t = " + FOUND.format("'learning_rate_0'") + ".get_tensor()\n    lr = np.array(t)\n"
                           "    show(lr[0])\n    t.set(lr * 0.5, fluid.CPUPlace())"),
    "name_given": NUMBER + "names = ['learning_rate_0', 'w']\ndef read(name):\n    return np.asarray("
                  + FOUND.format("name") + ".get_tensor())\n" + ends("show(read(names[0])[0])"),
    "the_one_or_the_other": NUMBER + ends(
        "v = " + FOUND.format("'learning_rate'") + "\n    if not v:\n        v = " + FOUND.format("'learning_rate_0'")
        + "\n    print(np.array(v.get_tensor()).shape)"),
    "of_the_optimizer": NUMBER + "opt = fluid.optimizer.Adam(rate)\n" + ends(
        "show(np.array(" + FOUND.format("opt._global_learning_rate().name") + ".get_tensor())[0])").replace(
        "fluid.optimizer.SGD(rate)", "opt"),
    "held_by_a_name": NUMBER + "opt = fluid.optimizer.Adam(rate)\n" + ends(
        "own = opt._global_learning_rate()\n    name = own.name\n    show(np.array(" + FOUND.format("name")
        + ".get_tensor())[0])").replace("fluid.optimizer.SGD(rate)", "opt"),
    "given_to_a_hook": NUMBER + "opt = fluid.optimizer.Adam(rate)\ndef halve(variable):\n    t = "
                       + FOUND.format("variable.name") + ".get_tensor()\n    lr = np.array(t)\n    show(lr[0])\n"
                       "    t.set(lr * 0.5, fluid.CPUPlace())\n"
                       + ends("halve(opt._global_learning_rate())").replace("fluid.optimizer.SGD(rate)", "opt"),
    "of_an_object": NUMBER + "class Log(object):\n    name = 'learning_rate_0'\n    def __call__(self):\n"
                    "        return np.array(" + FOUND.format("self.name") + ".get_tensor())\nlog = Log()\n"
                    + ends("show(log()[0])"),
}
HALVE = "def halve(step, variable):\n    t = " + FOUND.format("variable.name") + ".get_tensor()\n" \
        "    show(np.array(t)[0])\n    t.set(np.array(t) * 0.5, fluid.CPUPlace())\n" \
        "opt = fluid.optimizer.Momentum(0.1, 0.9)\n"
HOOKS = {
    "in_a_list": ("", "for hook in [halve]:\n        hook(1, opt._global_learning_rate())"),
    "by_stars": ("def fire(hooks, *args):\n    for hook in hooks:\n        hook(*args)\n",
                 "fire([halve], 2, opt._global_learning_rate())"),
    "of_a_class": ("class Hooks(object):\n    def __init__(self, *hooks):\n        self.hooks = hooks\n"
                   "    def fire(self, **words):\n        for each in self.hooks:\n            each(**words)\n"
                   "hooks = Hooks(halve)\n", "hooks.fire(step=1, variable=opt._global_learning_rate())"),
    "in_a_table": ("table = {'halve': halve}\n", "table['ha' + 'lve'](1, variable=opt._global_learning_rate())"),
    "by_a_part": ("import functools\n", "functools.partial(halve, 3)(opt._global_learning_rate())"),
}
OWN.update({name: HALVE + head + ends(fire).replace("fluid.optimizer.SGD(rate)", "opt")
            for name, (head, fire) in HOOKS.items()})
UTILS = "import numpy as np\nimport paddle.fluid as fluid\ndef rate():\n" \
        "    v = fluid.global_scope().find_var('learning_rate')\n" \
        "    v = v or fluid.global_scope().find_var('learning_rate_0')\n    return np.array(v.get_tensor())[0]\n"
OPEN = "with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):\n"


def script(name):
    lines = (NET + {**RUNS, **OWN}[name]).splitlines()
    return HEAD + OPEN + "".join(f"    {line}\n" for line in lines)


def test_the_same_rates(run_both_ways):
    files = {name: {"main.py": script(name)} for name in RUNS}
    rates = {"elsewhere": STEPS, "elsewhere_own": "0.1"}
    for name, rate in rates.items():
        main = HEAD + "import utils\n" + NET + BEFORE.format(rate) + ends("show(utils.rate())")
        files[name] = {"main.py": main, "utils.py": UTILS}
    old, new = run_both_ways(files)
    assert {name: lines for name, lines in old.items() if not lines or "Error" in lines[-1]} == {}
    assert new == old


@pytest.mark.parametrize("name", OWN)  # the first optimizer of a process has the name
def test_the_same_rate_of_an_optimizer(name, run_both_ways):
    old, new = run_both_ways({name: {"main.py": script(name)}})
    assert "Error" not in old[name][-1]
    assert new == old


@pytest.mark.parametrize("name", [*RUNS, *OWN])
def test_nobody_is_asked(name):
    result = migrate_source(script(name))
    assert result.left == []
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("read", [
    "v = fluid.global_scope().find_var('w').get_tensor()\n    print(np.array(v))",
    "v = fluid.global_scope().find_var('@LR_DECAY_COUNTER@').get_tensor()\n    print(np.array(v)[0])",
    "fluid.global_scope().find_var('learning_rate_0').get_tensor().set(np.array([0.1], 'float32'), fluid.CPUPlace())",
    "print(np.array(learning_rate_0.get_tensor()))",
    "v = fluid.global_scope().find_var(w.name).get_tensor()\n    print(np.array(v)[0])",
])
def test_others_are_as_they_were(read):
    assert "atleast_1d" not in migrate_source(HEAD + NET + NUMBER + ends(read)).text


@pytest.mark.parametrize("read", ["find_var('w')", "find_var(name)", "find_var('learning_rate_0')"])
def test_schedules_that_nobody_looks_for_stay_such(read):
    text = migrate_source(HEAD + NET + "rate = fluid.layers.piecewise_decay([2], [0.1, 0.05])\n" + ends(
        f"fluid.global_scope().{read}")).text
    assert "PiecewiseDecay" in text

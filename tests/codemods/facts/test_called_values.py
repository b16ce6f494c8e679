"""Functions that are values are known where they are called, so what they do to gradients is seen."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

STEP = """\
import paddle.fluid as fluid
def item(loss, opt):
    opt.minimize(loss)
MADE
with fluid.dygraph.guard():
    net = fluid.dygraph.Linear(2, 2)
    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    for x in data:
        first = fluid.layers.mean(net(x))
        first.backward()
        second = fluid.layers.mean(net(x) * 2)
        second.backward()
        CALL(second, opt)
        net.clear_gradients()
"""
CLOTHES = {
    "itself": ("", "item"),
    "another name": ("step = item", "step"),
    "an element": ("steps = {'a': item}", "steps['a']"),
    "of a list": ("steps = [item]", "steps[0]"),
    "returned": ("def maker():\n    return item\nstep = maker()", "step"),
    "a closure": ("def maker():\n    def f(l, o):\n        o.minimize(l)\n    return f\nstep = maker()", "step"),
    "one of two names": ("step = item if fast else item", "step"),
}


@pytest.mark.parametrize("case", CLOTHES)
def test_gradients_of_two_runs_are_seen(case):
    made, call = CLOTHES[case]
    result = migrate_source(STEP.replace("MADE", made).replace("CALL", call))
    assert "backward_anew(second, opt)" in result.text or [f.code for f in result.left] == ["PM320"]


@pytest.mark.parametrize("case", CLOTHES)
def test_of_one_run_nothing_is_said(case):
    made, call = CLOTHES[case]
    text = STEP.replace("MADE", made).replace("CALL", call).replace("        first.backward()\n", "")
    result = migrate_source(text)
    assert not result.left
    assert text.count("clear_gradients") == result.text.count("net.clear_gradients()")


OWN = """\
import functools
import numpy as np
import paddle.fluid as fluid
def kept(function):
    known = {}
    @functools.wraps(function)
    def inner(*args):
        if args[1:] not in known:
            known[args[1:]] = function(*args)
        return known[args[1:]]
    return inner
def noted(function):
    @functools.wraps(function)
    def inner(self, *args):
        print(function.__name__)
        return function(self, *args)
    return inner
"""
PROGRAMS = OWN + """\
class Opt(object):
    def __init__(self, **given):
        self.inner = fluid.optimizer.SGD(**given)
    @kept
    def minimize(self, loss):
        return len(self.inner.minimize(loss)[1])
class Graph(object):
    def __init__(self):
        self.main, self.start = fluid.Program(), fluid.Program()
        with fluid.program_guard(self.main, self.start):
            x = fluid.data("x", [None, 2])
            w = fluid.ParamAttr(name="w", initializer=fluid.initializer.Constant(0.3))
            self.loss = fluid.layers.mean(fluid.layers.square(fluid.layers.fc(x, 1, param_attr=w) - 1.0))
    @kept
    def clone(self, for_test):
        return self.main.clone(for_test=for_test)
g = Graph()
test = g.clone(True)
with fluid.program_guard(g.main, g.start):
    print(Opt(learning_rate=0.1).minimize(g.loss))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(g.start)
for program in (g.main, test, test):
    print("%.5f" % exe.run(program, feed={"x": np.ones((2, 2), "float32")}, fetch_list=[g.loss])[0][0])
"""
TENSORS = OWN + """\
class Opt(object):
    def __init__(self, parameters):
        self.parameters = parameters
        self.inner = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=parameters)
    @noted
    def minimize(self, loss, scale):
        (loss * scale).backward()
        self.inner.minimize(loss)
        return "a step"
    CLEAR
def turn(net, opt, k):
    x = fluid.dygraph.to_variable(np.full((2, 2), k + 1, "float32"))
    loss = fluid.layers.reduce_mean(fluid.layers.square(net(x) - 1.0))
    print(opt.minimize(loss, 0.5), "%.5f" % loss.numpy()[0])
with fluid.dygraph.guard():
    w = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3))
    net = fluid.dygraph.Linear(2, 1, param_attr=w)
    opt = Opt(net.parameters())
    for k in range(3):
        turn(net, opt, k)
        AFTER
"""
CLEARS = "@noted\n    def clear_gradients(self):\n        for p in self.parameters:\n            p.clear_gradient()"


def test_methods_of_ones_own_with_names_of_paddle(run_both_ways):
    """Whatever decorates them: what such a decorator gives is not always seen."""
    old, new = run_both_ways({
        "programs": {"main.py": PROGRAMS},
        "cleared": {"main.py": TENSORS.replace("CLEAR", CLEARS).replace("AFTER", "opt.clear_gradients()")},
        "never": {"main.py": TENSORS.replace("CLEAR", "").replace("AFTER", "pass")},
    })
    assert {name: lines for name, lines in old.items() if not lines or "Error" in lines[-1]} == {}
    assert new == old


def test_methods_of_paddle_stay_such():
    result = migrate_source(PROGRAMS.replace("Opt(learning_rate", "fluid.optimizer.SGD(learning_rate")
                            .replace(".minimize(g.loss))", ".minimize(g.loss)[1])"))
    assert "as_made(paddle.optimizer.SGD(learning_rate=0.1).minimize(g.loss))[1]" in result.text

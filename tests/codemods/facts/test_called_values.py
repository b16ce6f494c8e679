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

"""Networks that an option chooses, and that begin with the same layers: these are made once, before the choice."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.unfolded.unfold import unfolded

OLD = """\
import sys
import numpy as np
import paddle.fluid as fluid

A = np.arange(12, dtype="float32").reshape(3, 4) / 12
B = A.sum(1, keepdims=True)


class Options(object):
    def __init__(self):
        self.kind = KIND if len(sys.argv) < 9 else sys.argv[8]


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def square(sizes):
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    # as deep as it is told
    for size in sizes:
        hidden = fluid.layers.fc(x, size, act="tanh", param_attr=attr(0.1))
    out = fluid.layers.fc(hidden, 1, param_attr=attr(0.2))
    return fluid.layers.square_error_cost(out, y)


def smooth(sizes):
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    for size in sizes:
        hidden = fluid.layers.fc(x, size, act="tanh", param_attr=attr(0.1))
    out = fluid.layers.fc(hidden, 1, param_attr=attr(0.2))
    return fluid.layers.smooth_l1(out, y, sigma=2.0)


def train(options):
    if options.kind == "square":
        print("square")
        cost = square([3])
    elif options.kind == "smooth":
        # less of what is far
        print("smooth")
        cost = smooth([3])
    else:
        OTHERWISE
    loss = fluid.layers.mean(cost)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={"x": A, "y": B}, fetch_list=[loss])
        print("%.5f" % value[0])


train(Options())
"""
RAISE = 'raise ValueError("no such kind")'


def script(kind: str, otherwise: str = RAISE) -> str:
    return OLD.replace("KIND", repr(kind)).replace("OTHERWISE", otherwise)


def test_same_numbers(run_both_ways):
    """As 1.8.5's, with what is printed in its order."""
    old, new = run_both_ways({kind: {"main.py": script(kind)} for kind in ("square", "smooth")}, Options(dygraph=True))
    assert new == old
    assert {kind: rows[0] for kind, rows in new.items()} == {"square": "square", "smooth": "smooth"}
    assert new["square"][1:] != new["smooth"][1:]


def test_layers_stand_once():
    new = unfolded(script("square"))
    assert new.count("fluid.layers.fc(") == 2
    assert new.index("fluid.layers.fc(") < new.index("if options.kind ==") < new.index("square_error_cost(")
    assert new.count("# as deep as it is told") == new.count("# less of what is far") == 1
    result = migrate_source(script("square"), options=Options(dygraph=True))
    assert "(nn.Layer)" in result.text
    assert ".clear_grad()" in result.text, [each.message for each in result.left]
    assert "no such kind" in result.text


@pytest.mark.parametrize(("old", "new", "count"), [
    ('x = fluid.data("x", [None, 4])\n    y = fluid.data("y", [None, 1])\n    for', 'x = fluid.data("x", [-1, 4])\n'
     '    y = fluid.data("y", [None, 1])\n    for', 4),  # the first is another one
    ('hidden = fluid.layers.fc(x, size, act="tanh", param_attr=attr(0.1))\n    out = fluid.layers.fc(hidden, 1, '
     'param_attr=attr(0.2))\n    return fluid.layers.smooth', 'hidden = fluid.layers.fc(x, size, act="relu", '
     'param_attr=attr(0.1))\n    out = fluid.layers.fc(hidden, 1, param_attr=attr(0.2))\n    return '
     'fluid.layers.smooth', 4),  # and what is made of it, too
    ("cost = smooth([3])", "cost = smooth([5])", 4),
])
def test_what_is_not_the_same_stays(old, new, count):
    assert old in script("square")
    made = unfolded(script("square").replace(old, new, 1))
    assert made.count("fluid.layers.fc(") == count


def test_what_a_branch_does_first_is_done_first():
    made = unfolded(script("square").replace('print("square")', "options.rate = 0.5"))
    assert made.count("fluid.layers.fc(") in (0, 4)
    assert "options.rate = 0.5" in made


def test_a_choice_that_may_take_none_stays():
    old = script("square", "pass").replace("    else:\n        pass\n", "").replace(
        "    if options.kind ==", "    cost = fluid.layers.fill_constant([1], 'float32', 1.0)\n    if options.kind ==")
    assert unfolded(old).count("fluid.layers.fc(") in (0, 4)

"""Branches and loops whose functions make parameters, or hand on others' variables; numbers:
tests/differential/static/{parts,handed_on}.py."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid
from paddle.fluid import layers
x = fluid.data('x', [None, 4], 'float32')
yes = layers.less_than(x, x)
def layer(h):
    return layers.fc(h, 4)
def twice(h):
    return layers.scale(h, 2.0)
def branch():
    return layer(x)
class Net(object):
    def __init__(self):
        self.fc = layer
    def part(self):
        return self.fc(x)
    def plain(self):
        return layers.relu(x)
net = Net()
"""


@pytest.mark.parametrize(
    ("call", "is_wrapped"),
    [
        ("layers.cond(yes, lambda: layers.fc(x, 4), lambda: x)", True),
        ("layers.cond(yes, true_fn=lambda: x, false_fn=branch)", True),
        ("layers.cond(yes, net.part, net.plain)", True),
        ("layers.cond(yes, net.plain, net.plain)", False),
        ("layers.cond(yes, lambda: twice(x), lambda: x)", False),
        ("layers.cond(yes, net.plain, None)", False),
        ("layers.cond(*parts)", True),
        ("layers.case([(yes, lambda: x), (yes, branch)])", True),
        ("layers.case([(yes, lambda: x)], default=lambda: layers.relu(x))", False),
        ("layers.switch_case(n, {0: lambda: x, 1: branch})", True),
        ("layers.switch_case(n, branches)", True),
        ("layers.switch_case(n, {0: lambda: x, 1: lambda: layers.abs(x)}, lambda: x)", False),
        ("layers.switch_case(n, ((0, branch), (1, lambda: x)))", True),
        ("layers.case(((yes, branch), (yes, lambda: x)), lambda: x)", True),
        ("layers.switch_case(n, ((0, lambda: layers.abs(x)), (1, lambda: x)))", False),
        ("layers.while_loop(lambda i, h: i < 3, lambda i, h: [i + 1, layer(h)], [n, x])", True),
        ("layers.while_loop(lambda i, h: i < 3, lambda i, h: [i + 1, twice(h)], [n, x])", False),
        ("layers.while_loop(cond=lambda i, h: i < 3, body=step, loop_vars=[n, x])", True),
    ],
)
def test_parameters_are_made_outside(call, is_wrapped):
    result = migrate_source(f"{HEAD}n = given()\nbranches, parts = given()\nstep = given()\nfound = {call}\n")
    assert not [f for f in result.findings if f.level == "person"]
    name = call[len("layers.") : call.index("(")]
    today = f"paddle.static.nn.{name}"
    wanted = f"found = {today}("
    if is_wrapped:  # whose variables other functions have, too
        wanted = f"parameters_outside()({'while_loop_in_place' if name == 'while_loop' else today})("
    assert wanted in result.text
    assert ("def parameters_outside" in result.text) is is_wrapped


@pytest.mark.parametrize(
    "text",
    [
        "import paddle\nfound = paddle.static.nn.cond(yes, lambda: paddle.static.nn.fc(x, 4), lambda: x)\n",
        "import jax\nfound = jax.lax.cond(yes, layer, other, x)\n",
    ],
)
def test_what_stays(check_noop, text):
    check_noop(text)


@pytest.mark.parametrize(
    "write", ["layers.assign(x * 2, output=x)", "layers.increment(x)", "layers.less_than(x, x, cond=yes)"]
)
@pytest.mark.parametrize(
    ("call", "is_copied"),
    [
        ("layers.cond(yes, lambda: x, net.plain)", True),
        ("layers.cond(yes, net.plain, lambda: [twice(x), x])", True),
        ("layers.cond(yes, net.plain, lambda: twice(x))", False),
        ("layers.cond(yes, net.plain, None)", False),
        ("layers.case([(yes, lambda: x)])", True),
        ("layers.case([(yes, net.plain)], lambda: x * 2)", False),
        ("layers.switch_case(n, {0: net.plain, 1: lambda: x})", True),
        ("layers.switch_case(n, {0: net.plain, 1: net.plain})", False),
    ],
)
def test_what_is_handed_on_is_a_copy_where_somebody_writes(call, is_copied, write):
    text = f"{HEAD}n = given()\nfound = {call}\n"
    name = call[len("layers.") : call.index("(")]
    result = migrate_source(text + write + "\n")
    assert not [f for f in result.findings if f.level == "person"]
    today = f"paddle.static.nn.{name}"
    assert f"found = of_its_own({today})(" in result.text if is_copied else f"found = {today}(" in result.text
    assert "of_its_own" not in migrate_source(text).text


def test_parameters_and_copies():
    call = "found = layers.cond(yes, lambda: layers.fc(x, 4), lambda: x)\nlayers.increment(x)\n"
    assert "found = parameters_outside()(of_its_own(paddle.static.nn.cond))(" in migrate_source(HEAD + call).text


TRAINS = """\
loss = layers.mean(layer(x))
sgd = fluid.optimizer.SGD(0.1)
def step(optimizer=sgd):
    optimizer.minimize(loss)
    return loss
class Steps(object):
    def step(self):
        pairs = sgd.backward(loss)
        sgd.apply_gradients(pairs)
        return loss
"""


@pytest.mark.parametrize(("call", "is_said"), [
    ("layers.cond(yes, step, lambda: loss)", True),
    ("layers.cond(yes, lambda: loss, lambda: step(fluid.optimizer.Adam(0.1)))", True),
    ("layers.case([(yes, Steps().step)], lambda: loss)", True),
    ("layers.switch_case(n, ((0, lambda: loss), (1, step)))", True),
    ("layers.cond(yes, lambda: loss, lambda: loss * 2)\nstep()", False),
    ("layers.cond(*parts)\nstep()", False),
])
def test_what_a_branch_trains(call, is_said):
    result = migrate_source(f"{HEAD}n = given()\nparts = given()\n{TRAINS}found = {call}\n")
    assert [f.code for f in result.left] == ["PM333"] * is_said


UNLIKE = {
    "dtypes": "L.cond(yes, lambda: L.ones([2], 'float32'), lambda: L.ones([2], 'int64'))",
    "dimensions": "L.cond(yes, lambda: L.ones([2], 'float32'), lambda: L.ones([2, 1], 'float32'))",
    "functions": "L.cond(yes, pair, other)",
    "named": "first = pair\nL.cond(pred=yes, true_fn=first, false_fn=other)",
    "case": "L.case([(yes, pair)], default=other)",
    "switch_case": "L.switch_case(number, {0: pair, 1: other})",
    "of_object": "class Net:\n    def wide(self):\n        return L.ones([2, 1], 'float32')\n    def of(self):\n"
                 "        return L.cond(yes, self.wide, lambda: L.ones([2], 'float32'))\nNet().of()",
    "by_parameter": "def either(a, b):\n    return L.cond(yes, a, b)\neither(pair, other)",
}
LIKE = {
    "sizes": "L.cond(yes, lambda: L.ones([2], 'float32'), lambda: L.ones([3], 'float32'))",
    "same": "L.cond(yes, pair, pair)",
    "unknown": "L.cond(yes, lambda: L.ones([2], kind), lambda: L.ones([2], 'int64'))",
    "nothing": "L.cond(yes, lambda: None, lambda: None)",
    "loop": "L.while_loop(lambda i: i < 3, lambda i: [i + 1], [number])",
}
OF_BRANCHES = """\
import sys
import paddle.fluid as fluid
L = fluid.layers
kind = sys.argv[-1]
yes = L.less_than(L.fill_constant([1], 'float32', 0.1), L.fill_constant([1], 'float32', 0.2))
number = L.fill_constant([1], 'int32', 0)
def pair():
    return L.ones([2], 'float32'), L.ones([2], 'float32')
def other():
    made = L.zeros([2, 1], 'float32')
    return L.ones([2], 'float32'), made
exe = fluid.Executor(fluid.CPUPlace())
"""


@pytest.mark.parametrize(("text", "told"), [*((each, 1) for each in UNLIKE.values()),
                                            *((each, 0) for each in LIKE.values())])
def test_branches_that_paddle_3_does_not_take_together(text, told):
    findings = migrate_source(f"{OF_BRANCHES}{text}\n").findings
    assert len([each for each in findings if "as many dimensions" in each.message and each.level == "person"]) == told

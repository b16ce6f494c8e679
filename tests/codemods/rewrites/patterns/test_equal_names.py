"""Guards that begin names anew in one program, and alike, are for a person."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
from paddle.fluid import unique_name
x = fluid.data("x", [None, 2])
main, test = fluid.Program(), fluid.Program()
def layer(x, prefix="g_"):
    with unique_name.guard(prefix):
        return fluid.layers.fc(x, 2)
class Net(object):
    def __init__(self, prefix):
        self.prefix = prefix
    def guard(self):
        return fluid.unique_name.guard(self.prefix)
    def __call__(self, x):
        with self.guard():
            return fluid.layers.fc(x, 2)
def build(program, x):
    with fluid.program_guard(program):
        return layer(x)
def train(loss):
    fluid.optimizer.SGD(0.1).minimize(loss)
"""
LAST = "fluid.optimizer.SGD(0.1).minimize(fluid.layers.mean(a + b))\n"


def said(body, last=LAST):
    result = migrate_source(HEAD + body + last, options=Options(programs=True))
    return [each.code for each in result.left if each.name == "fluid.unique_name.guard"]


@pytest.mark.parametrize("body", [
    "a = layer(x)\nb = layer(a)\n",
    "a, b = layer(x), layer(x, 'g_')\n",
    "a = b = 0\nfor k in range(2):\n    b += layer(x)\n",
    "a = b = 0\nfor k in range(2):\n    with unique_name.guard():\n        b += x + 1\n",
    "a, b = [layer(x) for k in range(2)]\n",
    "with unique_name.guard():\n    a = x + 1\nwith fluid.unique_name.guard():\n    b = a + 1\n",
    "with fluid.program_guard(main):\n    a, b = layer(x), layer(x)\n",
    "with fluid.program_guard(main), unique_name.guard('g_'):\n    a = x + 1\n    b = layer(a)\n",
    "n, m = Net('n_'), Net('n_')\na, b = n(x), m(x)\n",
    "n = Net('n_')\ndef both(x):\n    return n(x), n(x)\na, b = both(x)\n",
    "made = {'a': layer(x, 'h_')}\nmade['b'] = layer(x, prefix='h' + '_')\na, b = made['a'], made['b']\n",
    "with unique_name.guard():\n    with fluid.program_guard(main):\n        a = layer(x)\n    b = a\n"
    "with unique_name.guard():\n    b = layer(a, 'h_')\n    with fluid.program_guard(test):\n        c = layer(x)\n"
    "with unique_name.guard():\n    b = layer(a, 'k_')\n",
    "def made(x):\n    return x + 1\na = b = 0\nfor k in range(2):\n    with unique_name.guard():\n"
    "        b = made(x)\n",
    "a = b = 0\nfor k in range(2):\n    with unique_name.guard():\n        b = some(x)\n"
    "from elsewhere import some\n",
])  # fmt: skip
def test_names_that_begin_alike_in_one_program(body):
    assert said(body) == ["PM333"]


@pytest.mark.parametrize("body", [
    "a = layer(x)\nb = layer(a, 'h_')\n",
    "a = b = layer(x)\n",
    "a = b = 0\nfor k in range(2):\n    b += layer(x, 'g%d_' % k)\n",
    "a, b = build(main, x), build(test, x)\n",
    "a = b = 0\nfor program in (main, test):\n    b = build(program, x)\n",
    "with fluid.program_guard(main):\n    a = layer(x)\nwith fluid.program_guard(test):\n    b = layer(x)\n",
    "if x.shape:\n    a = b = layer(x)\nelse:\n    a = b = layer(a)\n",
    "a = layer(x)\nfluid.optimizer.SGD(0.1).minimize(a)\nb = layer(a)\n",
    "with fluid.framework.program_guard(main):\n    a = layer(x)\nb = layer(x)\n",
    "with opened(main):\n    a = layer(x)\nwith opened(test):\n    b = layer(x)\n",
    "n, m = Net('n_'), Net('m_')\na, b = n(x), n.prefix\n",
    "for program in (main, test):\n    with unique_name.guard():\n        with fluid.program_guard(program):\n"
    "            a = b = fluid.layers.fc(x, 2)\n",
    "with unique_name.guard():\n    with fluid.program_guard(test):\n        a = fluid.layers.fc(x, 2)\n"
    "with unique_name.guard():\n    with fluid.program_guard(main):\n        b = fluid.layers.fc(x, 2)\n",
    "def made(x):\n    p = fluid.Program()\n    with fluid.program_guard(p):\n        return fluid.layers.fc(x, 2), p\n"
    "for k in range(2):\n    with unique_name.guard(), fluid.scope_guard(fluid.Scope()):\n        a, p = made(x)\n"
    "        exe = fluid.Executor(fluid.CPUPlace())\n        print('%d' % k, exe.run(p, feed={}))\n    b = a\n",
    "class Trainer(object):\n    def __init__(self, x):\n        self.program = fluid.Program()\n"
    "        with fluid.program_guard(self.program):\n            self.out = fluid.layers.fc(x, 2)\n"
    "    def test(self):\n        return self.program.clone(for_test=True)\n"
    "for k in range(2):\n    with unique_name.guard():\n        t = Trainer(x)\n        a = b = t.test()\n",
])  # fmt: skip
def test_others_stay(body):
    assert said(body) == []


@pytest.mark.parametrize("prefix", ["''", "None", "b'g_'", "*some", "some()"])
def test_one_guard_alone_stays(prefix):
    assert said(f"with unique_name.guard({prefix}):\n    a = b = fluid.layers.fc(x, 2)\n") == []


def test_nothing_is_said_of_todays():
    head = "import paddle\nfrom paddle.utils import unique_name\npaddle.enable_static()\n"
    twice = "with unique_name.guard():\n    a = 1\n" * 2
    assert not migrate_source(head + twice, options=Options(programs=True)).left


L = "fluid.layers"


@pytest.mark.parametrize("body", [
    f"with unique_name.guard():\n    a = {L}.fc(x, 2)\nb = {L}.fc(a, 2)\n",
    f"a = {L}.fc(x, 2)\nwith fluid.unique_name.guard():\n    b = {L}.fc(a, 2)\n",
    f"with fluid.program_guard(main):\n    with unique_name.guard():\n        a = {L}.fc(x, 2)\n    b = {L}.fc(a, 2)\n",
    f"def net(x, size=2):\n    with unique_name.guard():\n        a = {L}.fc(x, size)\n    return {L}.fc(a, size), a\n"
    "a, b = net(x)\n",
    f"class Two(object):\n    def made(self, x):\n        a = {L}.fc(x, 2)\n        with unique_name.guard():\n"
    f"            return a, {L}.fc(a, 2)\na, b = Two().made(x)\n",
    "a = b = 0\nfor k in range(2):\n    with unique_name.guard('k%d_' % k):\n        b += x\n"
    f"with unique_name.guard(''):\n    a = {L}.relu(x)\nb = {L}.relu(a)\n",
])  # fmt: skip
def test_names_that_begin_as_those_outside_of_the_guard(body):
    assert said(body) == ["PM333"]


@pytest.mark.parametrize("body", [
    f"with unique_name.guard('g_'):\n    a = {L}.fc(x, 2)\nb = {L}.fc(a, 2)\n",
    f"with unique_name.guard():\n    a = {L}.fc(x, 2)\nb = {L}.relu(a)\n",
    f"with unique_name.guard():\n    a = {L}.fc(x, 2, name='own')\nb = {L}.fc(a, 2)\n",
    f"with fluid.program_guard(main), unique_name.guard():\n    a = b = {L}.fc(x, 2)\nc = {L}.fc(x, 2)\n",
    f"with unique_name.guard():\n    with fluid.program_guard(main):\n        a = b = {L}.fc(x, 2)\nc = {L}.fc(x, 2)\n",
    f"with unique_name.guard():\n    a = {L}.fc(x, 2)\n    b = {L}.fc(a, 2)\n",
    f"def net(x):\n    with unique_name.guard():\n        return {L}.fc(x, 2)\ndef other(x):\n    return {L}.fc(x, 2)\n"
    "a = b = other(x)\n",
])  # fmt: skip
def test_guards_beside_other_names(body):
    assert said(body) == []

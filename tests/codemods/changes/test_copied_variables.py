"""What is built into a copy of a program is built of the copy's own variables."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
x = fluid.data("x", [None, 4])
def layer(x, size=3):
    return fluid.layers.fc(x, size)
"""
COPY = "    copy = main.clone()\n    with fluid.program_guard(copy):\n"
LOOKED_UP = "in_program(copy, "


def migrated(lines):
    result = migrate_source(HEAD + lines, options=Options(programs=True))
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text
    return result


def body(result):
    """What stands behind the helpers."""
    return result.text[result.text.index("def layer"):]


@pytest.mark.parametrize(
    ("inside", "new"),
    [
        ("y = layer(a)\n", "a = in_program(copy, a)\n        y = layer(a)\n"),
        ("y = layer(a) + b\n", "a, b = in_program(copy, [a, b])\n        y = layer(a) + b\n"),
        ("y = layer(a, size=config.size)\n", "a = in_program(copy, a)\n        y = layer(a, size=config.size)\n"),
        ("y = layer(a)\n    return layer(a)\n", "y = layer(in_program(copy, a))\n    return layer(a)\n"),
        ("made = Maker()\n        y = made.build(a)\n", "a = in_program(copy, a)\n        made = Maker()\n"),
        ("if a is not None:\n            y = layer(a)\n", "a = in_program(copy, a)\n        if a is not None:\n"),
    ],
)
def test_names(inside, new):
    made = "class Maker(object):\n    def build(self, x):\n        return layer(x)\n"
    result = migrated(f"{made}def f(main, a, b, config):\n{COPY}        {inside}")
    assert new in result.text
    assert not result.left


@pytest.mark.parametrize(
    "inside",
    [
        "kept['y'] = layer({}a{})",
        "kept['y'] = layer({}kept{}['x'])",
        "kept['n'] += layer({}a{})",
        "del kept['m'], kept['n']",
        "self.kept['y'] = layer({}a{})",
    ],
)
def test_what_is_put_into_a_container_stays_there(inside):
    head = "class Net(object):\n    def __init__(self):\n        self.kept = {}\n"
    result = migrated(f"{head}    def f(self, main, a, kept):\n        with fluid.program_guard(main.clone()):\n"
                      f"            pass\n        copy = main.clone()\n        with fluid.program_guard(copy):\n"
                      f"            {inside.format('', '')}\n            return layer(a)\n")
    wrapped = inside.format(LOOKED_UP, ")") if "kept{}" in inside else inside.format("", "")
    assert f"            {wrapped}\n" in result.text
    assert "kept = in_program" not in result.text
    assert not result.left


def test_in_a_loop():
    text = "def f(main, a):\n    for i in range(2):\n        copy = main.clone()\n"
    result = migrated(f"{text}        with fluid.program_guard(copy):\n            y = layer(a)\n")
    assert "            y = layer(in_program(copy, a))\n" in result.text


def test_what_only_a_branch_sets_is_looked_up_where_it_is_used():
    text = f"def f(main, a):\n    if main.several:\n        b = layer(a)\n{COPY}        y = layer(a)\n"
    result = migrated(f"{text}        if main.several:\n            y = layer(b)\n")
    assert "        a = in_program(copy, a)\n        y = layer(a)\n" in result.text
    assert "            y = layer(in_program(copy, b))\n" in result.text


def test_a_guard_of_the_one_copy_or_the_other():
    """What stands in the other branch has given no name its value."""
    made = "".join(f"            {line}\n" for line in (
        "self.copy = fluid.default_main_program().clone()", "with fluid.program_guard(self.copy):",
        "    y = layer(a)", "    for v in [y]:", "        layer(v)",
    ))
    text = f"class Net(object):\n    def build(self, a, more):\n        if more:\n{made}        else:\n{made}"
    result = migrated(text)
    assert body(result).count("in_program(self.copy, ") == 2
    assert body(result).count(" layer(v)\n") == 2


def test_attributes():
    text = (
        "class Net(object):\n    def build(self):\n        self.loss = layer(x)\n        self.size = 3\n"
        "    def infer(self, main):\n        copy = main.clone(for_test=True)\n"
        "        with fluid.program_guard(copy):\n            self.out = layer(self.loss, self.size)\n"
        "            return layer(self.out)\n"
    )
    result = migrated(text)
    assert "self.out = layer(in_program(copy, self.loss), self.size)\n" in result.text
    assert "return layer(self.out)\n" in result.text
    assert not result.left


@pytest.mark.parametrize("inside", [
    "y = layer(fluid.data('z', [None, 3]))\n",
    "z = fluid.data('z', [None, 3])\n        y = layer(z)\n",
    "size = 4\n        y = layer(fluid.data('z', [None, 3]), size)\n",
])
def test_what_is_made_there(inside):
    result = migrated(f"def f(main):\n{COPY}        {inside}")
    assert LOOKED_UP not in body(result)
    assert not result.left


def test_what_is_written_out():
    calls = "f(m, 4)\nf(n, 5)\n"
    result = migrated(f"def f(main, size):\n{COPY}        y = layer(fluid.data('z', [None, 3]), size)\n{calls}")
    assert LOOKED_UP not in body(result)


@pytest.mark.parametrize("inside", [
    "y = build()\n", "y = net.build(a)\n", "y = seen()\n", "y = a.build(3)\n",
])
def test_what_a_person_does(inside):
    """Functions that may have variables from elsewhere."""
    text = f"def seen():\n    return layer(x)\nnet = made()\ndef f(main, a):\n{COPY}        {inside}"
    assert [f.name for f in migrated(text).left] == ["Program.clone"]


def test_another_program_of_the_same_name():
    text = (
        "def f(main):\n    prog = main.clone(for_test=True)\n    return prog\n"
        "def g(a):\n    prog = fluid.Program()\n    with fluid.program_guard(prog):\n        return layer(a)\n"
    )
    assert "in_program(prog" not in migrated(text).text


SYNCHRONISED = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x = fluid.data('x', [None, 2])
    old = L.fc(x, 2, param_attr=fluid.ParamAttr('old_w', fluid.initializer.Constant(0.5)), bias_attr=False)
    new = L.fc(x, 2, param_attr=fluid.ParamAttr('new_w', fluid.initializer.Constant(0.25)), bias_attr=False)
    loss = L.mean(L.square(new - 1.0))
    fluid.optimizer.SGD(0.1).minimize(loss)
sources = [each for each in main.list_vars() if each.name == 'new_w']
targets = [each for each in main.list_vars() if each.name == 'old_w']
{}
copy = main.clone()
with fluid.program_guard(copy):
    done = []
    for i in range(len(sources)):
        {}
copy = copy._prune(done)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
for _ in range(2):
    exe.run(main, feed={{'x': np.ones([1, 2], 'float32')}}, fetch_list=[loss])
exe.run(copy)
for name in ('old_w', 'new_w'):
    print(np.array(fluid.global_scope().find_var(name).get_tensor()).astype("float64").round(4).tolist())
"""
HELD = [
    ("", "done.append(L.assign(sources[i], targets[i]))"),
    ("sources.sort(key=lambda each: each.name)\ntargets.sort(key=lambda each: each.name)",
     "done.append(L.assign(sources[i], targets[i]))"),
    ("pairs = {'sources': sources, 'targets': targets}\npairs.update({})",
     "done.append(L.assign(pairs['sources'][i], pairs['targets'][i]))"),
]


def test_lists_and_dictionaries_of_variables(run_both_ways):
    """1.8.5 gives these numbers: what is assigned is what has been trained, and the copy trains nothing."""
    scripts = {str(n): {"main.py": SYNCHRONISED.format(*each)} for n, each in enumerate(HELD)}
    old, new = run_both_ways(scripts)
    assert new == old
    assert set(map(tuple, old.values())) == {("[[0.34, 0.34], [0.34, 0.34]]",) * 2}


COMPUTED = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
main, startup = fluid.Program(), fluid.Program()
def error(a, b):
    return L.square(L.elementwise_sub(a, b))
with fluid.program_guard(main, startup):
    x = fluid.data('x', [None, 2])
    y = L.fc(x, 2, param_attr=fluid.initializer.Constant(0.5), bias_attr=False)
    z = L.scale(y, 3.0)
pair = {'y': y, 'z': z}
copy = main.clone(for_test=True)
with fluid.program_guard(copy, startup):
    out = %s
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
for got in exe.run(copy, feed={'x': np.ones((1, 2), 'float32')}, fetch_list=[out]):
    print(np.round(got, 4).tolist())
"""
OPERATIONS = {
    "difference": "L.elementwise_sub(y, z)",
    "product": "L.elementwise_mul(x=y, y=z)",
    "quotient": "L.elementwise_div(z, y)",
    "power": "L.elementwise_pow(z, y)",
    "remainder": "L.elementwise_mod(L.cast(z, 'int32'), L.cast(z, 'int32'))",
    "function": "error(z, y)",
    "dictionary": "L.elementwise_add(pair['y'], pair['z'])",
    "within": "L.elementwise_mul(L.elementwise_sub(z, y), L.elementwise_max(z, y))",
    "comparison": "L.cast(L.less_than(y, z), 'float32')",
}


def test_operators_of_a_copy_stand_in_its_program(run_both_ways):
    """On Paddle 2.6 an operator puts what it does into the program of its left side."""
    old, new = run_both_ways({name: {"main.py": COMPUTED % lines} for name, lines in OPERATIONS.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old

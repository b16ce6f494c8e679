"""Files of both modes: programs behind enable_static(), and what ran in guards in `dynamic_mode()`."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project
from paddle_migrate.reasons import reasons

OLD = """\
import numpy as np
import paddle.fluid as fluid


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(4, 2, param_attr=fluid.initializer.Constant(0.5))

    def forward(self, x):
        return half(self.fc(x))


def half(x):
    return fluid.layers.reduce_mean(x) / 2.0


def built(values):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x = fluid.data('x', [None, 4])
        loss = Net()(x)
        fluid.optimizer.SGD(0.1).minimize(loss)
        exe = fluid.Executor(place)
        exe.run(startup)
        return [float(exe.run(main, feed={'x': values}, fetch_list=[loss])[0]) for _ in range(3)]


def run(values):
    losses = []
    with fluid.dygraph.guard(place):
        net = Net()
        sgd = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
        for _ in range(3):
            loss = net(fluid.dygraph.to_variable(values))
            loss.backward()
            sgd.minimize(loss)
            net.clear_gradients()
            losses.append(float(loss.numpy()))
    return losses


place = fluid.CPUPlace()
values = np.arange(12, dtype='float32').reshape(3, 4) / 8
"""
SHOWN = "print([round(x, 6) for x in built(values) + run(values) + built(values)])\n"
TODAY = """\
with paddle.static.program_guard(main, startup):
        x = paddle.static.data('x', [None, 4], dtype='float32')
        loss = Net()(x)
        paddle.optimizer.SGD(0.1).minimize(loss)
        exe = paddle.static.Executor(place)
"""
BODY = "        x = {}(a)\n        x.backward()\n"
BESIDE = "def f(a):\n    with {}:\n" + BODY.format("fluid.dygraph.to_variable")
PROGRAM = """\
import paddle.fluid as fluid
def g():
    {}with fluid.program_guard(fluid.Program()):
        return {}
"""


def test_it_computes_the_same(run_both_ways):
    old, new = run_both_ways({"both": {"main.py": OLD + SHOWN}})
    assert new == old
    assert "both" in old


def test_the_text():
    result = migrate_source(OLD)
    assert "fluid" not in result.text
    assert "\n\npaddle.enable_static()\n" in result.text
    assert TODAY in result.text
    assert "    with dynamic_mode(place):\n        net = Net()\n" in result.text
    assert result.text.count("def dynamic_mode(") == 1
    assert not result.left
    assert migrate_source(result.text).text == result.text


def test_lines_are_those_of_the_old_text():
    found = migrate_source(OLD).findings
    names = ("fluid.dygraph.guard", "fluid.Executor")
    at = {f.name: OLD.splitlines()[f.line - 1] for f in found if f.name in names}
    assert {name for name, line in at.items() if name in line} == set(names)


def test_every_changed_line_knows_who_changed_it():
    result = migrate_source(OLD, options=Options(why=True))
    assert result.origins is not None
    told = reasons(OLD, result.text, result.origins)
    assert all(each.by for each in told)
    by = {by.rewrite for each in told for by in each.by}
    assert {"devices", "programs", "calls", "optimizers"} <= by


@pytest.mark.parametrize(
    ("guard", "new"),
    [
        ("fluid.dygraph.guard()", "dynamic_mode()"),
        ("fluid.dygraph.guard(place=fluid.CPUPlace())", "dynamic_mode(place=paddle.CPUPlace())"),
        ("fluid.dygraph.guard(None), open(a) as file", "dynamic_mode(None), open(a) as file"),
    ],
)
def test_guards(guard, new):
    result = migrate_source(PROGRAM.format("", "fluid.data('x', [1])") + BESIDE.format(guard))
    assert f"def f(a):\n    with {new}:\n" + BODY.format("as_tensor") in result.text
    assert "fluid" not in result.text


def test_functions_that_are_translated():
    head = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph.jit import declarative, dygraph_to_static_func\n"
    functions = "@declarative\ndef one(x): return x + 1\n@dygraph_to_static_func\ndef two(x): return x * 2\n"
    text = head + functions + PROGRAM.format("", "two(fluid.data('x', [1]))").partition("\n")[2]
    result = migrate_source(text + BESIDE.format("fluid.dygraph.guard()"))
    assert "@static_function\ndef one(x): return x + 1\n@translated\ndef two(x): return x * 2\n" in result.text
    assert "fluid" not in result.text


def _same(text, **options):
    """What stays of the program, and why."""
    result = migrate_source(text, options=Options(**options))
    assert "enable_static" not in result.text
    assert "dynamic_mode" not in result.text
    assert text.partition("def g")[2].partition("def f")[0] in result.text
    return {f.code for f in result.left}


@pytest.mark.parametrize("kept", ["fluid.data('x', [1]), fluid.core.op_support_gpu('x')", "fluid.no_such_name(1)"])
def test_what_would_keep_a_name_of_1_8_is_left_whole(kept):
    assert "PM315" in _same(PROGRAM.format("x = fluid.data('x', [1])\n    ", kept)
                            + BESIDE.format("fluid.dygraph.guard()"))


def test_a_line_that_is_to_stay_keeps_its_file():
    text = PROGRAM.format("", "fluid.data('x', [1])  # paddle-migrate: skip") + BESIDE.format("fluid.dygraph.guard()")
    assert "PM315" in _same(text)


def test_dygraph_outside_of_guards_would_run_in_static_mode():
    own = "def f(a):\n    x = paddle.to_tensor(a, g())\n    x.backward()\n"
    text = PROGRAM.format("", "fluid.data('x', [1])") + own
    assert "PM315" in _same("import paddle\n" + text + BESIDE.format("fluid.dygraph.guard()").replace("def f", "def e"))
    assert "PM315" in _same(PROGRAM.format("", "fluid.data('x', [1])") + BESIDE.format("open(a, g)"))


@pytest.mark.parametrize("caller", ["def h():\n    return g(), fluid.data('z', [1])\n", ""])
def test_functions_of_programs_that_no_dygraph_calls(caller):
    """Whoever calls them is in static mode already."""
    text = PROGRAM.format("x = fluid.layers.fc(fluid.data('x', [2]), 3)\n    ", "x") + BESIDE.format("open(a)")
    result = migrate_source(text + caller)
    assert "paddle.static.data(" in result.text
    assert "x.backward()" in result.text
    assert not {"fluid", "enable_static", "dynamic_mode"} & set(re.findall(r"\w+", result.text))


@pytest.mark.parametrize(
    "more",
    [
        "y = g()\n",  # a file's own lines
        "class H:\n    make = g\n",  # somebody may call that
        "class H:\n    def a(self, x):\n        x.backward()\n    def b(self):\n        return fluid.data('z', [1])\n",
        "def h(x):\n    x.backward()\n    return fluid.data('z', [1])\n",
    ],
)
def test_functions_of_programs_that_dygraph_may_call_stay(more):
    assert {"PM315", "PM316"} & _same(PROGRAM.format("", "fluid.data('x', [1])") + BESIDE.format("open(a)") + more)


def test_programs_are_not_wanted():
    text = PROGRAM.format("", "fluid.data('x', [1])") + BESIDE.format("fluid.dygraph.guard()")
    assert "PM315" in _same(text, programs=False)


@pytest.mark.parametrize(("caller", "stays"), [("fluid.dygraph.to_variable(a)", True), ("fluid.data('y', [1])", False)])
def test_a_file_in_dynamic_mode_imports_it(tmp_path, caller, stays):
    both, main = tmp_path / "both.py", tmp_path / "main.py"
    both.write_text(PROGRAM.format("", "fluid.data('x', [1])") + BESIDE.format("fluid.dygraph.guard()"))
    main.write_text(f"import paddle.fluid as fluid\nimport both\ndef h(a):\n    return {caller}\n")
    project = Project([both, main], [tmp_path])
    text = migrate_module(both.read_text(), both, Options(), project).text
    assert ("enable_static" not in text) is stays


def test_a_file_in_dynamic_mode_imports_functions_that_build_programs(tmp_path):
    """Which begin no static mode when they are imported."""
    both, main = tmp_path / "both.py", tmp_path / "main.py"
    both.write_text(PROGRAM.format("", "fluid.data('x', [1])") + BESIDE.format("open(a)"))
    caller = "def h(a):\n    f(fluid.dygraph.to_variable(a))\n"
    main.write_text(f"import paddle.fluid as fluid\nfrom both import f\n{caller}")
    text = migrate_module(both.read_text(), both, Options(), Project([both, main], [tmp_path])).text
    assert "paddle.static.data('x', [1]" in text
    assert not {"fluid", "enable_static"} & set(re.findall(r"\w+", text))

"""Programs that are fed what a function gives, under guards of the default programs in whatever order, and with parts
that nothing reads become a loop, with the same numbers."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import numpy as np
import paddle.fluid as fluid


def at(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def made(seed, rows=6):
    rng = np.random.RandomState(seed)
    rows = rng.rand(rows, 4).astype("float32")
    return {"given": rows, "label": (rows.sum(1, keepdims=True) > 2).astype("int64")}


def net(width):
    x = fluid.data("given", [None, 4])
    label = fluid.data("label", [None, 1], "int64")
    hidden = fluid.layers.fc(x, width, act="tanh", param_attr=at(0.1))
    out = fluid.layers.fc(hidden, 2, act="softmax", param_attr=at(0.2), bias_attr=at([0.1, -0.1]))
    loss = fluid.layers.mean(fluid.layers.cross_entropy(out, label))
    acc = fluid.layers.accuracy(out, label)
    return loss


first = fluid.default_startup_program()
second = fluid.default_main_program()
with fluid.program_guard(first, second):
    cost = net(3)
    fluid.optimizer.SGD(0.5).minimize(cost)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(second)
for step in range(4):
    value, = exe.run(first, feed=made(step), fetch_list=[cost])
    print(step, "%.5f" % value.item())
""".replace("param_attr=at(0.2), bias_attr=at([0.1, -0.1])",
            "param_attr=fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(\n"
            "        np.arange(6).reshape(3, 2).astype(\"float32\") / 10))")
ONE = OLD.replace("default_startup_program", "Program").replace("default_main_program", "Program")
NAMED = OLD.replace("    value, =", "    batch = made(step)\n    value, =").replace("feed=made(step)", "feed=batch")


def test_same_numbers(run_both_ways):
    programs = {"swapped": {"main.py": OLD}, "own": {"main.py": ONE}, "named": {"main.py": NAMED}}
    old, new = run_both_ways(programs, Options(dygraph=True))
    assert new == old
    assert [len(lines) for lines in old.values()] == [4, 4, 4], old


@pytest.mark.parametrize(("text", "fed"), [(OLD, "batch"), (ONE, "batch"), (NAMED, "batch")])
def test_they_become_a_loop(text, fed):
    result = migrate_source(text, options=Options(dygraph=True))
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert result.text.count(f"    {fed} = made(step)\n") == 1
    assert f'x=paddle.to_tensor({fed}["given"])' in result.text
    assert not any(word in result.text for word in ("fluid", "Executor", "Program", "enable_static"))
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


@pytest.mark.parametrize(("old", "new"), [
    ("    return {\"given\"", "    if seed > 9:\n        return {}\n    return {\"given\""),  # another one in between
    ("    return {\"given\"", "    yield {}\n    return {\"given\""),
    ("def made(", "@str\ndef made("),
    ("return {\"given\": rows, ", "return {\"other\": rows, "),
    ("return {\"given\": rows, ", "return {\"given\": rows, **dict(), "),
    (", \"label\": (rows.sum(1, keepdims=True) > 2).astype(\"int64\")}", "}"),
    ("exe = fluid", "exe = fluid.default_main_program() and fluid"),
    ("    cost = net(3)\n", "    cost = net(3)\n    print(fluid.default_main_program())\n"),
])
def test_they_stay(old, new):
    assert old in OLD
    assert "enable_static" in migrate_source(OLD.replace(old, new), options=Options(dygraph=True)).text

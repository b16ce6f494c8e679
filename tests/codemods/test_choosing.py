"""`--only`, `--except`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.choosing import REST, Part, part_of
from paddle_migrate.project.project import Project
from paddle_migrate.reasons import Units

EXAMPLES = Path(__file__).parents[2] / "examples" / "legacy"
BEFORE = """\
import paddle.fluid as fluid

with fluid.dygraph.guard():
    layer = fluid.dygraph.Linear(2, 2)
    sgd = fluid.optimizer.SGD(0.1, parameter_list=layer.parameters())
    loss = fluid.layers.mean(fluid.layers.relu(layer(fluid.layers.softmax(x))))
    loss.backward()
    sgd.minimize(loss)
    layer.clear_gradients()
    print(loss.numpy()[0])
"""
PROGRAM = """\
import paddle.fluid as fluid

x = fluid.data('x', [None, 2])
y = fluid.layers.relu(fluid.layers.fc(x, 2))
exe = fluid.Executor(fluid.CPUPlace())
"""


def chosen(text=BEFORE, **options):
    return migrate_source(text, options=Options(**options))


def test_a_function_alone():
    result = chosen(only=("relu",))
    assert result.text == BEFORE.replace("fluid.layers.relu", "F.relu").replace(
        "import paddle.fluid as fluid\n",
        "import paddle.nn.functional as F\nimport paddle.fluid as fluid\nimport paddle_compat\n",
    )
    assert chosen(result.text, only=("relu",)).text == result.text
    assert "paddle_compat" not in chosen(result.text).text


def test_a_function_in_one_line():
    text = BEFORE.replace("    loss.backward()", "    other = fluid.layers.relu(loss)\n    loss.backward()")
    assert "F.relu(loss)" in (result := chosen(text, only=("relu",), line=7)).text
    assert "fluid.layers.relu(layer(" in result.text
    assert chosen(text, only=("relu",), line=8).text == text


def test_a_line_below_imports_of_its_own(tmp_path):
    (tmp_path / "names.py").write_text("from paddle.fluid.layers import relu, softmax\n")
    path = tmp_path / "user.py"
    text = "from names import relu, softmax\nimport paddle.fluid as fluid\n\nwith fluid.dygraph.guard():\n" \
           "    a = relu(x)\n    b = relu(softmax(x))\n"
    result = migrate_module(text, path, Options(only=("relu",), line=6), Project([path], [tmp_path])).text
    assert "a = relu(x)" in result
    assert "b = F.relu(softmax(x))" in result


def test_all_but_a_function():
    whole, result = chosen(), chosen(leave_out=("fluid.layers.softmax",))
    assert "fluid.layers.softmax(x)" in result.text
    assert "paddle_compat" not in result.text
    put_back = result.text.replace("fluid.layers.softmax", "F.softmax").replace("import paddle.fluid as fluid\n", "")
    assert put_back == whole.text
    (said,) = [f for f in result.findings if f.code == "PM237"]
    assert said.name == "fluid.layers.softmax"
    assert "compat layer" in said.message


def test_in_steps_it_comes_to_the_same():
    result = chosen(chosen(only=("relu", "softmax")).text)
    assert sorted(result.text.splitlines()) == sorted(chosen().text.splitlines())  # imports come in another order


@pytest.mark.parametrize("name", ["optimizers", "Linear", "fluid.layers.mean", REST, "paddle.fluid.optimizer.SGD"])
def test_what_leans_on_one_another_goes_together(name):
    result = chosen(only=(name,))
    assert "fluid.layers.relu(layer(fluid.layers.softmax(x)))" in result.text
    assert "sgd.step()" in result.text
    assert "loss.item()" in result.text
    assert any(f.code == "PM237" and "what leans on it" in f.message for f in result.findings)


@pytest.mark.parametrize("name", ["optimizers", "minimize*", "Linear", "fluid.layers.mean", REST, "SGD"])
def test_and_is_left_together(name):
    result = chosen(leave_out=(name,))
    if name == "minimize*":  # a pattern for nothing that the file has
        assert result.text == chosen().text
        return
    assert "mean(F.relu(layer(F.softmax(x))))" in result.text
    for old in ("with fluid.dygraph.guard():", "sgd.minimize(loss)", "loss.numpy()[0]", "import paddle_compat\n"):
        assert old in result.text


@pytest.mark.parametrize(
    "options",
    [{"only": ("sigmoid",)}, {"leave_out": ("relu", "softmax", REST)}, {"only": (REST,), "leave_out": ("SGD",)}],
)
def test_nothing(options):
    result = chosen(**options)
    assert result.text == BEFORE
    assert not result.left


@pytest.mark.parametrize("options", [{"only": ("sigmoid",)}, {"leave_out": ("relu",)}, {"leave_out": ("Executor",)}])
def test_a_program_is_left_as_a_whole(options):
    assert chosen(PROGRAM, **options).text == PROGRAM


@pytest.mark.parametrize("options", [{"only": ("relu",)}, {"leave_out": ("sigmoid",)}, {"only": ("fc", "data")}])
def test_a_program_goes_as_a_whole(options):
    assert chosen(PROGRAM, **options).text == chosen(PROGRAM).text


@pytest.mark.parametrize(
    ("only", "leave_out", "part"),
    [
        ((), (), Part()),
        (("a.f",), (), Part(frozenset({"b.g"}), rest=False)),
        (("g",), (), Part(frozenset({"a.f"}), rest=False)),
        (("a.*",), (), Part(frozenset({"b.g"}), rest=False)),
        ((), ("f",), Part(frozenset({"a.f"}))),
        (("f", "h"), (), Part(frozenset({"b.g"}), named="c.h")),
        ((), ("c.h",), Part(rest=False, named="c.h")),
        (("*",), ("g",), Part(frozenset({"b.g"}), named=REST)),
        (("*",), ("h",), Part(rest=False, named="c.h")),
    ],
)
def test_parts(only, leave_out, part):
    assert part_of(Options(only=only, leave_out=leave_out), Units(("a.f", "b.g"), ("c.h", "devices"))) == part


@pytest.mark.parametrize("name", ["mnist_single", "mnist_multi"])
def test_every_function_of_a_script(name):
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    functions = chosen(text, why=True).origins.units.functions
    assert functions
    for function in functions:
        spelled = re.compile(rf"{re.escape(function)}\(")
        others = re.compile(r"fluid\.layers\.(?!mean|accuracy)\w+\(")
        assert len(spelled.findall(chosen(text, leave_out=(function,)).text)) == len(spelled.findall(text))
        alone = chosen(text, only=(function,)).text
        assert not spelled.search(alone)
        assert len(others.findall(alone)) == len(others.findall(text)) - len(spelled.findall(text))


TRAINS = """\
import numpy as np
import paddle.fluid as fluid

with fluid.dygraph.guard():
    layer = fluid.dygraph.Linear(3, 3, param_attr=fluid.initializer.ConstantInitializer(0.3))
    sgd = fluid.optimizer.SGD(0.1, parameter_list=layer.parameters())
    for step in range(4):
        x = fluid.dygraph.to_variable(np.array([[0.1, -0.5, step]], 'float32'))
        loss = fluid.layers.mean(fluid.layers.relu(layer(fluid.layers.softmax(x))))
        loss.backward()  # nobody clears gradients: 1.8 replaced them, Paddle 2 adds to them
        sgd.minimize(loss)
        print('%.9f' % loss.numpy()[0])
"""


def test_a_part_trains_as_the_whole(run_both_ways):
    ways = {"only": {"only": ("relu", "softmax")}, "rest": {"only": (REST,)}, "but": {"leave_out": ("relu",)}}
    texts = {"old": TRAINS, **{name: chosen(TRAINS, **options).text for name, options in ways.items()}}
    assert len(set(texts.values())) == 4
    under_compat, migrated = run_both_ways({name: {"main.py": text} for name, text in texts.items()})
    assert len(set(under_compat["old"])) == 4
    for name in ways:
        assert under_compat[name] == migrated[name] == under_compat["old"], name

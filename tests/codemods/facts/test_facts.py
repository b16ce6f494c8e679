"""Facts as a whole: what is asked of the code around an expression, and that nothing is set anew."""

from __future__ import annotations

import gc
from dataclasses import FrozenInstanceError

import libcst as cst
import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.facts.facts import Facts
from paddle_migrate.text.source import Source


@pytest.mark.parametrize("name", ["source", "scopes", "names", "definitions", "kinds", "mode", "others", "new"])
def test_nothing_is_set_anew(read, name):
    with pytest.raises(FrozenInstanceError):
        setattr(read("x = 1\n").facts, name, None)


def test_references_stay_as_they_are(read):
    (reference,) = read("fluid.layers.relu(x)\n").facts.references
    with pytest.raises(FrozenInstanceError):
        reference.rule = None


def test_around_an_expression(read):
    script = read("y = f(fluid.layers.relu(x))\nz: int = g()\ng()\n")
    code, relu = script.facts, script.node("fluid.layers.relu(x)")
    assert code.taker(relu) is script.node("f(fluid.layers.relu(x))")
    assert code.taken_by(relu) is None
    assert code.taken_by(script.node("x")) is code.by_call[relu]
    assert code.layer_function(relu) == "relu"
    assert code.layer_function(script.node("f(fluid.layers.relu(x))")) == ""
    assert code.assigned_name(script.node("f(fluid.layers.relu(x))")).value == "y"
    assert code.assigned_name(relu) is None
    assert code.is_whole_statement(script.node("g()"))
    assert not code.is_whole_statement(script.node("g()", 0))
    assert code.source.code(code.statement(relu)) == "y = f(fluid.layers.relu(x))"


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [("a = 'b'\n", "c", "'c'"), ('a = "b"\n', "c", '"c"'), ('a = "b"\n', 'c"', "'c\"'"), ("", "c", '"c"')],
)
def test_quotes(text, value, written):
    assert Facts.find(Source(text)).string(value) == written


def test_lines_left_alone(read):
    script = read("x = 1  # paddle-migrate: skip\ny = 1\n")
    assert script.facts.marked_lines == {4}
    assert script.facts.is_skipped(script.node("x"))
    assert not script.facts.is_skipped(script.node("y"))
    assert script.facts.left_lines == frozenset()


def test_a_fragment_has_the_mode_of_what_it_stands_in():
    text = "import paddle.fluid as fluid\nfluid.layers.fc(x, 3)\n"
    facts = Facts.of_fragment(Source(text), "dynamic")
    assert facts.is_fragment
    assert facts.mode.of_file == "dynamic"
    assert not Facts.find(Source(text)).is_fragment
    assert Facts.find(Source(text)).mode.of_file == "static"


_IMPORT = "import paddle.fluid as fluid\n"
_PROGRAM = """
x = fluid.data("x", [None, 4], "float32")
loss = fluid.layers.mean(fluid.layers.fc(x, 3, act="relu"))
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
"""
_COMMENTED = "\nwith fluid.dygraph.guard():\n    y = fluid.layers.relu(x)  # y = fluid.layers.relu(y)\n"
_WRAPPED = f"\ndef net(x):\n    return fluid.layers.conv2d(x, 8, filter_size=3, name='{'n' * 75}', act='relu')\n"


def _modules():
    return {id(each) for each in gc.get_objects() if isinstance(each, cst.Module)}


@pytest.mark.parametrize("text", [_PROGRAM, _COMMENTED, _WRAPPED], ids=["program", "comment", "long line"])
def test_tree_is_free_when_the_script_is_through(text):
    gc.collect()
    kept = _modules()  # what other tests hold on to
    gc.disable()
    try:
        assert migrate_source(_IMPORT + text).changed
        assert _modules() == kept
    finally:
        gc.enable()

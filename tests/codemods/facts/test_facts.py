"""Facts as a whole: what is asked of the code around an expression, and that nothing is set anew."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
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

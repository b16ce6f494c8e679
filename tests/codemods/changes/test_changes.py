"""What is said of a script, and which references are still open."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source

TEXT = """\
import paddle.fluid as fluid
a = fluid.layers.relu(x)
b = fluid.layers.mean(a)
c = fluid.layers.relu(b)  # paddle-migrate: skip
"""


@pytest.fixture
def script() -> Script:
    return Script.of(Source(TEXT), Options())


def _lines(script: Script, *names: str) -> list[int]:
    return [script.source.line(r.node) for r in script.open(*names)]


def test_what_is_settled_is_not_open(script):
    assert (_lines(script), _lines(script, "mean"), _lines(script, "nothing")) == ([2, 3], [3], [])
    script.settle(script.open("mean")[0])
    assert (_lines(script), _lines(script, "mean")) == ([2], [])


def test_only_the_first_reason_is_said(script):
    (reference,) = script.open("mean")
    script.leave(reference, "PM303", "first")
    script.leave(reference, "PM301", "second")
    (found,) = script.findings
    assert (found.line, found.code, found.name, found.message) == (3, "PM303", "fluid.layers.mean", "first")
    assert script.is_reported(reference)
    assert not script.is_settled(reference)


def test_the_same_is_said_once(script):
    for line in (2, 2, 3):
        script.say(line, "PM201", "f", "why")
    assert [f.line for f in script.findings] == [2, 3]
    script.say_once(script.source.module, "PM201", "f", "why")
    script.say_once(script.source.module, "PM201", "f", "why else")
    assert [f.message for f in script.findings] == ["why", "why", "why else"]


def test_of_lines_that_are_left_nothing_is_said_or_written(script):
    script.leave_lines(frozenset({2}))
    script.say(2, "PM201", "f", "why")
    script.edits.replace(TEXT.index("a ="), TEXT.index("a =") + 1, "z")
    script.edits.replace(TEXT.index("b ="), TEXT.index("b =") + 1, "z")
    assert script.findings == []
    assert script.edits.result() == TEXT.replace("b =", "z =")


def test_a_marked_line_keeps_its_text(script):
    at = TEXT.index("c =")
    script.edits.replace(at, at + 1, "z")
    assert script.edits.result() == TEXT


def test_a_node_with_the_edits_inside(script):
    call = script.open("relu")[0].call
    script.edits.replace(*script.source.span(call.func), "F.relu")
    assert script.render(call) == "F.relu(x)"
    assert script.render(script.source.all(cst.Assign)[1]) == "b = fluid.layers.mean(a)"


def test_a_helper_is_written_once_under_a_name_that_is_free():
    script = Script.of(Source("import paddle.fluid as fluid\nsave = 1\n"), Options())
    assert script.helper("save", "def {name}(): {0}()\n", ["f"]) == "save_"
    assert script.helper("save", "something else") == "save_"
    assert script.helper("load", "def {name}(): pass\n") == "load"
    assert [text for _, text in script.helpers_in_order()] == ["def save_(): f()\n", "def load(): pass\n"]


def test_the_import_of_the_legacy_name_leaves_it_free():
    script = Script.of(Source("from paddle.fluid.dygraph import save_dygraph\nfrom numpy import load\n"), Options())
    assert script.helper("save_dygraph", "") == "save_dygraph"
    assert script.helper("load", "") == "load_"

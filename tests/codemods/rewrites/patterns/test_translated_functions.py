"""`@declarative` and `@dygraph_to_static_func` where a file builds programs, too."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph.jit import declarative, dygraph_to_static_func\n"
PROGRAM = "def built(f):\n    with fluid.program_guard(fluid.Program()):\n        return f(fluid.data('x', [2]))\n"
GUARDED = "def run(f, x):\n    with fluid.dygraph.guard():\n        return f(fluid.layers.relu(x))\n"
DECORATED = "@{}\ndef f(x):\n    return fluid.layers.relu(x)\n"


@pytest.mark.parametrize(("old", "new"), [("declarative", "static_function"), ("dygraph_to_static_func", "translated")])
@pytest.mark.parametrize("place", ["module", "call"])
def test_functions(old, new, place):
    text = DECORATED.format(old) if place == "module" else f"def f(x):\n    return x\ndef g():\n    return {old}(f)\n"
    result = migrate_source(HEAD + text + PROGRAM + GUARDED)
    assert (f"@{new}\ndef f(" if place == "module" else f"    return {new}(f)\n") in result.text
    assert result.text.count(f"def {new}(") == 1
    assert "fluid" not in result.text
    assert "PM101" in [f.code for f in result.findings if f.name.endswith(old)]


def test_one_helper_for_both_passes():
    inside = PROGRAM.replace("f(fluid", "dygraph_to_static_func(f)(fluid")
    text = migrate_source(HEAD + DECORATED.format("dygraph_to_static_func") + inside + GUARDED).text
    assert "@translated\ndef f(" in text
    assert "return translated(f)(" in text
    assert text.count("def translated") == 1


def test_a_program_alone():
    text = migrate_source(HEAD + DECORATED.format("dygraph_to_static_func") + PROGRAM).text
    assert "@translated\ndef f(" in text
    assert "def dynamic_mode" not in text


def test_a_method_is_seen_bound():
    net = "class Net(fluid.dygraph.Layer):\n    @declarative\n    def forward(self, x):\n        return x\n"
    text = migrate_source(HEAD + net + PROGRAM + GUARDED).text
    assert "@paddle.jit.to_static()\n    def forward(" in text
    assert "static_function" not in text


@pytest.mark.parametrize(("old", "new"), [("declarative", "@paddle.jit.to_static()\n"), ("dygraph_to_static_func", "")])
def test_dygraph_alone_stays_as_it_was_rewritten(old, new):
    text = migrate_source(HEAD + DECORATED.format(old) + GUARDED).text
    assert f"{new}def f(x):" in text
    assert "translated" not in text
    assert "static_function" not in text


def test_no_program_of_paddle(check_noop):
    check_noop("from numba import declarative\n@declarative\ndef f(x):\n    return x\n")

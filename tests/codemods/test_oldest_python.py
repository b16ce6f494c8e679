"""What is written into scripts runs on Python 3.8, the oldest that Paddle 2.6 and 3.0 run on."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.rules.library import library

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "line",
    [
        "zip(a, b, strict=True)", "s.removeprefix('a')", "isinstance(x, int | float)", "isinstance(x, str | None)",
        "{} | x", "y = list[int]", "from functools import cache", "math.lcm(1, 2)",
    ],
)
def test_what_is_too_new_is_found(line, oldest_python):
    assert oldest_python.too_new(ast.parse(line))


@pytest.mark.parametrize(
    "line",
    ["zip(a, b)", "def f(x: int | None) -> list[int]: return x", "if (n := f()): pass", "a | b", "x: list[int] = []"],
)
def test_what_is_not_is_left(line, oldest_python):
    assert not oldest_python.too_new(ast.parse(line, feature_version=oldest_python.OLDEST))


@pytest.mark.parametrize("text", ["match x:\n    case 1: pass", "with (open(a) as f, open(b) as g): pass"])
def test_newer_syntax_is_refused(text, oldest_python):
    ast.parse(text)
    with pytest.raises(SyntaxError):
        ast.parse(text, feature_version=oldest_python.OLDEST)


def test_rules_and_helpers_of_the_compat_layer(oldest_python):
    """Whole files: a body that is written today may be joined by any other tomorrow."""
    found = {}
    for module in library().modules():
        tree = ast.parse(module.source, feature_version=oldest_python.OLDEST)
        found[module.name] = oldest_python.too_new(tree)
    assert len(found) > 50
    assert not {name: lines for name, lines in found.items() if lines}


WRITTEN = sorted((ROOT / "codemods" / "paddle_migrate" / "written").glob("*.py"))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_what_is_written_besides(path, oldest_python):
    assert not oldest_python.too_new(ast.parse(path.read_text(encoding="utf-8"), feature_version=oldest_python.OLDEST))


def test_there_is_something_written_besides():
    assert len(WRITTEN) > 5


def test_an_expression(oldest_python):
    text = "import paddle.fluid as fluid\nx = fluid.dygraph.to_variable(a)\ny = fluid.layers.expand_as(x, t)\n"
    result = migrate_source(text)
    assert "zip" in result.text
    assert not oldest_python.too_new(ast.parse(result.text, feature_version=oldest_python.OLDEST))

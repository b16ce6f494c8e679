"""A call on as many lines as it needs."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.changes.layout import laid_out
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source


def _laid(arguments: list[str]) -> str:
    script = Script.of(Source("if x:\n  f()\n"), Options())
    (call,) = script.source.all(cst.Call)
    return laid_out(script, call, "make", arguments)


@pytest.mark.parametrize("arguments", [[], ["a"], ["a", "b=1"], ["a" * 90]])
def test_on_one_line_where_it_fits(arguments):
    assert _laid(arguments) == f"make({', '.join(arguments)})"


@pytest.mark.parametrize("arguments", [["a" * 50, "b" * 50], ["lambda:\\\n x", "b"]])
def test_each_argument_on_a_line_of_its_own(arguments):
    assert _laid(arguments) == f"make(\n    {arguments[0]},\n    {arguments[1]})"

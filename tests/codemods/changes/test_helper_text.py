"""The text of what scripts are given."""

from __future__ import annotations

import pytest
from paddle_migrate.changes.helper_text import header, joined_headers


def test_long_headers_are_broken():
    assert header("def f(", ["a", "b=1"], 0) == "def f(a, b=1):\n"
    made = header("def function(", [f"parameter_{n}=None" for n in range(9)], 0)
    assert max(map(len, made.splitlines())) <= 80
    assert made.splitlines()[1].startswith(" " * 13 + "parameter_")


@pytest.mark.parametrize(("text", "new"), [
    ("def f(\n    a, b=(1,\n          2),\n):\n    g(a,\n      b)\n", "def f(a, b=(1, 2)):\n    g(a,\n      b)\n"),
    ("class A:\n    def f(self, a,\n          b):\n", "class A:\n    def f(self, a, b):\n"),
    ("def f(a,  # first\n      b):\n", None),
    (f"def f({'a' * 60},\n      {'b' * 60}):\n", None),
    (f"def f({'a' * 60},\n      {'b' * 50}):\n", f"def f({'a' * 60}, {'b' * 50}):\n"),
    ("x = f(\n    a)\n", None),
])  # fmt: skip
def test_headers_in_one_line(text, new):
    assert joined_headers(text) == (new or text)

"""Parentheses where an expression needs them, and nowhere else."""

from __future__ import annotations

import pytest
from paddle_migrate.changes.parentheses import holds_together, in_parentheses


@pytest.mark.parametrize(
    ("text", "before", "behind"),
    [
        ("a + b", "x - ", ""),
        ("a + b", "", " * x"),
        ("a * b", "", " ** x"),
        ("a * b", "x / ", ""),
        ("a if b else c", "", " + x"),
        ("a == b", "", " + x"),
        ("a + b", "", ".x"),
        ("-a", "", ".x"),
        ("-a", "", " + x"),
        ("a + b", "not ", ""),
    ],
)
def test_needed(text, before, behind):
    assert in_parentheses(text, before, behind) == f"({text})"


@pytest.mark.parametrize(
    ("text", "before", "behind"),
    [
        ("a", "x ** ", ".y"),
        ("f(a,\n  b)", "x * ", ".y"),
        ("a[0]", "-", ""),
        ("a + b", "", " + x"),
        ("a * b", "x + ", " - y"),
        ("a / b", "", " * y"),
    ],
)
def test_not_needed(text, before, behind):
    assert in_parentheses(text, before, behind) == text


@pytest.mark.parametrize(("text", "does"), [("f(x)", True), ("a.b", True), ("a + b", False), ("lambda: 1", False)])
def test_what_holds_together(text, does):
    assert holds_together(text) is does

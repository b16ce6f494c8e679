"""What to delete of things that commas part."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.text.commas import without


def cut(text, gone):
    """The text without some of its letters, which are the things."""
    spans = [match.span() for match in re.finditer(r"\b[a-z]\b(?!\w)", re.sub(r"#.*", lambda m: " " * len(m[0]), text))]
    for start, end in reversed(without(text, spans, gone)):
        text = text[:start] + text[end:]
    return text


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("(a, b, c)", [0], "(b, c)"),
        ("(a, b, c)", [1], "(a, c)"),
        ("(a, b, c)", [2], "(a, b)"),
        ("(a, b, c)", [1, 2], "(a)"),
        ("(a, b, c)", [0, 2], "(b)"),
        ("(a, b, c,)", [2], "(a, b,)"),
        ("(a , b , c)", [1], "(a , c)"),
        ("(a,\n b,\n c)", [1], "(a,\n c)"),
        ("(a,\r\n b,\r\n c)", [2], "(a,\r\n b)"),
        ("to a, \\\n  b", [1], "to a"),
    ],
)
def test_without_comments(text, gone, left):
    assert cut(text, gone) == left


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("(\n  a,  # A\n  b,  # B\n)", [0], "(\n  # A\n  b,  # B\n)"),
        ("(\n  a,  # A\n  b,  # B\n)", [1], "(\n  a,  # A\n  # B\n)"),
        ("(\n  a,  # A\n  b  # B\n)", [1], "(\n  a,  # A\n  # B\n)"),
        ("(\n  # A\n  a,\n  # B\n  b,\n)", [0], "(\n  # A\n  # B\n  b,\n)"),
        ("(a  # A\n, b)", [0], "(  # A\n b)"),
        ("(a  # A\n, b)", [1], "(a  # A\n, )"),
        ("(a,  # A\n b, c)", [1, 2], "(a,  # A\n )"),
        ("(a,  # A\n b, c,)", [1, 2], "(a,  # A\n )"),
        ("(a, b,  # B\n c, d)", [0, 2], "(b,  # B\n d)"),
        ("(\n  a,  # A\n)", [0], "(\n  # A\n)"),
        ("(a,  # A, a\n b)", [0], "(  # A, a\n b)"),
    ],
)
def test_comments_stay(text, gone, left):
    assert cut(text, gone) == left


@pytest.mark.parametrize("text", ["(a)", "(a, b)", "(a,  # A\n b,)", "(\n  a\n  # A\n  ,\n)", "a, b"])
def test_nothing_gone_nothing_cut(text):
    assert cut(text, []) == text


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("trailing", ["", ",", "  # Z\n", ",  # Z\n"])
@pytest.mark.parametrize("between", [", ", ",\n  ", ",  # X\n  ", "  # X\n  , ", "\n  # X\n  ,\n  # Y\n  "])
def test_any_of_them_leave_a_call(count, between, trailing):
    """What is left is Python, has just the others and every comment."""
    text = "f(" + between.join("abc"[:count]) + trailing + "\n)"
    for number in range(2**count):
        gone = [n for n in range(count) if number & 1 << n]
        left = cut(text.replace("f(", "F("), gone)
        kept = [letter for n, letter in enumerate("abc"[:count]) if n not in gone]
        call = compile(left, "call", "eval", 0x400).body
        assert [arg.id for arg in call.args] == kept
        assert left.count("#") == text.count("#")

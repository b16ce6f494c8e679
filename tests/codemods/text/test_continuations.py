"""Lines inside of brackets, and what they stand under."""

from __future__ import annotations

import pytest
from paddle_migrate.text.continuations import continuations


def told(text: str) -> list[tuple[str, bool, bool]]:
    """Each line's first character, whether it stands under what is behind the bracket, whether it closes it."""
    return [(text[line.at], line.is_aligned, line.closes) for line in continuations(text)]


def test_under_what_stands_behind_the_bracket():
    assert told("f(a,\n  b,\n   c)\n") == [("b", True, False), ("c", False, False)]
    assert told("f(  a,\n    b)\n") == [("b", True, False)]
    assert told("f(a, [b,\n      c],\n  d)\n") == [("c", True, False), ("d", True, False)]


def test_what_hangs_is_under_nothing():
    assert told("f(\n    a,\n)\n") == [("a", False, False), (")", False, True)]
    assert told("f(  # why\n    a)\n") == [("a", False, False)]


def test_comments_stand_in_lines_and_blank_lines_do_not():
    assert told("f(a,\n\n  # b\n\n  b)\n") == [("#", True, False), ("b", True, False)]


@pytest.mark.parametrize("text", ["a = 1\nb = 2\n", "x = '''(\n a\n'''\n", "a = b \\\n    + c\n", "# (\na\n"])
def test_no_brackets_no_lines(text):
    assert continuations(text) == []


@pytest.mark.parametrize("text", ["f(a,\n  b\n", "f(a,\n  b))\n"])
def test_brackets_that_do_not_match(text):
    assert continuations(text) == []


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_newlines(newline):
    assert told(f"f(a,{newline}  b){newline}") == [("b", True, False)]


def test_behind_a_string_of_several_lines():
    text = "f('''\n a''', g(a,\n            b))\n"
    (line,) = (each for each in continuations(text) if text[each.at] == "b")
    assert line.row == text.index(" a")

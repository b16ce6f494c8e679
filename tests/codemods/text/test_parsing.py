from __future__ import annotations

import ast

import pytest
from paddle_migrate.text.parsing import (
    compiles,
    expand_tabs,
    python_error,
    without_blank_end,
    without_form_feeds,
    without_leading_backslashes,
)


@pytest.mark.parametrize(
    ("function", "text", "new"),
    [
        (without_form_feeds, "a\n\fb\n", "a \nb\n"),
        (without_form_feeds, "\fa = 1\f\n", "\na = 1 \n"),
        (without_leading_backslashes, "\\\na\n", " \na\n"),
        (without_leading_backslashes, "a\n\\\nb\n", "a\n \nb\n"),
        (without_blank_end, "a\n\n\n  \n", "a\n"),
        (expand_tabs, "if a:\n\tb\n  \tc\n", "if a:\n        b\n        c\n"),
    ],
)
def test_what_the_parser_would_lose(function, text, new):
    assert function(text) == new


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (without_form_feeds, "a\n b\n"),
        (without_leading_backslashes, "a = 1 + \\\n  2\n"),
        (without_leading_backslashes, "a = '''\n\\\n'''\n"),
        (without_blank_end, "a\n"),
        (without_blank_end, "a"),
        (without_blank_end, "a \\\n\n"),
        (expand_tabs, "a = '\t'\nb\t= 1\n"),
    ],
)
def test_what_stays(function, text):
    assert function(text) == text


@pytest.mark.parametrize("function", [without_form_feeds, without_leading_backslashes])
def test_offsets_stay(function):
    text = "\f\\\n\fa = 1\n\f\f\nb\n"
    assert len(function(text)) == len(text)


@pytest.mark.parametrize("text", ["print 1\n", "a = \n", "def f(:\n"])
def test_what_is_no_python_has_words(text):
    error = python_error(text)
    assert error is not None
    assert str(error)
    with pytest.raises(SyntaxError):
        ast.parse(text)


@pytest.mark.parametrize("text", ["", "a = 1\n", "print(1)\n", "async def f(): await g()\n", "'\\d'\n"])
def test_python_has_none(text):
    assert python_error(text) is None


@pytest.mark.parametrize(("text", "is_code"), [
    ("f(a=1)\n", True), ("'\\d'\n", True), ("f(a=1, a=2)\n", False), ("return 1\n", False), ("a = \n", False),
])
def test_what_parses_and_is_no_code(text, is_code):
    assert compiles(text) == is_code

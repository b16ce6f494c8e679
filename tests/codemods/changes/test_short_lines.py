"""Long lines of a new text are broken, where they are no longer ones of the old text and hold no comment."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.changes.long_lines import with_short_lines

LONG = ", ".join(f"argument_number_{each}={each}" for each in range(8))
NAMES = ", ".join(f"argument_number_{each}" for each in range(8))


@pytest.mark.parametrize("text", [
    f"value = function({LONG})\n", f"def function({NAMES}):\n    return 1\n",
    f"class A:\n    def method(self, {NAMES}):\n        return function({LONG})\n",
    f"for each in x:\n    with y:\n        value = first(second({LONG}), 3)\n", f"x = [{NAMES}]\r\ny = 1\r\n",
])  # fmt: skip
def test_they_are_broken(text):
    new = with_short_lines("", text)
    assert max(map(len, new.splitlines())) <= 120 < max(map(len, text.splitlines()))
    assert ast.dump(ast.parse(new)) == ast.dump(ast.parse(text))
    assert new.count("\r") in (0, new.count("\n"))


@pytest.mark.parametrize("text", [
    f"value = function({LONG})  # a comment\n", f"value = function({LONG}, '''\n   two lines ''')\n",
    f"value = '{NAMES}'\n", "x = 1\n", f"if function({LONG}):\n    pass\n",
])  # fmt: skip
def test_they_stay(text):
    assert with_short_lines("", text) == text


def test_those_of_the_old_text_stay():
    text = f"value = function({LONG})\n"
    assert with_short_lines(text, f"x = 1\n{text}") == f"x = 1\n{text}"

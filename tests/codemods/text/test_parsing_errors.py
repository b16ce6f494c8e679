"""What is said of text that Python cannot parse: Python 2 as such, of a slip Python's own words."""

from __future__ import annotations

import json

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.formats import migrator

HEAD = "import paddle.fluid as fluid\n"


def said(text: str) -> tuple[int, str]:
    (finding,) = migrate_source(HEAD + text).findings
    assert finding.code == "PM902"
    return finding.line, finding.message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x = 1\n    y = 2\n", 3, "a syntax error (unexpected indent): `y = 2`"),
        ("def f():\npass\n", 3, "a syntax error (expected an indented block after function definition on line 2)"),
        ("def f(:\n    pass\n", 2, "a syntax error (invalid syntax): `def f(:`"),
        ("if fluid\n    f()\n", 2, "a syntax error (expected ':'): `if fluid`"),
        ("x = (1,\ny = 2\n", 2, "a syntax error ('(' was never closed): `x = (1,`"),
        ("'''\u2028\x0c\x1c\x85'''\nx = = 1\n", 3, "a syntax error (invalid syntax): `x = = 1`"),
        ("x = 'a <> b, 10L' +\n", 2, "a syntax error (invalid syntax): `x = 'a <> b, 10L' +`"),
        ("class A:\n    def f(self):\n        return data('x' [1])(\n", 4, "a syntax error ('(' was never closed)"),
        ("print(1))\n", 2, "a syntax error (unmatched ')'): `print(1))`"),
        ("def f(a=(1, 2), b=((3, 4)) c):\n    pass\n", 2, "a syntax error (invalid syntax"),
    ],
)  # fmt: skip
def test_a_slip_is_told_in_the_words_of_python(text, line, words):
    at, message = said(text)
    assert (at, words in message) == (line, True), message
    assert "Python 2" not in message
    assert message.endswith("; mend this line, then run paddle-migrate again")


@pytest.mark.parametrize(
    "text",
    [
        "print 'loss', loss\n", "for x in y:\n    print x,\n", "exec code in space\n",
        "try:\n    f()\nexcept ValueError, e:\n    pass\n", "try:\n    f()\nexcept (A, B), e:\n    pass\n",
        "raise ValueError, 'x'\n", "if a <> b:\n    pass\n", "x = 10L\n", "x = [0xFFL]\n", "x = 0777\n", "x = ur'a'\n",
        "f = sorted(x, key=lambda (a, b): b)\n", "def f(a, (b, c)):\n    pass\n", "def f((b, c)):\n    pass\n",
    ],
)  # fmt: skip
def test_python_2_is_told_as_such(text):
    line, message = said(text)
    assert "not Python 3: `" in message
    assert message.endswith("; this is Python 2: convert it first (2to3 or python-modernize), then run paddle-migrate")
    assert (HEAD + text).splitlines()[line - 1].strip() in message


def test_in_a_cell_and_without_a_line():
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": [HEAD, "if x\n"]}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (finding,) = migrator("a.ipynb")(json.dumps(book), "a.ipynb", Options()).findings
    assert (finding.line, finding.place) == (2, "cell 1")
    assert finding.message.startswith("a syntax error (expected ':'): `if x`")
    assert said("x = 1\0\n")[1] == "a syntax error: source code string cannot contain null bytes"

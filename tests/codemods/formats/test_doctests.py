"""A session as Python and back."""

from __future__ import annotations

import pytest
from paddle_migrate.formats.doctests import Doctest, is_doctest

SESSION = [">>> x = 1\n", ">>> x\n", "1\n", "\n", ">>> for i in r:\n", "...     f(i)\n", "...\n", "2\n"]
CODE = "x = 1\nx\n#__output_2__\n#__output_3__\nfor i in r:\n    f(i)\n\n#__output_7__\n"


def test_as_python():
    assert Doctest(SESSION).code == CODE


@pytest.mark.parametrize(
    ("old", "new", "line", "now"),
    [
        ("f(i)", "g(i)", 5, "...     g(i)\n"),
        ("x = 1", "y = 1", 0, ">>> y = 1\n"),
        ("for i", "for j", 4, ">>> for j in r:\n"),
    ],
)
def test_a_line_that_changes(old, new, line, now):
    assert Doctest(SESSION).session(CODE.replace(old, new)) == [*SESSION[:line], now, *SESSION[line + 1 :]]


def test_statements_that_come_and_go():
    session = Doctest([">>> import a\n", ">>> b = 1\n", ">>> b\n", "1\n"])
    assert session.session("import c\nd\nb\n#__output_3__\n") == [">>> import c\n", ">>> d\n", ">>> b\n", "1\n"]
    assert session.session("b\n#__output_3__\n") == [">>> b\n", "1\n"]


def test_a_new_statement_of_several_lines():
    session = Doctest([">>> f()\n", "1\n"])
    assert session.session("@a\ndef f():\n    g()\n\nf()\n#__output_1__\n") == [
        ">>> @a\n", "... def f():\n", "...     g()\n", "...\n", ">>> f()\n", "1\n",
    ]


def test_what_would_show_something_new_does_not():
    session = Doctest([">>> a = 1\n"]).session("paddle.device.set_device('cpu')\na = 1\n")
    assert session == [">>> _ = paddle.device.set_device('cpu')\n", ">>> a = 1\n"]


@pytest.mark.parametrize(
    "lines",
    [
        SESSION,
        [">>>   x\n", "y\n"],
        [">>> x\r\n", "y\r\n"],
        [">>> x"],
        [">>> if x:\n", "...   y\n", "... \n", "z\n"],
        [">>> paddle.device.set_device('cpu')\n", "Place(cpu)\n"],
        [">>> x = '''\n", "... y'''\n"],
        ["text\n", ">>> x\n", "...y\n"],
    ],
)
def test_code_that_does_not_change_keeps_every_byte(lines):
    session = Doctest(lines)
    assert session.session(session.code) == lines


@pytest.mark.parametrize("line", ["x = 1", ">> x", "... x", ">>>x", " >>> x"])
def test_no_session(line):
    assert not is_doctest([line])


def test_a_session():
    assert is_doctest(["text", ">>> x"])

"""Python's scopes: what a name means where it is used."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.scopes import Scopes, dotted, without_sign
from paddle_migrate.text.source import Source


def lines(text, name="x"):
    """The lines that bind what the last use of the name may mean."""
    source = Source(text)
    scopes = Scopes(source)
    use = [n for n in scopes.names if n.value == name][-1]
    return sorted(source.line(b.node) for b in scopes.find(use))


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("x = 1\nx = 2\nprint(x)\n", [1, 2]),
        ("x = 1\ndef f():\n    return x\n", [1]),
        ("x = 1\ndef f(x):\n    return x\n", [2]),
        ("x = 1\ndef f():\n    x = 2\n    return lambda: x\n", [3]),
        ("x = 1\ndef f():\n    global x\n    x = 2\nprint(x)\n", [1, 4]),
        ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    return x\n", [2, 5]),
        ("x = 0\ndef f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    g()\nprint(x)\n", [1]),
        ("for x in y:\n    print(x)\n", [1]),
        ("with open(p) as x:\n    print(x)\n", [1]),
        ("try:\n    pass\nexcept E as x:\n    print(x)\n", [3]),
        ("import a.x as x\nprint(x)\n", [1]),
        ("(x, y), *z = w\nprint(x)\n", [1]),
        ("def f(x):\n    pass\nx = 1\ndef g(a=x):\n    pass\n", [3]),  # a default is read outside
        ("[y for y in z if (x := y)]\nprint(x)\n", [1]),  # bound outside of the comprehension
        ("x += 1\nprint(x)\n", [1]),
    ],
)
def test_what_a_name_means(text, bound):
    assert lines(text) == bound


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    x = 1\n    def f(self):\n        return x\n",  # a class is no scope for its methods
        "[x for x in y]\nprint(x)\n",
        "def f():\n    x = 1\nprint(x)\n",
        "lambda x: 0\nprint(x)\n",
        "a.x = 1\nprint(x)\n",
        "f(x=1)\nprint(x)\n",
        "import x.y as z\nprint(x)\n",
    ],
)
def test_names_that_nothing_binds(text):
    assert lines(text) == []


def test_labels_are_no_uses():
    scopes = Scopes(Source("import x.y\nf(x=1)\na.x\nx\n"))
    assert [n.value for n in scopes.names] == ["f", "a", "x"]


def test_undefined_names_are_none_behind_a_star():
    assert [n.value for n in Scopes(Source("print(y)\n")).undefined()] == ["y"]
    assert Scopes(Source("from a import *\nprint(y)\n")).undefined() == []


@pytest.mark.parametrize(("text", "name"), [("a.b.c", "a.b.c"), ("a", "a"), ("a().b", ""), ("a[0].b", ""), ("1", "")])
def test_dotted(text, name):
    assert dotted(cst.parse_expression(text)) == name


def test_without_sign():
    assert without_sign(cst.parse_expression("-x")).deep_equals(cst.Name("x"))
    assert without_sign(cst.parse_expression("x - y")).deep_equals(cst.parse_expression("x - y"))

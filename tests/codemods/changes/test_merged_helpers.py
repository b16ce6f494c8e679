"""A helper that only the last line of another one calls stands there."""

from __future__ import annotations

import pytest
from paddle_migrate.changes.merged_helpers import merged, merged_helpers

INNER = 'def inner(a, b=2):\n    """Inner."""\n    c = a + b\n    return c * a\n'


def outer(body, params="x, y"):
    return f'def outer({params}):\n    """Outer."""\n' + "".join(f"    {line}\n" for line in body.splitlines())


def made(body, inner=INNER, params="x, y"):
    text = merged(outer(body, params), inner)
    if text is None:
        return None
    compile(text, "helper.py", "exec")
    head = f'def outer({params}):\n    """Outer."""\n'
    assert text.startswith(head)
    return "".join(line[4:] for line in text.removeprefix(head).splitlines(keepends=True)).rstrip("\n")


@pytest.mark.parametrize(("body", "new"), [
    ("return inner(x, y)", "c = x + y\nreturn c * x"),
    ("z = x\nreturn inner(z)", "z = x\nb = 2\nc = z + b\nreturn c * z"),
    ("return inner(x + 1, b=y)", "a = x + 1\nc = a + y\nreturn c * a"),
    ("a = x\nreturn inner(a, 3)", "a = x\nb = 3\nc = a + b\nreturn c * a"),
    ("return inner({a: a for a in x}, y)", "a = {a: a for a in x}\nc = a + y\nreturn c * a"),
    ("y = [c for c in x]\nreturn inner([*y, *(c for c in x)], 1)",
     "y = [c for c in x]\na = [*y, *(c for c in x)]\nb = 1\nc = a + b\nreturn c * a"),
    ("if x:\n    return y\nreturn inner(y, x)", "if x:\n    return y\nc = y + x\nreturn c * y"),
])  # fmt: skip
def test_what_it_does_stands_there(body, new):
    assert made(body) == new


def test_both_give_the_same():
    for body in ("return inner(x + 1, b=y)", "a = y\nreturn inner(x, a)", "return inner(y, x)"):
        both, one = {}, {}
        exec(INNER + outer(body), both)
        exec(merged(outer(body), INNER), one)
        assert both["outer"](3, 5) == one["outer"](3, 5)


@pytest.mark.parametrize("body", [
    "return inner(*x)", "return inner(**x)", "return inner()", "return inner(x, y) + 1", "x = inner(x)\nreturn x",
    "inner(x, y)",  # which gives nothing
    "for _ in x:\n    yield _\nreturn inner(x, y)", "return inner(b + 1, a + 1)",
    "f = lambda: c\nc = 1\nreturn inner(f, y)",
    "c = 1\nreturn inner((c + each for each in x), y)",
    "c = 1\nf = (c + each for each in x)\nreturn inner(f, y)",
    "if x:\n    return inner(x, y)\nelse:\n    return inner(y, x)",
])  # fmt: skip
def test_what_stays(body):
    assert made(body, params="x, y, a, b") is None


@pytest.mark.parametrize("inner", [
    INNER.replace("a, b=2", "a, *b"), INNER.replace("a, b=2", "a, *, b=2"), "@mark\n" + INNER,
    'def inner(a, b=2):\n    """Inner."""\n', "class inner:\n    pass\n",
    INNER.replace("return c * a", "yield c"), INNER.replace("c = a + b", "c = x + b"),
    INNER.replace("    c = a + b\n", "    c = a + b\n" * 40),
])  # fmt: skip
def test_functions_that_are_called_still(inner):
    assert made("x = 1\nreturn inner(y, y)", inner) is None


def test_a_name_that_both_set():
    inner = 'def inner(a):\n    """Inner."""\n    y = a + 1\n    return y * a\n'
    assert made("y = x * 2\nreturn inner(y)", inner) == "y = x * 2\na = y\ny = a + 1\nreturn y * a"
    assert made("return inner(x)", inner) == "y = x + 1\nreturn y * x"
    assert made("a = 2\nreturn inner(x + a)", inner) == "a = 2\na = x + a\ny = a + 1\nreturn y * a"


def test_texts_with_values_keep_their_names():
    """Python does not tell where these stand."""
    inner = 'def inner(a):\n    """Inner."""\n    b = f"{a}"\n    return b\n'
    assert made("return inner(x)", inner) == 'a = x\nb = f"{a}"\nreturn b'


@pytest.mark.parametrize(("program", "more", "left"), [
    ("outer(1, 2)", "", ["outer"]),
    ("outer(1, inner)", "", ["inner", "outer"]),
    ("outer(1, 2)", 'def third():\n    """Third."""\n    return [inner]\n', ["inner", "outer", "third"]),
])
def test_only_where_nobody_else_asks_for_it(program, more, left):
    helpers = [("inner", INNER), ("outer", outer("return inner(x, y)")), *([("third", more)] if more else [])]
    assert [name for name, _ in merged_helpers(tuple(helpers), program)] == left


def test_one_in_another_in_another():
    last = outer("return outer(p, q)", "p, q").replace("def outer(", "def last(")
    texts = (("inner", INNER), ("outer", outer("return inner(x, y)")), ("last", last))
    expected = 'def last(p, q):\n    """Outer."""\n    c = p + q\n    return c * p\n'
    assert merged_helpers(texts, "last(1, 2)") == (("last", expected),)


def test_names_that_change_places():
    last = outer("return outer(y, x)").replace("def outer(", "def last(")
    assert merged(last, outer("return inner(x, y)")) is None

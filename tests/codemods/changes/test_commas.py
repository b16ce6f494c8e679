"""Arguments, parameters and items taken out and put in where they stand."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.changes.commas import arguments_of, items_of, parameters_of
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source


def changed(text, find, kind, gone=(), new="", before=None):
    """The text with a change in the first call, function or `with`."""
    script = Script.of(Source(text, "script.py"), Options())
    commas = find(script, script.source.all(kind)[0])
    things = commas.things
    commas.change([things[n] for n in gone], new, None if before is None else things[before])
    return script.edits.result()


@pytest.mark.parametrize(
    ("text", "gone", "new", "before", "after"),
    [
        ("f()\n", [], "x", None, "f(x)\n"),
        ("f(a)\n", [], "x=1", None, "f(a, x=1)\n"),
        ("f(a,)\n", [], "x", None, "f(a, x,)\n"),
        ("f(a, b)\n", [], "x", 1, "f(a, x, b)\n"),
        ("f(a, b)\n", [0], "x", None, "f(b, x)\n"),
        ("f(a, b)\n", [0, 1], "", None, "f()\n"),
        ("f(\n    a,\n    b,\n)\n", [0, 1], "x", None, "f(x)\n"),
        ("f(  # why\n    a,\n)\n", [0], "x", None, "f(  # why\n    x)\n"),
        ("f(\n    a,  # why\n    b,\n)\n", [0, 1], "x", None, "f(\n    x,  # why\n)\n"),
        ("f(\n    a,  # why\n)\n", [], "x", None, "f(\n    a, x,  # why\n)\n"),
        ("f(  # why\n)\n", [], "x", None, "f(  # why\nx)\n"),
        ("f(*a, **b)\n", [1], "x", None, "f(*a, x)\n"),
        ("(f)(a)\n", [], "x", None, "(f)(a, x)\n"),
    ],
)
def test_arguments(text, gone, new, before, after):
    assert changed(text, arguments_of, cst.Call, gone, new, before) == after


@pytest.mark.parametrize(
    ("text", "gone", "new", "before", "after"),
    [
        ("def f(): pass\n", [], "x", None, "def f(x): pass\n"),
        ("def f(a: int): pass\n", [], "x", None, "def f(a: int, x): pass\n"),
        ("def f(*a): pass\n", [], "x", 0, "def f(x, *a): pass\n"),
        ("def f(a, *, b): pass\n", [0], "", None, "def f(*, b): pass\n"),
        ("def f(a, /, b=1): pass\n", [2], "", None, "def f(a, /): pass\n"),
        ("def f(a=(1, 2), **b): pass\n", [0], "", None, "def f(**b): pass\n"),
        ("def f(a  # (why)\n): pass\n", [0], "", None, "def f(  # (why)\n): pass\n"),
    ],
)
def test_parameters(text, gone, new, before, after):
    assert changed(text, parameters_of, cst.FunctionDef, gone, new, before) == after


@pytest.mark.parametrize(
    ("text", "gone", "after"),
    [
        ("with a, b as c: pass\n", [0], "with b as c: pass\n"),
        ("with a, b as c: pass\n", [1], "with a: pass\n"),
        ("with a as (c, d), b: pass\n", [1], "with a as (c, d): pass\n"),
        ("with (a as c, b): pass\n", [0], "with (b): pass\n"),
    ],
)
def test_items(text, gone, after):
    assert changed(text, items_of, cst.With, gone) == after


@pytest.mark.parametrize(
    ("text", "find", "kind"),
    [
        ("f(a,  # why\n  b , )\n", arguments_of, cst.Call),
        ("def f(a , *, b): pass\n", parameters_of, cst.FunctionDef),
        ("with a , b: pass\n", items_of, cst.With),
    ],
)
def test_no_change(text, find, kind):
    assert changed(text, find, kind) == text


def test_one_in_the_place_of_another():
    script = Script.of(Source("f(a,  # why\n  b)\n", "script.py"), Options())
    arguments = arguments_of(script, script.source.all(cst.Call)[0])
    arguments.put_instead(arguments.things[0], "x, y")
    assert script.edits.result() == "f(x, y,  # why\n  b)\n"

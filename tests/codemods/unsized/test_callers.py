"""Which names a function binds, and from where it is called."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.interpreter.places import Places
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.callers import Calls, Names


def _ask(kind, text, name):
    """The answer for the function of that name; None: for the module."""
    script = Script.of(Source(text), Options())
    places = Places(script.source)
    functions = [f for f in script.source.all(cst.FunctionDef) if f.name.value == name]
    place = places.of(functions[0]) if functions else None
    found = kind(script, places)(place)
    return found if kind is Names or found is None else sorted(script.source.line(places.calls[at]) for at in found)


@pytest.mark.parametrize(("text", "lines"), [
    ("def f(a): pass\nf(1)\nf(2)\n", [2, 3]),
    ("class A:\n    def f(self): pass\n    def g(self):\n        self.f()\n", [4]),
    ("class A:\n    def __init__(self): pass\nA()\n", [3]),
    ("class A:\n    def __init__(self): pass\nclass B(A):\n    pass\nB()\n", [5]),
    ("class A:\n    def __init__(self): pass\nclass B(A):\n    def __init__(self):\n        super().__init__()\n"
     "B()\n", [5]),
])  # fmt: skip
def test_calls(text, lines):
    name = "__init__" if "__init__" in text else "f"
    assert _ask(Calls, text, name) == lines


@pytest.mark.parametrize("text", [
    "def f(a): pass\nf(1)\nuse(f)\n", "def f(): pass\nf()  # paddle-migrate: skip\n", "def f(): pass\ng = f\n",
    "class A:\n    def f(self): pass\n    def g(self):\n        use(self.f)\n",
    "class A:\n    def f(self): pass\na.f()\n", "class A:\n    def __init__(self): pass\nuse(A)\n",
    "class A:\n    def __init__(self): pass\nA(*x)\n",
])  # fmt: skip
def test_another_use(text):
    assert _ask(Calls, text, "__init__" if "__init__" in text else "f") is None


def test_names():
    text = "import a\ndef f(b):\n    c = b\ndef g(d): pass\n"
    assert _ask(Names, text, "f") == {"a", "f", "g", "b", "c"}
    assert _ask(Names, text, None) == {"a", "f", "g", "b", "c", "d"}

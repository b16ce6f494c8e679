"""The loops of a script: around which calls they go."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.places import Places
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.loops import Loops


def _loops(text):
    source = Source(text)
    places = Places(source)
    return Loops(source, places), [place for place, call in places.calls.items() if source.code(call.func) == "make"]


@pytest.mark.parametrize("text", [
    "for i in x:\n    make(i)\n",
    "while x:\n    y = [make(1)]\n",
    "for i in x:\n    if i:\n        make(i)\n",
    "def f():\n    for i in x:\n        make(i)\n",
])  # fmt: skip
def test_a_statement_in_a_loop(text):
    loops, (site,) = _loops(text)
    assert loops.is_statement_in_loop(site)


@pytest.mark.parametrize("text", [
    "make(1)\n",
    "for i in x:\n    def f():\n        make(i)\n",
    "for i in x:\n    y = [make(j) for j in i]\n",
    "for i in x:\n    y = lambda: make(i)\n",
    "for i in x:\n    make(i); other(i)\n",
    "for i in x: make(i); other(i)\n",
    "for i in x:\n    if make(i):\n        pass\n",
])  # fmt: skip
def test_no_such_statement(text):
    loops, (site,) = _loops(text)
    assert not loops.is_statement_in_loop(site)


def test_the_outermost():
    loops, (site,) = _loops("for i in x:\n    while i:\n        make(i)\n")
    assert loops.source.code(loops.outermost(site).target) == "i"


@pytest.mark.parametrize(("text", "wanted"), [
    ("make(1)\nmake(2)\n", True), ("for i in x:\n    make(i)\n    a = make(2)\n", True),
    ("make(1)\nif x:\n    make(2)\n", False),
    ("if x:\n    make(1)\nelse:\n    make(2)\n", False), ("make(1); a = 1\nmake(2)\n", False),
])  # fmt: skip
def test_the_same_block(text, wanted):
    loops, (one, other) = _loops(text)
    assert loops.same_block(one, other) is wanted


def test_a_place_where_there_is_no_call():
    loops, _ = _loops("make(1)\n")
    assert loops.outermost((9, 0, 9, 1)) is None
    assert loops.line((9, 0, 9, 1)) is None

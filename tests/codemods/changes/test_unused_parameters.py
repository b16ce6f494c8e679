"""Helpers without the parameters that no call gives."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.changes.unused_methods import names_in, pattern_of
from paddle_migrate.changes.unused_parameters import without_unused_parameters

LOAD = "def load(dirname, executor, name=None, other=None):\n    return executor.load(dirname, name or 'model')\n"
OUTER = "def outer(dirname, name=None, **more):\n    return load(dirname, 1, name)\n"
BASE = "class Base:\n    def __init__(self, x, size=None):\n        self.x = x if size is None else x[:size]\n"


def made(program, **helpers):
    texts = tuple(helpers.items())
    names = names_in(texts)
    unread = names - set(re.findall(pattern_of(names), program)) if names else names
    return dict(without_unused_parameters(texts, program, unread))


@pytest.mark.parametrize(("program", "params"), [
    ("load(d, exe)", "dirname, executor"),
    ("load(d, exe, None)", "dirname, executor, name=None"),
    ("load(d, exe, other='p')", "dirname, executor, other=None"),
    ("load(d, exe, name=n)\nload(d, exe)", "dirname, executor, name=None"),
    ("load(d, exe, n, p)", "dirname, executor, name=None, other=None"),
    ("load(*given)", "dirname, executor, name=None, other=None"),
    ("load(d, exe, **given)", "dirname, executor, name=None, other=None"),
    ("run(load)", "dirname, executor, name=None, other=None"),
    ("print(d)", "dirname, executor, name=None, other=None"),
    ("load(d,", "dirname, executor, name=None, other=None"),
])  # fmt: skip
def test_of_a_function(program, params):
    text = made(program, load=LOAD)["load"]
    assert text.startswith(f"def load({params}):\n")
    assert ("'model')" in text) == ("name or" in text or "dirname, 'model'" in text)


def test_parameters_by_keyword_stay():
    text = made("least(x, by=f)", least="def least(x, keep=False, *, by, at=1):\n    return x if keep else by(x, at)\n")
    assert text["least"] == "def least(x, *, by, at=1):\n    return by(x, at)\n"


def test_helpers_that_give_one_another_theirs():
    found = made("outer(d)", load=LOAD, outer=OUTER)
    assert found["outer"] == "def outer(dirname):\n    return load(dirname, 1)\n"
    assert found["load"].startswith("def load(dirname, executor):\n")
    found = made("outer(d, name=n, params=p)", load=LOAD, outer=OUTER)
    assert found["outer"] == OUTER
    assert found["load"].startswith("def load(dirname, executor, name=None):\n")


@pytest.mark.parametrize(("program", "is_less"), [("Base(x)", True), ("Base(x, 2)", False), ("Heir(x)", True),
                                                  ("Heir(x, size=2)", False)])  # fmt: skip
def test_of_a_class_and_those_that_derive_from_it(program, is_less):
    found = made(program, Base=BASE, Heir="class Heir(Base):\n    pass\n")
    assert ("size" not in found["Base"]) == is_less


def test_a_class_of_its_own_that_begins_with_the_other():
    heir = "class Heir(Base):\n    def __init__(self, x):\n        super().__init__(x{})\n"
    assert "size" not in made("Heir(x)", Base=BASE, Heir=heir.format(""))["Base"]
    assert made("Heir(x)", Base=BASE, Heir=heir.format(", 3"))["Base"] == BASE


LISTS = "class A:\n    def __init__(self, x, lists=False):\n{}\n    def f(self):\n        return {}\n"
KEEPING = LISTS.format("        self.x = x\n        self.lists = lists\n", "[self.x] if self.lists else self.x")


@pytest.mark.parametrize(
    ("program", "other", "is_less"),
    [
        ("A(x).f()", "def g():\n    pass\n", True),
        ("A(x, lists=True).f()", "def g():\n    pass\n", False),
        ("a = A(x)\nprint(a.lists)", "def g():\n    pass\n", False),
        ("A(x)", "def g(a):\n    return a.lists\n", False),
        ("A(x)", "class Heir(A):\n    def g(self):\n        return self.lists\n", False),
    ],
)
def test_what_a_class_keeps(program, other, is_less):
    less = LISTS.format("        self.x = x\n", "self.x").replace(", lists=False", "")
    assert made(program, A=KEEPING, other=other)["A"] == (less if is_less else KEEPING)


@pytest.mark.parametrize(
    ("default", "is_less"), [("-100", True), ("0.5", True), ("True", False), ("(1, 2)", False), ("-x", False)]
)
def test_a_number_that_is_compared(default, is_less):
    found = made("f(1)", f=f"def f(x, p={default}):\n    return x != p\n")["f"]
    assert (found == f"def f(x):\n    return x != {default}\n") == is_less

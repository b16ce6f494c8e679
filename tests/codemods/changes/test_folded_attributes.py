"""A class without an attribute that is always the same."""

from __future__ import annotations

import pytest
from paddle_migrate.changes.unused_parameters import without_attribute

HEAD = "class A:\n    def __init__(self, x, p=None):\n        self.x = x\n"
KEPT = "        self.q = p\n"
METHOD = "\n    def f(self, y):\n"


def method(*lines):
    return METHOD + "".join(f"        {line}\n" for line in lines)


OWN = frozenset("q")


@pytest.mark.parametrize(
    ("value", "before", "after"),
    [
        (False, ["return y if self.q else self.x"], ["return self.x"]),
        (True, ["if self.q:", "    return y", "else:", "    return self.x"], ["return y"]),
        (None, ["if self.q is not None:", "    y = self.q(y)", "return y"], ["return y"]),
        (None, ["q = y.q", "return q"], ["q = y.q", "return q"]),
        (3, ["return y == self.q"], ["return y == 3"]),
    ],
)
def test_what_is_decided(value, before, after):
    assert without_attribute(HEAD + KEPT + method(*before), "p", value, OWN) == HEAD + method(*after)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + KEPT + method("return self.q"),
        HEAD + KEPT + method("if y:", "    self.q = y", "return 1 if self.q else 2"),
        HEAD + "        self.q, self.r = p, x\n" + method("return 1 if self.q else 2"),
        HEAD + "        self.q = p or x\n" + method("return 1 if self.q else 2"),
        HEAD + "        x.q = p\n" + method("return 1 if self.q else 2"),
        HEAD + KEPT + method("if y:", "    if self.q:", "        y = 1", "return y"),
        "def f(self, p=None):\n    self.q = p\n    return 1 if self.q else 2\n",
    ],
)
def test_what_stays(text):
    assert without_attribute(text, "p", None, OWN) == text


def test_another_reads_it():
    text = HEAD + KEPT + method("return y if self.q else self.x")
    assert without_attribute(text, "p", None, frozenset()) == text

"""Python's built-in functions of objects and their classes."""

from __future__ import annotations

import pytest

CLASSES = """\
class A(object):
    kind = 'a'
    def __init__(self, size):
        self.size = size
    def double(self):
        return self.size * 2
class B(A):
    def __init__(self):
        {super}.__init__(3)
    def double(self):
        return super().double() + 1
b = B()
"""


@pytest.mark.parametrize("written", ["super()", "super(B, self)"])
def test_a_parent_s_method(result, written):
    text = CLASSES.format(super=written)
    assert result(f"{text}result = b.size, b.double()") == "(3, 7)"


@pytest.mark.parametrize(("expression", "wanted"), [
    ("getattr(b, 'size')", "3"),
    ("getattr(b, 'kind')", "'a'"),
    ("hasattr(b, 'size')", "True"),
    ("hasattr(b, 'double')", "True"),
    ("isinstance(1, int)", "True"),
    ("isinstance('a', (int, str))", "True"),
    ("isinstance([1], (list, tuple))", "True"),
    ("isinstance(b, dict)", "False"),
    ("isinstance({}, dict)", "True"),
    ("isinstance(np.zeros([2]), np.ndarray)", "True"),
    ("isinstance(np.zeros([2]), int)", "False"),
    ("isinstance(None, str)", "False"),
    ("isinstance(3, np.ndarray)", "False"),
])  # fmt: skip
def test_what_is_known(result, expression, wanted):
    assert result(f"{CLASSES.format(super='super()')}result = {expression}") == wanted


@pytest.mark.parametrize("expression", [
    "hasattr(b, 'colour')",  # the script may give it one
    "hasattr(b, who)", "hasattr(who, 'size')", "getattr(b, who)", "isinstance(who, str)", "isinstance(1, who)",
    "isinstance(undefined, int)", "isinstance(np.zeros([2]), paddle.no_such_class)",
])  # fmt: skip
def test_what_is_not_known(result, expression):
    assert result(f"{CLASSES.format(super='super()')}result = {expression}") == "unknown"


def test_an_attribute_given_by_name(result):
    text = CLASSES.format(super="super()")
    assert result(f"{text}setattr(b, 'size', 5)\nresult = b.double()") == "11"
    assert result(f"{text}setattr(b, who, 5)\nresult = b.double()") == "7"

"""Giving names, attributes and items their values."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("text", "wanted"), [
    ("a, b = 1, 2\nresult = b, a", "(2, 1)"),
    ("a, (b, c) = 1, (2, 3)\nresult = [a, b, c]", "[1, 2, 3]"),
    ("a, *b = 1, 2, 3\nresult = b", "[2, 3]"),
    ("*a, b = 1, 2, 3\nresult = a, b", "([1, 2], 3)"),
    ("a, *b, c = 1, 2\nresult = b, c", "([], 2)"),
    ("result = [1, 2]\nresult[-1] = 3", "[1, 3]"),
    ("result = {}\nresult['a'] = 1", "{a: 1}"),
    ("class A(object):\n    pass\na = A()\na.b = 3\nresult = a.b", "3"),
    ("class A(object):\n    pass\nA.b = 3\nresult = A().b", "3"),
    ("a = b = [1]\na.append(2)\nresult = b", "[1, 2]"),
])  # fmt: skip
def test_what_is_given(result, text, wanted):
    assert result(text) == wanted


@pytest.mark.parametrize(("text", "wanted"), [
    ("a, b = who\nresult = a", "unknown"),
    ("result, b = 1, 2, 3", "unknown"),
    ("result, b = [1, 1, 1]", "1"),
    ("result = [1, 2]\nresult[n] = 3", "[1, 2, 3...]"),
    ("result = [1, 2]\nresult[7] = 3", "[1, 2, 3...]"),
    ("result = {'a': 1}\nresult[who] = 2", "{a: 1}..."),
    ("result = [1, 2]\nif n:\n    result[0] = 3", "[unknown, 2]"),
    ("class A(object):\n    b = 1\nif n:\n    A.b = 2\nresult = A.b", "unknown"),
    ("class A(object):\n    pass\na = A()\na.b = 1\nif n:\n    a.b = 2\nresult = a.b", "unknown"),
])  # fmt: skip
def test_what_is_not_certain(result, text, wanted):
    assert result(text) == wanted

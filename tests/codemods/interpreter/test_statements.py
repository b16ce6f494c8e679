"""Assignments, blocks, functions and classes of a script that is run on shapes."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("text", "wanted"), [
    ("result = other = 3", "3"),
    ("result: int = 4", "4"),
    ("result: int", "unknown"),
    ("a, (b, c) = 1, (2, 3)\nresult = (c, b, a)", "(3, 2, 1)"),
    ("a, *result = [1, 2, 3]", "[2, 3]"),
    ("a, b = who\nresult = a", "unknown"),
    ("result = 2\nresult *= 5", "10"),
    ("result = [1]\nresult += [2, 3]", "[1, 2, 3]"),
    ("result = {}\nresult['a'] = 1", "{a: 1}"),
    ("result = {}\nresult[who] = 1", "{}..."),
    ("result = [1, 2]\nresult[1] = 5", "[1, 5]"),
    ("result = [1, 2]\nresult[n] = 5", "[1, 2, 5...]"),
    ("result = 1\ndel result", "unknown"),
    ("def f():\n    global result\n    result = 7\nf()", "7"),
    ("def f():\n    a = 1\n    def g():\n        nonlocal a\n        a = 2\n    g()\n    return a\nresult = f()", "2"),
    ("with open(who) as f:\n    result = 5", "5"),
    ("import math as m\nresult = m.sqrt(9)", "3.0"),
    ("from math import sqrt\nresult = sqrt(n)", "unknown"),
    ("class A:\n    size = 3\nresult = A().size", "3"),
    ("class A:\n    size = 3\na = A()\na.size = 4\nresult = (a.size, A.size)", "(4, 3)"),
])  # fmt: skip
def test_statements(result, text, wanted):
    assert result(text) == wanted


@pytest.mark.parametrize(("text", "wanted"), [
    ("result = 1\nif n > 3:\n    result = 2", "unknown"),
    ("if n > 3:\n    result = 2\nelse:\n    result = 2", "2"),
    ("if 3 > 2:\n    result = 1\nelse:\n    result = 2", "1"),
    ("if n > 3:\n    result = np.zeros([2, 3])\nelse:\n    result = np.zeros([2, 4])", "[2, ?] float64"),
    ("if n > 3:\n    result = np.zeros([2])\nelse:\n    result = np.zeros([2, 4])", "unknown float64"),
    ("if n > 3:\n    raise ValueError\nresult = 5", "5"),
    ("result = [1]\nif n > 3:\n    result.append(2)", "[1, 2...]"),
    ("try:\n    raise ValueError\nexcept ValueError:\n    result = 3\nfinally:\n    a = 1", "3"),
    ("try:\n    result = 3\nexcept ValueError:\n    result = 4", "3"),
    ("try:\n    result = 3\nexcept ValueError:\n    pass\nelse:\n    result = 4", "4"),
    ("a, *b, result = range(5)", "4"),
    ("a, *result = [[1, 2]][n:]", "[[1, 2]...]"),
])  # fmt: skip
def test_blocks_of_which_one_runs(result, text, wanted):
    assert result(text) == wanted


def test_what_stands_behind_a_certain_error_does_not_run(result):
    assert result("result = 1\nraise ValueError\nresult = 2") == "1"

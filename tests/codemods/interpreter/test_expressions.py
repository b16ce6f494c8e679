"""Expressions on values that are known, known in part, or not at all."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("expression", "wanted"), [
    ("1 + 2 * 3 - 7 // 2", "4"),
    ("-n", "unknown"),
    ("not []", "True"),
    ("not n", "unknown"),
    ("1 < 2 < 3", "True"),
    ("1 < 2 > n", "unknown"),
    ("3 in [1, 2, 3]", "True"),
    ("'a' + 'b' * 2", "'abb'"),
    ("'a' + who", "text"),
    ("f'{1 + 1}x'", "'2x'"),
    ("f'{who}x'", "text"),
    ("[1, *(2, 3)]", "[1, 2, 3]"),
    ("[0, *range(n)]", "[0, ?...]"),
    ("(1, 2) + (3,)", "(1, 2, 3)"),
    ("{'a': 1, **{'b': 2}}", "{a: 1, b: 2}"),
    ("{who: 1}", "{}..."),
    ("None or 3", "3"),
    ("n and 3", "unknown"),
    ("0 if 1 > 2 else 5", "5"),
    ("[i * j for i in [1, 2] for j in [3, 4] if i != j - 2]", "[4, 6]"),
    ("[i for i in range(3) if n]", "[0, 1, 2...]"),
    ("{str(i): i for i in range(2)}", "{0: 0, 1: 1}"),
    ("(lambda a, b=2: a * b)(5)", "10"),
    ("(y := 4) + y", "8"),
    ("10 ** 20", "unknown"),
    ("1 / 0", "unknown"),
    ("undefined + 1", "unknown"),
])  # fmt: skip
def test_expressions(result, expression, wanted):
    assert result(f"result = {expression}\n") == wanted


@pytest.mark.parametrize(("expression", "wanted"), [
    ("x + 1", "[2, 3] float32"),
    ("x * 2.5", "[2, 3] float32"),
    ("x + np.ones([3], 'float32')", "[2, 3] float32"),
    ("x + np.ones([4, 1, 3], 'float32')", "[4, 2, 3] float32"),
    ("x + np.ones([3])", "[2, 3] float"),
    ("-x", "[2, 3] float32"),
    ("x > 0", "[2, 3] bool"),
    ("x == who", "[2, 3] bool"),
    ("x is None", "False"),
    ("x * n", "[2, 3] float32"),
    ("i - n", "[2] int64"),
    ("i + 1", "[2] int64"),
    ("i * 1.5", "[2]"),
    ("i / 2", "[2]"),
])  # fmt: skip
def test_operators_of_arrays(result, expression, wanted):
    assert result(f"x = np.zeros([2, 3], 'float32')\ni = np.zeros([2], 'int64')\nresult = {expression}\n") == wanted


def test_names_of_a_comprehension_stay_in_it(result):
    assert result("i = 9\nx = [i for i in range(3)]\nresult = i") == "9"

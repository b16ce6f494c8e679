"""Comprehensions: every combination of what their generators go through."""

from __future__ import annotations

import pytest

KNOWN = [
    "[i * 2 for i in range(3)]", "[i + j for i in [1, 2] for j in [10, 20]]", "[i for i in range(5) if i > 2]",
    "[j for i in [[1], [2, 3]] for j in i]", "[i for i in []]", "[a for a, b in [(1, 2), (3, 4)]]",
    "[[j for j in range(i)] for i in range(3)]", "{k: v for k, v in [('a', 1), ('b', 2)]}['b']",
    "{i: i for i in range(4) if i > 2}[3]",
]  # fmt: skip


@pytest.mark.parametrize("expression", KNOWN)
def test_what_python_gives(result, expression):
    assert result(f"result = {expression}") == repr(eval(expression))


@pytest.mark.parametrize(("expression", "wanted"), [
    ("[7 for i in range(n)]", "[7...]"),
    ("[i for i in [1, 2] if n]", "[1, 2...]"),
    ("[j for i in range(n) for j in [1, 2]]", "[1, 2...]"),
    ("{who: i for i in [1, 2]}", "{}..."),
    ("{'a': i for i in range(n)}", "{a: ?}..."),
])  # fmt: skip
def test_a_length_that_is_not_known(result, expression, wanted):
    assert result(f"result = {expression}") == wanted


@pytest.mark.parametrize("expression", ["[i for i in range(3)]", "{i: 1 for i in range(3)}", "[i for i in range(n)]"])
def test_its_names_are_its_own(result, expression):
    assert result(f"i = 5\nx = {expression}\nresult = i") == "5"
    assert result(f"x = {expression}\nresult = i") == "unknown"

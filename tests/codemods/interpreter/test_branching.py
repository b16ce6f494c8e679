"""Blocks of which one runs: what they agree on is known behind them."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("text", "wanted"), [
    ("result = 1\nif 2 > 1:\n    result = 2", "2"),
    ("if []:\n    result = 1\nelse:\n    result = 2", "2"),
    ("if n:\n    result = 3\nelse:\n    result = 3", "3"),
    ("if n:\n    result = np.zeros([2, 3])\nelse:\n    result = np.zeros([4, 3])", "[?, 3] float64"),
    ("if n:\n    result = 3", "3"),  # unbound elsewhere: using it would fail
    ("result = 1\nif n:\n    result = 2\n    raise ValueError", "1"),
    ("try:\n    result = 1\nexcept ValueError:\n    result = 2", "1"),
    ("try:\n    raise ValueError\nexcept ValueError:\n    result = 2", "2"),
    ("try:\n    pass\nexcept ValueError:\n    result = 1\nelse:\n    result = 2", "2"),
    ("try:\n    result = 1\nfinally:\n    result = 2", "2"),
])  # fmt: skip
def test_what_is_known_behind(result, text, wanted):
    assert result(text) == wanted


@pytest.mark.parametrize("text", [
    "result = 1\nif n:\n    result = 2",
    "if n:\n    result = 1\nelse:\n    result = 2",
    "result = 1\nif n:\n    if who:\n        result = 2",
    "try:\n    raise ValueError\nexcept ValueError:\n    result = 2\nexcept TypeError:\n    result = 3",
    "if n:\n    result = np.zeros([2])\nelse:\n    result = 3",
])  # fmt: skip
def test_what_they_do_not_agree_on(result, text):
    assert result(text) == "unknown"


def test_what_every_block_leaves_nothing_runs_behind(result):
    text = "def f():\n    if n:\n        return 1\n    else:\n        return 1\n    return 2\nresult = f()"
    assert result(text) == "1"
    assert result(text.replace("    else:\n        return 1\n", "")) == "unknown"


def test_names_of_one_block_are_not_seen_in_the_other(result):
    assert result("x = 1\nif n:\n    x = 2\n    y = 0\nelse:\n    result = x") == "1"

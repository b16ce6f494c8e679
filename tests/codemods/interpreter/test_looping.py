"""Loops: all rounds of those whose number is known, one that may happen of the others."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("text", "wanted"), [
    ("result = 0\nfor i in range(5):\n    result += i", "10"),
    ("result = []\nfor a, b in zip([1, 2], [3, 4]):\n    result.append(a * b)", "[3, 8]"),
    ("result = 0\nfor i in range(5):\n    if i == 2:\n        break\n    result = i", "1"),
    ("result = 0\nfor i in range(5):\n    if i == 4:\n        continue\n    result = i", "3"),
    ("for i in range(2):\n    pass\nelse:\n    result = i", "1"),
    ("for i in range(2):\n    break\nelse:\n    result = 5", "unknown"),
    ("result = 0\nwhile result < 7:\n    result += 2", "8"),
    ("result = 1\nwhile True:\n    break", "1"),
])  # fmt: skip
def test_rounds_that_can_be_counted(result, text, wanted):
    assert result(text) == wanted


@pytest.mark.parametrize(("text", "wanted"), [
    ("result = 1\nfor i in range(n):\n    result = 2", "unknown"),
    ("result = 1\nfor i in range(n):\n    result = 1", "1"),
    ("result = []\nfor i in range(n):\n    result.append(np.zeros([2, 3]))", "[[2, 3] float64...]"),
    ("result = 5\nwhile n > 3:\n    result = 6", "unknown"),
    ("for line in open(who):\n    result = 4", "4"),
    ("x = np.zeros([4, 5])\nfor result in x:\n    pass", "[5] float64"),
    ("x = np.zeros([n, 5])\nfor result in x:\n    pass", "[5] float64"),
])  # fmt: skip
def test_rounds_that_nobody_has_counted(result, text, wanted):
    assert result(text) == wanted


def test_a_loop_that_trains_goes_round_until_nothing_new_comes(run):
    machine = run("rounds = []\nfor epoch in range(1000):\n    rounds.append(epoch)\n    n.backward()\n")
    assert 2 <= len(machine.module.names["rounds"].values) < 10


def test_a_loop_without_end_comes_to_an_end(result):
    assert result("i = 0\nwhile i < 1000000:\n    i += 1\nresult = 3") == "3"

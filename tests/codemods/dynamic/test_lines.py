"""Lines of a text, and of those that it was before."""

from __future__ import annotations

from paddle_migrate.dynamic.lines import lines_before, origins_before
from paddle_migrate.reasons import By, Origins


def test_lines_of_the_old_text():
    assert lines_before("a\nb\nc\nd", "a\nnew\nx\nc\nmore\nd") == {1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 4}


def test_who_wrote_a_line():
    program = Origins(new={1: [By("imports")], 3: [By("calls", "relu")]}, old={2: [By("calls")]})
    found = origins_before("a\nb\nc", "a\nnew\nc", program)
    assert found.new == {1: [By("imports")], 2: [By("dynamic")], 3: [By("calls", "relu")]}
    assert found.old == program.old

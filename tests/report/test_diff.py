"""The table of one file's diff."""

from __future__ import annotations

import json
import re

import pytest
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.reasons import By, Origins
from paddle_migrate.report.html.diff import Diff


def _lines(changes: dict[int, str]) -> str:
    return "".join(changes.get(n, f"x{n}") + "\n" for n in range(1, 31))


def _rows(table: str) -> list[tuple[str, str]]:
    """The numbers in both margins of the rows in sight."""
    return re.findall(r"<tr[^>]*><td>(\d*)<td[^>]*>[^<]*(?:<(?!td|tr)[^>]*>[^<]*)*<td>(\d*)<td", table)


def _folds(table: str) -> list[list[int]]:
    (data,) = re.findall(r'<script type="application/json">(.*)</script>', table)
    return [[line[0] for line in fold] for fold in json.loads(data)]


def test_far_lines_are_folded() -> None:
    table = Diff(Outcome("a.py", _lines({15: "old"}), _lines({15: "new"})), 1).table()
    assert [int(old) for old, _ in _rows(table)] == list(range(12, 19))
    assert _folds(table) == [list(range(1, 12)), list(range(19, 31))]


def test_a_few_lines_are_not_worth_a_fold() -> None:
    table = Diff(Outcome("a.py", _lines({10: "a", 20: "c"}), _lines({10: "b", 20: "d"})), 1).table()
    assert _folds(table)[1:] == [list(range(24, 31))]
    near = Diff(Outcome("a.py", _lines({10: "a", 19: "c"}), _lines({10: "b", 19: "d"})), 1).table()
    assert [fold[0] for fold in _folds(near)] == [1, 23]


def test_lines_that_come_and_go() -> None:
    assert _rows(Diff(Outcome("a.py", "a\nb\n", "b\nc\n"), 1).table()) == [("1", ""), ("2", "1"), ("", "2")]


def test_what_is_said_stands_under_its_line() -> None:
    findings = [Finding(2, "PM301", "f", "left"), Finding(2, "PM101", "g", "done"), Finding(9, "PM301", "h", "nowhere")]
    diff = Diff(Outcome("a.py", "a\nb\n", "a\nb\n", findings), 7)
    assert [diff.anchor(finding) for finding in findings] == ["f7-1", "f7-1", ""]
    table = diff.table()
    assert table.count("id=f7-1") == 1
    assert table.index("id=f7-1") < table.index("left")
    assert "done" not in table
    assert "nowhere" not in table


def test_who_changed_a_line() -> None:
    origins = Origins(new={1: [By("calls", "fluid.relu")]}, old={1: [By("devices")]})
    table = Diff(Outcome("a.py", "a\nb\n", "c\nb\n", [], origins), 1).table()
    assert re.findall('title="([^"]*)"', table) == ["rewrite devices", "rule of fluid.relu"]


@pytest.mark.parametrize("text", ["a\nb\n", "", "</script>\n"])
def test_nothing_changes(text: str) -> None:
    table = Diff(Outcome("a.py", text, text), 1).table()
    assert 'class="ch' not in table
    assert "title=" not in table
    assert table.count("</script>") == 1

from __future__ import annotations

import pytest
from paddle_migrate.codes import RUNS, level_of
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report import left_to_a_person, summary


def left(line: int, name: str = "fluid.layers.fc") -> Finding:
    return Finding(line, "PM301", name, "this tool does not know it yet")


def rewritten(line: int) -> Finding:
    return Finding(line, "PM101", "fluid.layers.relu", "→ F.relu")


def test_lines(outcomes: list[Outcome]) -> None:
    assert summary(outcomes) == [
        "3 of 4 uses of the old API rewritten (75 %)",
        "left most often:",
        "  fluid.layers.fc: 1",
        "start with (least left first):",
        "  src/train.py: 1 left",
        "  数据/old two.py: could not be migrated",
    ]


def test_nothing_to_do() -> None:
    assert summary([Outcome("a.py", "x\n", "x\n")]) == []


def test_most_often_first_then_by_name() -> None:
    findings = [left(1, "fluid.b"), left(2, "fluid.c"), left(3, "fluid.a"), left(4, "fluid.c")]
    lines = summary([Outcome("a.py", "", "", findings)])
    assert lines[2:5] == ["  fluid.c: 2", "  fluid.a: 1", "  fluid.b: 1"]


def test_start_where_least_is_left_and_most_is_done() -> None:
    outcomes = [
        Outcome("much.py", "", "", [left(1), left(2)]),
        Outcome("little.py", "", "", [left(1)]),
        Outcome("nearly.py", "", "", [rewritten(1), left(2)]),
        Outcome("ready.py", "", "", [rewritten(1)]),
        Outcome("more.py", "", "", [left(1), left(2), left(3)]),
    ]
    assert [line.split(":")[0].strip() for line in summary(outcomes)[-3:]] == [
        "nearly.py",
        "little.py",
        "much.py",
    ]


def test_never_a_hundred_percent_with_something_left() -> None:
    findings = [*(rewritten(n) for n in range(1, 1000)), left(1000)]
    assert "(99 %)" in summary([Outcome("a.py", "", "", findings)])[0]


def test_what_waits_is_said_once_by_lines() -> None:
    findings = [left(1), left(1, "fluid.b"), left(2), rewritten(3)]
    outcomes = [Outcome("a.py", "", "", findings), Outcome("b.py", "", "", [rewritten(1)])]
    assert left_to_a_person(outcomes) == ["does not run yet: 2 line(s) in 1 file(s) wait for a person"]
    assert left_to_a_person(outcomes[1:]) == []


def test_cells_have_lines_of_their_own() -> None:
    findings = [left(1)._replace(place="cell 1"), left(1)._replace(place="cell 2")]
    assert left_to_a_person([Outcome("a.ipynb", "", "", findings)])[0].startswith("does not run yet: 2 line(s)")


def test_what_runs_is_not_said_not_to_run() -> None:
    decides = Finding(4, "PM343", "fluid.layers.fc", "its numbers part")
    assert left_to_a_person([Outcome("a.py", "", "", [decides])]) == [
        "1 line(s) in 1 file(s) wait for a person to decide"
    ]
    assert left_to_a_person([Outcome("a.py", "", "", [decides, left(1)])]) == [
        "does not run yet: 1 line(s) in 1 file(s) wait for a person",
        "1 line(s) in 1 file(s) wait for a person to decide",
    ]


@pytest.mark.parametrize("code", sorted(RUNS))
def test_such_codes_are_a_person_s(code: str) -> None:
    assert level_of(code) == "person"

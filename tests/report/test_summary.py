from __future__ import annotations

from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report import summary


def left(line: int, name: str = "fluid.layers.fc") -> Finding:
    return Finding(line, "PM301", name, "this tool does not know it yet")


def rewritten(line: int) -> Finding:
    return Finding(line, "PM101", "fluid.layers.relu", "→ F.relu")


def test_lines(outcomes: list[Outcome]) -> None:
    assert summary(outcomes).splitlines() == [
        "4 files looked at, 2 changed, 2 with something left",
        "3 of 4 uses of the old API rewritten (75 %)",
        "left most often:",
        "  fluid.layers.fc: 1",
        "start with (least left first):",
        "  src/train.py: 1 left",
        "  数据/old two.py: could not be migrated",
    ]


def test_nothing_to_do() -> None:
    assert summary([Outcome("a.py", "x\n", "x\n")]) == "1 file looked at, 0 changed, 0 with something left"


def test_most_often_first_then_by_name() -> None:
    findings = [left(1, "fluid.b"), left(2, "fluid.c"), left(3, "fluid.a"), left(4, "fluid.c")]
    lines = summary([Outcome("a.py", "", "", findings)]).splitlines()
    assert lines[3:6] == ["  fluid.c: 2", "  fluid.a: 1", "  fluid.b: 1"]


def test_start_where_least_is_left_and_most_is_done() -> None:
    outcomes = [
        Outcome("much.py", "", "", [left(1), left(2)]),
        Outcome("little.py", "", "", [left(1)]),
        Outcome("nearly.py", "", "", [rewritten(1), left(2)]),
        Outcome("ready.py", "", "", [rewritten(1)]),
        Outcome("more.py", "", "", [left(1), left(2), left(3)]),
    ]
    assert [line.split(":")[0].strip() for line in summary(outcomes).splitlines()[-3:]] == [
        "nearly.py",
        "little.py",
        "much.py",
    ]


def test_never_a_hundred_percent_with_something_left() -> None:
    findings = [*(rewritten(n) for n in range(1, 1000)), left(1000)]
    assert "(99 %)" in summary([Outcome("a.py", "", "", findings)])

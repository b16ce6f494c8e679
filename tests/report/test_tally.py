"""Counts that every report shares."""

from __future__ import annotations

import pytest
from paddle_migrate.codes import CODES
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.tally import Tally, posix, tally, title


def test_levels_of_several_files(outcomes: list[Outcome]) -> None:
    assert tally(*outcomes) == Tally(rewritten=3, note=1, person=1, error=1)
    assert [tally(outcome).left for outcome in outcomes] == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("counts", "percent"),
    [
        (Tally(), 100),
        (Tally(rewritten=2), 100),
        (Tally(rewritten=999, person=1), 99),
        (Tally(rewritten=1, person=2), 33),
        (Tally(person=1), 0),
        (Tally(rewritten=1, note=5), 100),
        (Tally(rewritten=1, error=5), 100),
    ],
)
def test_percent(counts: Tally, percent: int) -> None:
    assert counts.percent == percent


@pytest.mark.parametrize("counts", [Tally(note=3), Tally(error=2), Tally()])
def test_what_is_no_use_of_the_old_api(counts: Tally) -> None:
    assert counts.references == 0


def test_nothing_found() -> None:
    assert tally() == tally(Outcome("a.py", "", "")) == Tally()


def test_titles() -> None:
    assert title("PM101") == CODES["PM101"].title != "PM101"
    assert title("PM000") == "PM000"


@pytest.mark.parametrize("path", ["a/b.py", "/a/b.py", "b.py", "数据/old two.py"])
def test_a_path_with_slashes_stays(path: str) -> None:
    assert posix(path) == path

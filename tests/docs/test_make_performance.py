"""The pages on performance are those of the figures."""

from __future__ import annotations

import json

import make_performance
import pytest

ABOUT = json.loads((make_performance.DOCS / "performance.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", make_performance.made(ABOUT))
def test_they_are_fresh(name: str) -> None:
    assert (make_performance.DOCS / name).read_text(encoding="utf-8") == make_performance.made(ABOUT)[name]


def test_each_figure_stands_once_and_everyone_is_measured_against() -> None:
    rows = make_performance.rows_of(ABOUT["rows"])
    assert sum(map(len, rows.values())) == len(ABOUT["rows"])
    assert all(rows.values())
    text = make_performance.page(ABOUT, "en")
    assert all(text.count(f"| `{row['figure']}` |") == 1 for row in ABOUT["rows"])
    for other in ("by hand", "1.8.5", "LibCST", "paddle_upgrade_tool"):
        assert any(other in row["figure"] for row in ABOUT["rows"]), other


def test_nothing_of_the_machine_but_its_kind() -> None:
    assert set(ABOUT) == {"date", "machine", "python", "paddle", "beside", "rows"}
    assert not any(mark in json.dumps(ABOUT) for mark in ("/home", "/work", "/root", "http"))


def test_pictures_are_of_the_figures() -> None:
    drawn = make_performance.pictures(ABOUT)
    assert set(drawn) == {"performance-by-hand.svg", "performance-1.8.5.svg", "performance-tool.svg"}

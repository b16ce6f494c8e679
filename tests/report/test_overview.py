"""The head of the page."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.html.overview import by_api, by_code, filters, tiles


def _of(*findings: Finding) -> list[Outcome]:
    return [Outcome("a.py", "x\n", "y\n", list(findings))]


def test_tiles(outcomes: list[Outcome]) -> None:
    shown = re.findall(r'<div class="tile (\w*)"><strong>([^<]*)<', tiles(outcomes))
    assert shown == [
        ("", "75 %"), ("", "4"), ("", "2"), ("", "2"),
        ("error", "1"), ("person", "1"), ("note", "1"), ("rewritten", "3"),
    ]


@pytest.mark.parametrize("found", [_of(), _of(Finding(1, "PM101", "f", "done"))])
def test_no_tile_of_errors_where_there_are_none(found: list[Outcome]) -> None:
    assert 'class="tile error"' not in tiles(found)
    assert "<progress max=1 value=1>" in tiles(found)


def test_kinds_of_findings_the_worst_first(outcomes: list[Outcome]) -> None:
    table = by_code(outcomes)
    assert re.findall("data-set-code=(PM\\d+)", table) == ["PM902", "PM301", "PM202", "PM101", "PM104"]
    assert re.findall("</details><td>(\\d+)", table) == ["1", "1", "1", "2", "1"]


def test_names_with_the_most_work_first(outcomes: list[Outcome]) -> None:
    names = re.findall('data-set-api="([^"]*)"', by_api(outcomes))
    assert names == ["fluid.layers.fc", "fluid.layers.relu", "fluid.dygraph.guard"]


def test_a_long_name_may_go_on_in_a_next_line() -> None:
    table = by_api(_of(Finding(1, "PM301", "fluid.layers.reduce_sum", "")))
    assert ">fluid.<wbr>layers.<wbr>reduce<wbr>_sum</button>" in table


@pytest.mark.parametrize(("rows", "more"), [(12, 0), (13, 1), (20, 8)])
def test_rows_out_of_sight(rows: int, more: int) -> None:
    table = by_api(_of(*(Finding(1, "PM301", f"name{n}", "") for n in range(rows))))
    hidden = table.partition("<tbody hidden>")[2]
    assert hidden.count("data-set-api") == more
    assert (f">{more} more<" in hidden) == bool(more)


def test_a_finding_without_a_name_is_of_no_api() -> None:
    assert "data-set-api" not in by_api(_of(Finding(1, "PM902", "", "no Python")))


def test_filters_begin_without_what_is_done(outcomes: list[Outcome]) -> None:
    chips = re.findall(r'value="(error|person|note|rewritten)"( checked)?>', filters(outcomes))
    assert chips == [("error", " checked"), ("person", " checked"), ("note", " checked"), ("rewritten", "")]
    assert re.findall(r'<option value="(PM\d+)"', filters(outcomes)) == ["PM101", "PM104", "PM202", "PM301", "PM902"]
    assert '<option value="PM' not in filters([])

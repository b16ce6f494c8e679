"""One file's card."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.html.card import card, progress
from paddle_migrate.report.tally import Tally


@pytest.mark.parametrize(
    ("number", "few", "file", "change"),
    [(0, False, True, False), (0, True, True, True), (1, False, False, False), (1, True, True, True)],
)
def test_what_is_open(outcomes: list[Outcome], number: int, few: bool, file: bool, change: bool) -> None:
    page = card(outcomes[number], 1, few)
    assert re.findall('<details class="file"[^>]*?( open)?>', page) == [" open" if file else ""]
    assert ('<details class="change" open>' in page) is change


def test_badges_of_what_is_left_only(outcomes: list[Outcome]) -> None:
    head = card(outcomes[0], 1, few=False).partition("</summary>")[0]
    assert re.findall('class="badge (\\w+)"', head) == ["person", "note"]
    assert "badge " not in card(outcomes[1], 1, few=False).partition("</summary>")[0]


def test_where_a_finding_stands() -> None:
    findings = [Finding(1, "PM101", "f", "a"), Finding(9, "PM301", "f", "b"), Finding(0, "PM901", "", "c")]
    page = card(Outcome("a.py", "x\n", "y\n", findings), 4, few=False)
    places = re.findall('data-api="[^"]*">(<(?:a|span)[^>]*>[^<]*)', page)
    assert places == ['<a href="#f4-0">1', "<span>9", "<span>"]


@pytest.mark.parametrize(
    ("counts", "failed", "shown"),
    [
        (Tally(rewritten=2, person=1), False, "max=3 value=2></progress> 2/3<"),
        (Tally(rewritten=2, person=1), True, "not migrated"),
        (Tally(), False, '<span class="bar"></span>'),
        (Tally(note=2), False, '<span class="bar"></span>'),
    ],
)
def test_progress(counts: Tally, failed: bool, shown: str) -> None:
    assert shown in progress(counts, failed)
    assert ("<progress" in progress(counts, failed)) == ("/progress" in shown)


@pytest.mark.parametrize(("new", "headline"), [("x\n", "The text, unchanged"), ("y\n", "Old and new")])
def test_an_unchanged_text_is_no_change(new: str, headline: str) -> None:
    assert f'<summary><span lang="en">{headline}<' in card(Outcome("a.py", "x\n", new), 1, few=True)


def test_no_list_without_findings() -> None:
    assert "<ol" not in card(Outcome("a.py", "x\n", "x\n"), 1, few=True)

"""Records of branches that the script as it stands does not take."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.records import Made, View
from paddle_migrate.unsized.branches import by_site

ONE, TWO, CALL = ((line, 0, line, 9) for line in (1, 2, 3))


def _made(*sites, explored=""):
    return Made("FC", [View(site, None, 0) for site in sites], explored=explored)


def test_each_call_has_its_records():
    one, two, again = _made(ONE), _made(TWO), _made(ONE)
    assert by_site([one, two, again]) == {ONE: [one, again], TWO: [two]}


def test_what_only_such_a_branch_makes_counts():
    one, beside = _made(ONE), _made(TWO, explored="layers=101")
    assert by_site([one, beside]) == {ONE: [one], TWO: [beside]}


@pytest.mark.parametrize("explored", [_made(ONE, explored="layers=101"), _made(ONE, CALL, explored="layers=101")])
def test_what_the_script_makes_itself_counts_alone(explored):
    taken = _made(ONE, CALL)
    assert by_site([taken, explored]) == {ONE: [taken]}


def test_a_record_without_a_place_is_left_out():
    assert by_site([_made(None)]) == {}

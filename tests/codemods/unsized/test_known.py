"""From the records of the layers that a call made to the sizes that it needs."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.records import Made, View
from paddle_migrate.unsized.known import entries, sizes_of
from paddle_migrate.unsized.old_form import old_rules
from paddle_migrate.unsized.plan import NotSaid

CONV = old_rules()["Conv2D"]


def _made(*channels, line=1):
    shapes = [None if c is None else (2, c, 8, 8) for c in channels]
    site = (line, 0, line, 9)
    args = {"num_filters": 4, "filter_size": 3}
    return Made("Conv2D", [View((9, 0, 9, 9), None, 0), View(site, None, 0)], [(s,) for s in shapes], args)


def _sizes(*records):
    return [size for _, size in sizes_of(CONV, list(records), "num_channels")]


def test_the_size_of_each():
    assert _sizes(_made(3), _made(5, 5)) == [3, 5]


def test_what_one_call_does_not_tell_another_may():
    assert _sizes(_made(None, 3)) == [3]


def test_a_layer_is_as_those_made_through_the_same_calls():
    assert _sizes(_made(3), _made()) == [3, 3]


@pytest.mark.parametrize(("records", "words"), [
    ([_made()], "did not find out"),
    ([_made(None)], "did not find out"),
    ([_made(3, 5)], r"several sizes \(3, 5\)"),
    ([_made(3), _made(line=7)], "through line 7"),
    ([_made(3), _made(5), _made()], "through line 1"),
])  # fmt: skip
def test_what_is_not_told(records, words):
    with pytest.raises(NotSaid, match=words):
        _sizes(*records)


@pytest.mark.parametrize("size", [3, (3,)])
def test_one_number_is_written(size):
    assert [e.size for e in entries([(_made(3), size)])] == [3]


def test_several_are_not():
    with pytest.raises(NotSaid, match="not the same everywhere"):
        entries([(_made(3), (3, 4))])

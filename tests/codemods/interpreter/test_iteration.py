"""What a value holds when something goes through it."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.iteration import MOST, elements, one_of
from paddle_migrate.interpreter.values import UNKNOWN, Array, Items, Stream, Symbol, Table


@pytest.mark.parametrize(("value", "wanted"), [
    (Items([1, 2]), [1, 2]),
    ((1, 2), [1, 2]),
    (range(3), [0, 1, 2]),
    ("ab", ["a", "b"]),
    (Table({"a": 1}), ["a"]),
    ((), []),
])  # fmt: skip
def test_elements(value, wanted):
    assert elements(value) == wanted


@pytest.mark.parametrize("value", [
    Items([1, 2], exact=False), Table({"a": 1}, exact=False), range(MOST + 1), "a" * (MOST + 1), 3, None, UNKNOWN,
    Stream(1), Array((), "int64"), Array(None), Array((Symbol(), 2)), Array((65,)),
])  # fmt: skip
def test_elements_that_are_not_known_or_too_many(value):
    assert elements(value) is None


def test_an_array_holds_what_lies_behind_its_first_dimension():
    found = elements(Array((2, 3), "int64", "numpy"))
    assert [(each.shape, each.dtype, each.kind) for each in found] == [((3,), "int64", "numpy")] * 2


@pytest.mark.parametrize(("value", "wanted"), [
    (Stream(7), 7), (Items([7], exact=False), 7), ((7, 7), 7), (Items([UNKNOWN, 7]), 7),
])  # fmt: skip
def test_one_of(value, wanted):
    assert one_of(value) == wanted


@pytest.mark.parametrize("value", [(1, 2), (1, 2, 3), Items([1, 2, 2]), (), Items([]), range(3), "ab", 3, UNKNOWN])
def test_one_of_several_that_differ_is_not_known(value):
    assert one_of(value) is UNKNOWN


@pytest.mark.parametrize(
    ("shape", "wanted"), [((2, 3), (3,)), ((Symbol(), 3), (3,)), ((2,), ()), ((), None), (None, None)]
)
def test_one_of_an_array(shape, wanted):
    assert one_of(Array(shape)).shape == wanted

"""What is known of a value that is one of several."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.joining import any_of, join, join_dtypes, same
from paddle_migrate.interpreter.values import UNKNOWN, Array, Items, Stream, Symbol

NOTHING = Array(None)


@pytest.mark.parametrize(("left", "right", "wanted"), [
    (1, 1, True), ((1, 2), (1, 2), True), (Symbol(), Symbol(), True), (Items([1]), Items([1]), True),
    (Array((2, 3), "int64"), Array((2, 3), "int64"), True),
    (1, 2, False), (1, 1.0, False), (1, True, False), ((1,), (1, 2), False), (Symbol(), 2, False),
    (Items([1]), Items([1], exact=False), False), (Array((2,)), Array((3,)), False), (Array((2,)), NOTHING, False),
    (Array((2,), "int64"), Array((2,), "int32"), False),
])  # fmt: skip
def test_same(left, right, wanted):
    assert same(left, right) is wanted


@pytest.mark.parametrize(("left", "right", "wanted"), [
    (3, 3, 3), ("a", "a", "a"), ((1, 2), (1, 2), (1, 2)), (3, 4, UNKNOWN), (3, UNKNOWN, UNKNOWN), ((1,), 1, UNKNOWN),
    ((1, 2), (1, 3), (1, UNKNOWN)), ((1,), (1, 2), UNKNOWN),
])  # fmt: skip
def test_join(left, right, wanted):
    assert join(left, right) == wanted
    assert join(right, left) == wanted


def test_arrays_are_joined_by_dimensions():
    found = join(Array((2, 3), "float32", "numpy"), Array((4, 3), "float64", "tensor"))
    assert isinstance(found.shape[0], Symbol)
    assert (found.shape[1], found.dtype, found.kind) == (3, "float", "")
    assert join(Array((2,)), Array((2, 3))).shape is None


def test_streams_and_lists():
    assert join(Stream(1), Stream(1)).element == 1
    assert join(Stream(1), Stream(2)).element is UNKNOWN
    joined = join(Items([1]), Items([2]))
    assert (joined.values, joined.exact) == ([1, 2], False)


@pytest.mark.parametrize(("values", "wanted"), [
    ([3, 3, 3], 3), ([UNKNOWN, 3], 3), ([3, UNKNOWN, NOTHING], 3), ([UNKNOWN], UNKNOWN),
    ([(1, UNKNOWN), (UNKNOWN, 2)], (1, 2)),
])  # fmt: skip
def test_any_of_what_stands_for_the_same_thing(values, wanted):
    assert any_of(values) == wanted


@pytest.mark.parametrize("values", [[1, 2], [1, 2, 3], [1, 2, 2], [1, 2, UNKNOWN, 2], [1, (1,), 1]])
def test_any_of_what_differs_is_not_known(values):
    assert any_of(values) is UNKNOWN
    assert any_of([(each, 7) for each in values]) == (UNKNOWN, 7)


def test_any_of_arrays():
    assert any_of([NOTHING, Array((2, 3))]).shape == (2, 3)
    assert any_of([Array((2,)), Array((2, 3)), Array((2,))]).shape is None


@pytest.mark.parametrize(("left", "right", "wanted"), [
    ("int64", "int64", "int64"), ("float32", "float64", "float"), ("float32", "int64", ""), ("int32", "int64", ""),
])  # fmt: skip
def test_dtypes(left, right, wanted):
    assert join_dtypes(left, right) == wanted

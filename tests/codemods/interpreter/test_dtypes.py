"""Names of dtypes, and what operations make of them."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.dtypes import common, dtype_of, floating
from paddle_migrate.interpreter.values import UNKNOWN, Array, External, Symbol


@pytest.mark.parametrize(("value", "wanted"), [
    ("int64", "int64"), (External("numpy.float32"), "float32"), (External("paddle.bfloat16"), "bfloat16"),
    (None, "bool"),
])  # fmt: skip
def test_what_an_argument_names(value, wanted):
    assert dtype_of(value, "bool") == wanted


@pytest.mark.parametrize("value", ["int65", "", 3, UNKNOWN, External("numpy.zeros")])
def test_what_names_none(value):
    assert dtype_of(value, "bool") == ""


@pytest.mark.parametrize(("dtype", "wanted"), [
    ("float64", "float64"), ("bfloat16", "bfloat16"), ("int64", "float"), ("", "float"),
])  # fmt: skip
def test_what_a_function_of_floats_gives(dtype, wanted):
    assert floating(dtype) == wanted


F32, F64, I32, I64, OPEN = (Array((2,), dtype) for dtype in ("float32", "float64", "int32", "int64", ""))


@pytest.mark.parametrize(("left", "right", "wanted"), [
    (F32, F32, "float32"), (F32, F64, "float"), (F32, I64, "float"), (F32, 2, "float32"), (F32, 2.5, "float32"),
    (F32, Symbol(), "float32"), (I64, 2, "int64"), (F32, OPEN, "float"),
])  # fmt: skip
def test_of_a_sum(left, right, wanted):
    assert common(left, right) == wanted
    assert common(right, left) == wanted


@pytest.mark.parametrize(("left", "right"), [
    (I32, I64), (I64, OPEN), (I64, 2.5), (I64, True), (I64, UNKNOWN), (OPEN, 2.5), (1, 2), (UNKNOWN, UNKNOWN),
])  # fmt: skip
def test_of_a_sum_that_is_not_known(left, right):
    assert common(left, right) == ""

"""Methods of today's tensors."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.knows.today.tensors import tensor_method
from paddle_migrate.interpreter.values import UNKNOWN, Array

X = Array((2, 3), "float32", "tensor")


def _call(method, *args, **keywords):
    return tensor_method(method)(X, list(args), keywords)


@pytest.mark.parametrize(("method", "args", "shape", "dtype"), [
    ("clone", (), (2, 3), "float32"), ("astype", ("int64",), (2, 3), "int64"), ("reshape", ([6],), (6,), "float32"),
    ("reshape", (3, 2), (3, 2), "float32"), ("sum", (), (), "float32"), ("mean", (1,), (2,), "float32"),
    ("unsqueeze", (0,), (1, 2, 3), "float32"), ("numpy", (), (2, 3), "float32"),
])  # fmt: skip
def test_shapes(method, args, shape, dtype):
    found = _call(method, *args)
    assert (found.shape, found.dtype) == (shape, dtype)


def test_an_array_is_no_tensor():
    assert _call("numpy").kind != _call("clone").kind


@pytest.mark.parametrize("method", ["backward", "clear_grad"])
def test_nothing_is_given(method):
    assert _call(method) is None


@pytest.mark.parametrize(("method", "args"), [("item", ()), ("sum", (1, 2, 3, 4, 5, 6)), ("tolist", ())])
def test_unknown(method, args):
    assert _call(method, *args) is UNKNOWN


@pytest.mark.parametrize("method", ["no_such_method", "zeros_of", ""])
def test_no_method(method):
    assert tensor_method(method) is None

"""What makes tensors: the shapes that Paddle gives, or none."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("expression", [
    "paddle.zeros([2, 3])", "paddle.full([2], 1, 'int32')", "paddle.ones_like(x)", "paddle.arange(2, 9, 3)",
    "paddle.linspace(0, 1, 5)", "paddle.eye(3)", "paddle.eye(3, 4)", "paddle.to_tensor([[1, 2]])",
    "paddle.rand([2, 3])", "paddle.randint(0, 9, [4])", "paddle.randperm(5)", "paddle.full_like(x, 2)",
    "paddle.normal(0., 1., [3])",
])  # fmt: skip
def test_it_is_paddle_s(check_as_paddle, expression):
    check_as_paddle(expression)


@pytest.mark.parametrize("expression", [
    "paddle.zeros(who)", "paddle.full(who, 1)", "paddle.ones_like(who)", "paddle.rand(who)", "paddle.to_tensor(who)",
    "paddle.randint(0, 9, who)",
])  # fmt: skip
def test_it_is_not_guessed(found, expression):
    assert getattr(found(expression), "shape", None) is None

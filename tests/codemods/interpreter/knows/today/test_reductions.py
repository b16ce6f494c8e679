"""What has fewer dimensions than what it is made of: the shapes that Paddle gives, or none."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("expression", [
    "paddle.sum(x, axis=1)", "paddle.mean(x, [0, 2], True)", "paddle.std(x)", "paddle.argmin(x, axis=0)",
    "paddle.sort(x)", "paddle.argsort(x, 1)", "paddle.all(x > 0)", "paddle.norm(x, axis=1)", "paddle.dist(x, x)",
    "paddle.allclose(x, x)", "paddle.trace(x)", "paddle.logsumexp(x, -1)", "paddle.prod(x, 1)",
])  # fmt: skip
def test_it_is_paddle_s(check_as_paddle, expression):
    check_as_paddle(expression)


@pytest.mark.parametrize("expression", [
    "paddle.sum(x, axis=who)", "paddle.logsumexp(who, -1)", "paddle.norm(x, axis=who)", "paddle.trace(who)",
    "paddle.sort(who)",
])  # fmt: skip
def test_it_is_not_guessed(found, expression):
    assert getattr(found(expression), "shape", None) is None

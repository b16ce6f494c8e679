"""What arranges elements anew: the shapes that Paddle gives, or none."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("expression", [
    "paddle.tile(x, [2, 1, 1])", "paddle.expand(x, [5, 2, 3, 4])", "paddle.gather(x, ids, axis=1)",
    "paddle.index_select(x, ids, 2)", "paddle.slice(x, [1], [0], [2])", "paddle.strided_slice(x, [2], [0], [4], [2])",
    "paddle.crop(x, [1, 2, -1])", "paddle.scatter(x, ids, x)", "paddle.t(x[0])", "paddle.stack([x, x], axis=-1)",
    "paddle.concat([x, x], axis=-1)", "paddle.expand_as(x, x)",
])  # fmt: skip
def test_it_is_paddle_s(check_as_paddle, expression):
    check_as_paddle(expression)


@pytest.mark.parametrize("expression", [
    "paddle.tile(x, who)", "paddle.concat(who)", "paddle.t(who)", "paddle.stack([])",
    "paddle.index_select(who, ids)",
])  # fmt: skip
def test_it_is_not_guessed(found, expression):
    assert getattr(found(expression), "shape", None) is None

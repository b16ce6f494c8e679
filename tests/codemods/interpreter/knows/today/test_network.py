"""Shapes of today's convolutions and poolings."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.knows.today.network import NETWORK
from paddle_migrate.interpreter.values import Array, Symbol


def _of(name, shape, *args, **keywords):
    given = [Array(a, "float32", "tensor") if isinstance(a, tuple) else a for a in args]
    return NETWORK[f"nn.functional.{name}"](Array(shape, "float32", "tensor"), *given, **keywords).shape


@pytest.mark.parametrize(("name", "args", "keywords", "shape"), [
    ("conv2d", [(6, 4, 3, 3)], {}, (2, 6, 6, 7)), ("conv2d", [(6, 4, 3, 3)], {"padding": 1, "stride": 2}, (2, 6, 4, 5)),
    ("conv2d", [(6, 4, 3, 3)], {"dilation": 2}, (2, 6, 4, 5)), ("max_pool2d", [2], {}, (2, 4, 4, 4)),
    ("avg_pool2d", [2], {"ceil_mode": True}, (2, 4, 4, 5)),
    ("conv2d_transpose", [(4, 6, 3, 3)], {"stride": 2}, (2, 6, 17, 19)),
])  # fmt: skip
def test_images(name, args, keywords, shape):
    assert _of(name, (2, 4, 8, 9), *args, **keywords) == shape


def test_channels_last():
    assert _of("max_pool2d", (2, 8, 9, 4), 2, data_format="NHWC") == (2, 4, 4, 4)


def test_what_is_not_known_is_a_symbol():
    found = _of("conv2d", (2, 4, 8, 9), (6, 4, 3, 3), padding=object())
    assert found is None or all(isinstance(d, Symbol) for d in found[2:])


@pytest.mark.parametrize("shape", [(2, 4, 8), (2, 4, 8, 9, 9)])
def test_another_rank(shape):
    assert _of("max_pool2d", shape, 2) is None

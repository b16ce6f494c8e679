"""Shapes as tensors, cast to int32 only where that makes a difference."""

from __future__ import annotations

import pytest

OLD = "import paddle.fluid as fluid\ndef f(x):\n    {}\n"
NEW = "import paddle\ndef f(x):\n    {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "return fluid.layers.cast(fluid.layers.shape(x), 'float32')",
            "return paddle.cast(paddle.shape(x), 'float32')",
        ),
        (
            "s = fluid.layers.shape(x)\n    return fluid.layers.reshape(x, [s[0], -1])",
            "s = paddle.shape(x)\n    return paddle.reshape(x, [s[0], -1])",
        ),
        (
            "s = fluid.layers.shape(input=x)\n    return fluid.layers.fill_constant([s[0], s[1]], 'int32', 1)",
            "s = paddle.shape(input=x)\n    return paddle.full([s[0], s[1]], dtype='int32', fill_value=1)",
        ),
        (
            "n = fluid.layers.shape(x)[1]\n    return fluid.layers.reshape(x, [n, -1])",
            "n = paddle.shape(x)[1]\n    return paddle.reshape(x, [n, -1])",
        ),
    ],
)
def test_no_cast(check_transformed, before, after):
    check_transformed(OLD.format(before), NEW.format(after))


def test_no_cast_of_a_mask_s_length(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        class Mask(fluid.dygraph.Layer):
            def forward(self, x, lengths):
                n = fluid.layers.shape(x)[1]
                return fluid.layers.sequence_mask(lengths, maxlen=n, dtype="float32")
        """,
        """\
        import paddle
        import paddle.nn as nn
        import paddle.nn.functional as F
        class Mask(nn.Layer):
            def forward(self, x, lengths):
                n = paddle.shape(x)[1]
                return F.sequence_mask(lengths, maxlen=n, dtype="float32")
        """,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "n = fluid.layers.shape(x)[1]\n    return fluid.layers.reshape(x, [n, -1]), n * 2",
            "n = paddle.cast(paddle.shape(x), dtype=\"int32\")[1]\n    return paddle.reshape(x, [n, -1]), n * 2",
        ),
        ("return fluid.layers.shape(x)", "return paddle.cast(paddle.shape(x), dtype=\"int32\")"),
        (
            "s = fluid.layers.shape(x)\n    return fluid.layers.reshape(x, [s[0], -1]), s[1] * 2",
            "s = paddle.cast(paddle.shape(x), dtype=\"int32\")\n    return paddle.reshape(x, [s[0], -1]), s[1] * 2",
        ),
        (
            "s = fluid.layers.shape(x)\n    return fluid.layers.concat([s[0], x])",
            "s = paddle.cast(paddle.shape(x), dtype=\"int32\")\n    return paddle.concat([s[0:1], x])",
        ),
        (
            "s = fluid.layers.shape(x)\n    s += 1\n    return fluid.layers.reshape(x, [s[0], -1])",
            "s = paddle.cast(paddle.shape(x), dtype=\"int32\")\n    s += 1\n    return paddle.reshape(x, [s[0], -1])",
        ),
    ],
)
def test_where_the_dtype_is_seen(check_transformed, before, after):
    check_transformed(OLD.format(before), NEW.format(after))


def test_the_same_sizes(run_both_ways):
    text = """\
import numpy as np
import paddle.fluid as fluid
with fluid.dygraph.guard(fluid.CPUPlace()):
    x = fluid.dygraph.to_variable(np.ones((2, 3), "float32"))
    s = fluid.layers.shape(x)
    n = fluid.layers.shape(x)[1]
    lengths = fluid.dygraph.to_variable(np.array([1, 2]))
    print(fluid.layers.sequence_mask(lengths, n).numpy(), fluid.layers.reshape(x, [n, -1]).shape)
    print(fluid.layers.reshape(x, [s[1], s[0]]).shape, fluid.layers.cast(fluid.layers.shape(x), "float32").numpy())
"""
    old, new = run_both_ways({"shapes": {"main.py": text}})
    assert old == new

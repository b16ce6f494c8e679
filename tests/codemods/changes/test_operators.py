"""Sums, differences and products of tensors, written with operators."""

from __future__ import annotations

import pytest

OLD = "import paddle.fluid as fluid\ndef f(a, b, c, g):\n    return {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("elementwise_add(a, b)", "a + b"),
        ("elementwise_sub(x=a, y=b)", "a - b"),
        ("elementwise_mul(a, g(b), name='m')", "a * g(b)"),
        ("elementwise_add(elementwise_add(a, b), c)", "a + b + c"),
        ("elementwise_add(a, elementwise_add(b, c))", "a + (b + c)"),
        ("elementwise_mul(elementwise_add(a, b), c)", "(a + b) * c"),
        ("elementwise_sub(a, elementwise_mul(b, c))", "a - b * c"),
        ("elementwise_sub(a if g else b, -c)", "(a if g else b) - (-c)"),
        ("elementwise_add(a, b).numpy()", "(a + b).numpy()"),
        ("-elementwise_sub(a, b)", "-(a - b)"),
        ("elementwise_add(\n        a,\n        y=b)", "a + b"),
        ("elementwise_add(g(\n        a), b)", "g(\n        a) + b"),
    ],
)
def test_operators(check_transformed, before, after):
    for name in ("add", "sub", "mul"):
        before = before.replace(f"elementwise_{name}", f"fluid.layers.elementwise_{name}")
    check_transformed(OLD.format(before), OLD.format(after).replace("import paddle.fluid as fluid\n", ""))


def test_under_an_activation(check_transformed):
    check_transformed(
        OLD.format("fluid.layers.elementwise_add(a, b, act='relu')"),
        OLD.format("F.relu(a + b)").replace("paddle.fluid as fluid", "paddle.nn.functional as F"),
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.layers.elementwise_add(y=g(a), x=g(b))", "paddle.add(y=g(a), x=g(b))"),  # evaluated in that order
        ("fluid.layers.elementwise_add(a,  # first\n        b)", "paddle.add(a,  # first\n        b)"),
        ("fluid.layers.elementwise_add(a\n        .b, c)", "paddle.add(a\n        .b, c)"),
        ("fluid.layers.elementwise_add(" + "a.b(" * 25 + "c" + ")" * 25 + ",\n        c)",
         "paddle.add(" + "a.b(" * 25 + "c" + ")" * 25 + ",\n        c)"),
        ("fluid.layers.elementwise_div(a, b)", "paddle.divide(a, b)"),  # whole numbers: not what / gives
        ("fluid.layers.elementwise_pow(a, b)", "paddle.pow(a, b)"),
    ],
)
def test_calls_that_stay_calls(check_transformed, before, after):
    check_transformed(OLD.format(before), OLD.format(after).replace("import paddle.fluid as fluid", "import paddle"))


def test_what_the_script_wrote_stays(check_noop):
    check_noop("import paddle\ndef f(a, b):\n    return paddle.add(a, b)\n")


def test_a_sum_is_no_place(check_noop):
    check_noop("import paddle.fluid as fluid\nwith fluid.dygraph.guard(a + b):\n    pass\n")

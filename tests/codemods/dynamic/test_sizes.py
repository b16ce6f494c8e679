"""Sizes that layers take from shapes, as numbers or as parameters."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.dynamic.program import find_program
from paddle_migrate.dynamic.reading import Reading, Stays
from paddle_migrate.dynamic.sizes import Sizes

TEXT = """\
import math
import paddle
import paddle.nn as nn

def part(x):
    return nn.Linear(math.prod(x.shape[1:]), 5)(x)

def main(given):
    x = paddle.static.data("x", {shape})
    loss = paddle.mean({built})
    optimizer = paddle.optimizer.SGD(0.1)
    optimizer.minimize(loss)
"""


def asked(built: str, shape: str = "[None, 3, 4]") -> tuple[Sizes, cst.Call]:
    reading = Reading(TEXT.format(built=built, shape=shape))
    program = find_program(reading, {"part"})
    products = [call for call in reading.source.all(cst.Call) if reading.called(call) == "math.prod"]
    return Sizes(reading, program.home, [*products], {}), products[0]


def test_one_size_is_a_number():
    sizes, product = asked("part(x)")
    assert sizes.text(product, "in_features") == "12"


def test_several_are_a_parameter_which_the_calls_give():
    sizes, product = asked("part(part(x))")
    function = sizes.reading.functions["part"]
    calls = [call for call in sizes.reading.source.all(cst.Call) if sizes.reading.code(call.func) == "part"]
    assert sizes.text(product, "in_features") == "in_features"
    assert sizes.parameters(function) == ["in_features"]
    assert sorted(sizes.arguments(call)["in_features"] for call in calls) == ["12", "15"]


@pytest.mark.parametrize(("built", "shape"), [
    ("part(x)", "[None, given, 4]"), ("part(made(x))", "[None, 3, 4]"), ("part(x)", "given"),
    ("part(x)", "given.sizes"), ("part(x)", "[None] + given"), ("part(x)", "5"),
])
def test_what_is_not_known(built, shape):
    sizes, product = asked(built, shape)
    with pytest.raises(Stays, match=r"is not known before the program runs \(math\.prod"):
        sizes.text(product, "in_features")

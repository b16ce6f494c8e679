"""The layers' old forms, and what a call of one means once its sizes are known."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.values import UNKNOWN, Symbol
from paddle_migrate.unsized.old_form import is_known, old_rules


@pytest.mark.parametrize(("name", "args", "shape", "wanted"), [
    ("Conv2D", {"num_filters": 4, "filter_size": 3}, (2, 3, 8, 8), ("num_channels", 3)),
    ("FC", {"size": 5}, (2, 3, 4), ("input_dim", 12)),
    ("FC", {"size": 5, "num_flatten_dims": 2}, (2, 3, 4), ("input_dim", 4)),
    ("Conv2DTranspose", {"num_filters": 4, "filter_size": 3}, (2, 6, 8, 8), ("num_channels", 6)),
])  # fmt: skip
def test_sizes(name, args, shape, wanted):
    found = old_rules()[name].sizes({"num_flatten_dims": 1, **args} if name == "FC" else args, (shape,))
    assert (wanted[0], found.get(wanted[0])) == wanted


@pytest.mark.parametrize("shapes", [(), (None,)])
def test_shapes_that_tell_nothing(shapes):
    assert old_rules()["Conv2D"].sizes({"num_filters": 4, "filter_size": 3}, shapes) == {}


@pytest.mark.parametrize("shape", [(2, Symbol(), 8, 8)])
def test_a_size_that_the_shape_leaves_open(shape):
    found = old_rules()["Conv2D"].sizes({"num_filters": 4, "filter_size": 3}, (shape,))
    assert not is_known(found["num_channels"])


@pytest.mark.parametrize(("size", "wanted"), [
    (3, True), ([3, 4], True), ((3, [4]), True), (True, False), (2.5, False), ("3", False), (Symbol(), False),
    (UNKNOWN, False), ([3, Symbol()], False), (None, False),
])  # fmt: skip
def test_is_known(size, wanted):
    assert is_known(size) is wanted


def test_what_1_8_had_no_longer_has_no_form_of_1_8():
    assert old_rules()["FC"].today == ()
    assert old_rules()["Conv2D"].today[0].name == "num_channels"


@pytest.mark.parametrize("name", ["Linear", "Layer", "relu"])
def test_others_have_no_old_form(name):
    assert name not in old_rules()

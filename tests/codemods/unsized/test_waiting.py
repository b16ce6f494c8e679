"""A layer in its old form while the script is run on shapes: its first call tells what its results are."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.values import TEXT, UNKNOWN, Array, Items, Symbol
from paddle_migrate.unsized.old_form import old_rules
from paddle_migrate.unsized.waiting import wait


def _result(name, args, *inputs, **keywords):
    machine = Interpreter(Stars([]))
    layer = wait(machine, old_rules()[name], [TEXT, *args], keywords, None)
    return layer.call(machine, list(inputs), {}).shape


@pytest.mark.parametrize(("name", "args", "shape", "wanted"), [
    ("Conv2D", [4, 3], (2, 3, 8, 8), (2, 4, 6, 6)),
    ("Conv2D", [4, 3, 2, 1], (2, 3, 8, 8), (2, 4, 4, 4)),
    ("FC", [5], (2, 3, 4), (2, 5)),
    ("FC", [5], (2, 3), (2, 5)),
])  # fmt: skip
def test_what_it_gives(name, args, shape, wanted):
    assert _result(name, args, Array(shape, "float32", "tensor")) == wanted


def test_arguments_by_name():
    image = Array((2, 3, 8, 8), "float32", "tensor")
    assert _result("Conv2D", [], image, num_filters=4, filter_size=3) == (2, 4, 6, 6)
    assert _result("Conv2D", [4], image, filter_size=1) == (2, 4, 8, 8)


def test_what_is_added_up_has_one_shape():
    parts = [Array((2, 3), "float32", "tensor"), Array((2, 4), "float32", "tensor")]
    assert _result("FC", [5], Items(parts)) == (2, 5)


@pytest.mark.parametrize(("args", "value"), [
    ([4, 3], UNKNOWN), ([4, 3], Array(None, "float32", "tensor")),
    ([4, UNKNOWN], Array((2, 3, 8, 8), "float32", "tensor")),
])  # fmt: skip
def test_what_is_not_known_is_not_guessed(args, value):
    shape = _result("Conv2D", args, value)
    assert shape is None or all(isinstance(d, Symbol) for d in shape[2:])


def test_a_layer_is_recorded_only_where_it_stands_in_the_script():
    machine = Interpreter(Stars([]))
    wait(machine, old_rules()["FC"], [TEXT, 5], {}, None)
    assert machine.made == []

from __future__ import annotations

import paddle
import paddle.nn.functional as F
import pytest
from paddle_migrate.written.layers import with_activation, with_input


@pytest.fixture
def layer():
    """y = -x."""
    made = paddle.nn.Linear(1, 1)
    made.weight.set_value(paddle.full([1, 1], -1.0))
    return made


def test_the_activation_follows_every_call(layer):
    assert with_activation(layer, F.relu) is layer
    x = paddle.to_tensor([[2.0], [-3.0]])
    for _ in range(2):
        assert layer(x).tolist() == [[0.0], [3.0]]


def test_it_stands_in_a_container_as_before(layer):
    assert paddle.nn.Sequential(with_activation(layer, F.relu))(paddle.ones([1, 1])).tolist() == [[0.0]]


def test_the_input_is_changed_before_every_call(layer):
    assert with_input(layer, lambda x: x.reshape([-1, 1])) is layer
    assert layer(paddle.to_tensor([[[1.0]], [[2.0]]])).tolist() == [[-1.0], [-2.0]]


@pytest.mark.parametrize("around", [lambda made: with_activation(made, F.relu), lambda made: with_input(made, F.relu)])
def test_parameters_keep_their_names(layer, around):
    before = list(layer.state_dict())
    assert list(around(layer).state_dict()) == before == ["weight", "bias"]


def test_other_layers_of_the_class_are_left(layer):
    other = paddle.nn.Linear(1, 1)
    other.weight.set_value(layer.weight)
    with_activation(layer, F.relu)
    with_input(layer, lambda x: x * 0)
    assert other(paddle.ones([1, 1])).tolist() == [[-1.0]]

"""A run that replaces the gradients it reaches, and keeps the others."""

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.written.gradients import backward_anew


@pytest.fixture
def layers():
    paddle.seed(1)
    return paddle.nn.Linear(2, 1), paddle.nn.Linear(2, 1)


def gradients(layers):
    return [None if each.weight.grad is None else each.weight.grad.numpy().ravel().tolist() for each in layers]


def test_what_is_reached_is_replaced(layers):
    one, two = layers
    optimizer = paddle.optimizer.SGD(0.1, parameters=[*one.parameters(), *two.parameters()])
    x = paddle.to_tensor([[1.0, 2.0]])
    (one(x) * 2 + two(x) * 3).sum().backward()
    backward_anew((one(x) + one(x) * 4).sum(), optimizer)
    assert gradients(layers) == [[5.0, 10.0], [3.0, 6.0]]
    (one(x) + two(x)).sum().backward()  # nothing is left of it
    assert gradients(layers) == [[6.0, 12.0], [4.0, 8.0]]


def test_other_optimizers_and_what_is_frozen(layers):
    one, two = layers
    two.weight.stop_gradient = True
    first, second = (paddle.optimizer.SGD(0.1, parameters=each.parameters()) for each in layers)
    x = paddle.to_tensor([[1.0, 2.0]])
    one(x).sum().backward()
    backward_anew((one(x) * two(x)).sum() * 0 + one(x).sum(), second)
    assert gradients(layers) == [[2.0, 4.0], None]
    backward_anew(one(x).sum(), first, second)
    assert gradients(layers) == [[1.0, 2.0], None]
    backward_anew(one(x).sum(), None, first)
    assert gradients(layers) == [[1.0, 2.0], None]


def test_rows_of_a_table():
    table = paddle.nn.Embedding(4, 2, sparse=True)
    optimizer = paddle.optimizer.SGD(1.0, parameters=table.parameters())
    before = table.weight.numpy().copy()
    table(paddle.to_tensor([0, 1])).sum().backward()
    backward_anew(table(paddle.to_tensor([1, 3])).sum(), optimizer)
    optimizer.step()
    assert (before - table.weight.numpy()).round(4).tolist() == [[0, 0], [1, 1], [0, 0], [1, 1]]

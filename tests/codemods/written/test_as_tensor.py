from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.written.as_tensor import as_tensor


@pytest.mark.parametrize("data", [np.arange(3.0, dtype="float32"), [1, 2], 3.5])
def test_an_array_becomes_a_tensor(data):
    made = as_tensor(data)
    assert isinstance(made, paddle.Tensor)
    assert made.tolist() == np.asarray(data).tolist()


def test_a_tensor_stays_the_same_one_with_its_gradient():
    x = paddle.to_tensor([2.0], stop_gradient=False)
    y = x * 3
    assert as_tensor(y) is y
    (as_tensor(y) * 5).backward()
    assert x.grad.tolist() == [15.0]


def test_a_parameter_stays_one():
    weight = paddle.nn.Linear(1, 1).weight
    assert as_tensor(weight) is weight
    assert weight.trainable

"""Arrays of one element are numbers beside every NumPy, for programs that use fluid; in all else they are NumPy's."""

import json
import pickle
import subprocess
import sys

import numpy as np
import paddle
import pytest
from paddle_compat._runtime.arrays import Array


def ours(value, dtype="float32"):
    return np.array(value, dtype).view(Array)


@pytest.mark.parametrize("array", [ours([2.5]), ours([[2.5]]), ours(2.5), ours([1, 2.5])[1:], ours([2.5]) * 1])
def test_numbers(array):
    held = np.zeros(3)
    held[1] = array
    assert (float(array), int(array), complex(array), "%f" % array, held[1]) == (2.5, 2, 2.5, "2.500000", 2.5)  # noqa: UP031


def test_places():
    assert [5, 6, 7][ours([1], "int64")] == 6
    with pytest.raises(TypeError):
        [5, 6, 7][ours([1.0])]


@pytest.mark.parametrize("number", [float, int, "%f".__mod__, complex])
def test_more_than_one_element_is_no_number(number):
    with pytest.raises(TypeError):
        number(ours([1, 2]))


@pytest.mark.parametrize("ask", [np.sum, np.mean, np.max, np.argmax, np.ndarray.min, lambda a: a[0], lambda a: a @ a])
def test_sums_are_numpys_own(ask):
    plain = np.arange(3.0)
    found = ask(plain.view(Array))
    assert type(found) is type(ask(plain))
    assert json.dumps({"found": float(found)})
    assert {found: 1}[ask(plain)] == 1


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_are_numpys_own(protocol):
    assert pickle.dumps(ours([1, 2]), protocol) == pickle.dumps(np.array([1, 2], "float32"), protocol)


def test_names():
    assert repr(ours([1.5])) == "array([1.5], dtype=float32)"
    assert str(type(ours([1.5]))) == str(np.ndarray)


@pytest.mark.parametrize("use", [
    lambda x, a, i: x * a, lambda x, a, i: a * x, lambda x, a, i: x - a, lambda x, a, i: x > a, lambda x, a, i: x[i],
    lambda x, a, i: paddle.clip(x, a), lambda x, a, i: paddle.tile(x, i), lambda x, a, i: paddle.to_tensor(a),
    lambda x, a, i: paddle.full(i, 2.0), lambda x, a, i: paddle.scale(x, a), lambda x, a, i: paddle.cumsum(x, i - 1),
])
def test_paddle_takes_them_as_numpys_own(use):
    x, a, i = paddle.arange(4, dtype="float32"), np.array([2.0], "float32"), np.array([1])
    np.testing.assert_array_equal(use(x, a.view(Array), i.view(Array)).numpy(), use(x, a, i).numpy())


SCRIPT = """
import numpy as np
import paddle_compat
paddle_compat.install()
from paddle_compat._runtime import arrays
arrays.NUMBERS_HAVE_NO_DIMENSION = True
import paddle.fluid as fluid
with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.arange(4, dtype="float32"))
    fc = fluid.dygraph.Linear(4, 1)
    loss = fluid.layers.reduce_mean(x) + 0 * fluid.layers.reduce_mean(fc(fluid.layers.reshape(x, [1, 4])))
    count = fluid.layers.reduce_sum(fluid.layers.cast(x, "int64"))
    loss.backward()
    held = np.zeros(2)
    held[0] = loss.numpy()
    held[1] = loss
    print(float(loss), int(count), "%f %d" % (loss, count), "%f" % loss.numpy(), range(9)[count], *held, sep="|")
    numbers = loss.numpy() * 2, x.numpy()[1:2], loss.gradient(), fc.bias.gradient()
    print(*map(float, numbers), sep="|")
    print(type(loss.numpy()) is arrays.Array, type(loss.gradient()) is arrays.Array)
"""


def test_tensors_of_programs_that_use_fluid():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        "1.5|6|1.500000", "6|1.500000|6|1.5|1.5", "3.0|1.0|1.0|0.0", "True", "True"
    ]


def test_tensors_of_other_programs():
    script = "import paddle, numpy; print(type(paddle.ones([1]).numpy()) is numpy.ndarray)"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]

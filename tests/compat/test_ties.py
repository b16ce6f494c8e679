"""Of equal elements `topk` chooses those that 1.8.5 chose, and `accuracy` counts these."""

import numpy as np
import pytest

ROW = [1, 3, 0, 3, 2, 3, 1, 3, 0, 2, 3, 1]
# 1.8.5's own, of ROW and of twelve zeros.
PLACES = {
    1: ([1], [0]), 2: ([3, 1], [0, 1]), 3: ([5, 1, 3], [0, 1, 2]), 4: ([1, 3, 7, 5], [1, 3, 0, 2]),
    5: ([3, 1, 7, 10, 5], [3, 4, 1, 0, 2]), 7: ([3, 1, 10, 5, 7, 4, 9], [3, 4, 1, 0, 5, 2, 6]),
}


@pytest.mark.parametrize("k", PLACES)
@pytest.mark.parametrize("shape", [(2, 12), (2, 1, 12)])
def test_places(fluid, k, shape):
    rows = np.array([ROW, [0] * 12], "float32")
    with fluid.dygraph.guard():
        values, places = fluid.layers.topk(fluid.dygraph.to_variable(rows.reshape(shape)), k)
    assert places.numpy().reshape(2, k).tolist() == list(PLACES[k])
    np.testing.assert_array_equal(values.numpy().reshape(2, k), -np.sort(-rows)[:, :k])


def test_in_programs(fluid):
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        x, label = fluid.data("x", [None, 12], "float32"), fluid.data("label", [None, 1], "int64")
        fetched = [fluid.layers.topk(x, 3)[1], *(fluid.layers.accuracy(x, label, k) for k in (1, 3))]
        feed = {"x": np.array([ROW, [0] * 12], "float32"), "label": np.array([[3], [0]])}
        places, first, third = fluid.Executor(fluid.CPUPlace()).run(feed=feed, fetch_list=fetched)
    assert places.tolist() == [[5, 1, 3], [0, 1, 2]]
    assert (first.tolist(), third.tolist()) == ([0.5], [1.0])


@pytest.mark.parametrize(("k", "share"), [(1, 0.25), (2, 0.5), (5, 1.0)])
def test_accuracy_of_a_network_that_has_learnt_nothing(fluid, k, share):
    with fluid.dygraph.guard():
        zeros, labels = np.zeros((4, 10), "float32"), np.array([[0], [1], [2], [4]])
        found = fluid.layers.accuracy(*map(fluid.dygraph.to_variable, (zeros, labels)), k)
    assert found.numpy().tolist() == [share]


def test_what_is_not_equal_stays(fluid):
    rows = np.random.RandomState(1).rand(4, 12).astype("float32")
    with fluid.dygraph.guard():
        _, places = fluid.layers.topk(fluid.dygraph.to_variable(rows), 4)
    np.testing.assert_array_equal(places.numpy(), np.argsort(-rows)[:, :4])


def test_code_of_2_has_todays(fluid, monkeypatch):
    monkeypatch.setenv("PADDLE_COMPAT_ERA", "2")
    with fluid.dygraph.guard():
        _, places = fluid.layers.topk(fluid.dygraph.to_variable(np.zeros((1, 8), "float32")), 1)
    assert places.shape == [1, 1]

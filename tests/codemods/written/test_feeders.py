"""Feeders, loaders, and lengths that are fed."""

from __future__ import annotations

import time

import numpy as np
import paddle
import pytest
from paddle_migrate.written.feeders import DataFeeder, FeedLoader, with_lengths_fed
from paddle_migrate.written.program_variables import variables

# Paddle's own words at its own calls
pytestmark = pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning")


def test_lengths_that_nothing_is_computed_of_are_not_fed(main):
    """A model that is saved has no place for them."""
    used, unused = (paddle.static.data(name, [None, 1], "int64") for name in ("used", "unused"))
    lengths, _ = (paddle.static.data(f"{name}_lengths", [None], "int64") for name in ("used", "unused"))
    assert [each.name for each in with_lengths_fed([used, unused])] == ["used", "unused"]
    lengths.sum()
    assert [each.name for each in with_lengths_fed([used, unused])] == ["used", "unused", "used_lengths"]


def samples():
    for i in range(5):
        yield np.full(2, i, "float64"), i


def batches():
    yield np.zeros((2, 2), "float32"), np.zeros((2, 1), "int64")
    raise KeyError("lost")


def test_a_generator_may_fill_its_arrays_anew(main):
    def filled():
        rows = np.zeros((1, 2), "float32")
        for number in range(6):
            rows[:] = number
            yield rows, [[number]]

    fed = paddle.static.data("x", [None, 2]), paddle.static.data("y", [None, 1], "int64")
    loader = FeedLoader(fed, capacity=8).set_batch_generator(filled)
    assert [(feed["x"][0, 0], feed["y"].item()) for (feed,) in loader()] == [(each, each) for each in range(6)]


def test_a_loader_fills_its_queue_ahead(main):
    loader = FeedLoader([paddle.static.data("x", [None, 2]), paddle.static.data("y", [None, 1], "int64")], capacity=2)
    loader.set_sample_generator(samples, 1)
    loader.start()
    read = [next(loader)[0]["y"].item()]
    while loader.queue.qsize() < 2:
        time.sleep(0.01)
    assert read + [each[0]["y"].item() for each in iter(loader.next, None) if each] == list(range(5))


def test_a_feeder_joins_samples(main):
    fed = paddle.static.data("x", [None, 2]), paddle.static.data("y", [None, 1], "int64")
    arrays = DataFeeder(variables([fed[0], "y"])).feed(list(samples())[:3])
    assert {name: (a.dtype.name, a.shape) for name, a in arrays.items()} == {
        "x": ("float32", (3, 2)), "y": ("int64", (3, 1))}
    with pytest.raises(ValueError, match="inhomogeneous"):
        DataFeeder(fed).feed([([1.0], 1), ([1.0, 2.0], 1)])


def test_a_loader_begins_anew_and_goes_step_by_step(main):
    fed = [paddle.static.data("x", [None, 2]), paddle.static.data("y", [None, 1], "int64")]
    loader = FeedLoader(fed).set_sample_generator(samples, 2)
    assert [batch[0]["y"].ravel().tolist() for batch in loader()] == [[0, 1], [2, 3]]
    assert len(list(loader()())) == 2
    for _ in loader:
        break
    assert next(iter(loader))[0]["y"].ravel().tolist() == [0, 1]
    assert next(loader)[0]["y"].ravel().tolist() == [2, 3]
    loader.start()
    assert next(loader)[0]["x"].shape == (2, 2)
    loader.reset()
    with pytest.raises(StopIteration):
        next(loader)
    lists = FeedLoader(fed, return_list=True)
    lists.decorate_batch_generator(batches)
    lists.start()
    assert [[array.shape for array in place] for place in next(lists)] == [[(2, 2), (2, 1)]]
    with pytest.raises(KeyError, match="lost"):
        next(lists)

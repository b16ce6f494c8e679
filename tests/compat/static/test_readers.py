"""Data comes into programs as in 1.8.5: through readers of theirs, loaders, feeders."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle


def test_readers_loaders_and_feeders(both):
    """The recorded answer: a reset while 1.8.5 buffers twice loses batches of the next epoch now and then."""
    both("readers", live=False)


def test_the_end_of_the_data_moves_a_schedule_unless_the_program_is_compiled(both):
    found = both("ends").ours
    assert found["plain"].tolist() != found["compiled"].tolist() == found["two"].tolist()


@pytest.fixture
def reader(fluid):
    """A reader that gives one batch and then fails, and a run that takes one."""
    reader = fluid.layers.py_reader(2, [[-1, 3]], ["float32"])
    out = fluid.layers.read_file(reader) * 2.0
    executor = fluid.Executor(fluid.CPUPlace())

    def batches():
        yield [np.ones([1, 3], "float32")]
        raise KeyError("the reader's own")

    reader.decorate_batch_generator(batches)
    assert reader.queue.size() == 0
    return reader, lambda: executor.run(fetch_list=[out])[0]


def test_what_a_reader_raises_the_run_raises(reader):
    reader, run = reader
    reader.start()
    assert run().tolist() == [[2.0, 2.0, 2.0]]
    with pytest.raises(KeyError, match="own"):
        run()
    reader.reset()
    reader.start()
    assert run().tolist() == [[2.0, 2.0, 2.0]]


def test_a_reader_that_is_not_started_says_so(reader, fluid):
    with pytest.raises(RuntimeError, match=rf"(?s)call its start.*operator < read >, made at {__file__}:\d+"):
        reader[1]()
    unset = fluid.io.DataLoader.from_generator([fluid.data("x", [None, 1])], capacity=2, iterable=False)
    with pytest.raises(AssertionError, match="has not set yet"):
        unset.start()


def test_a_reader_that_ends_early_or_fits_badly(fluid):
    x = fluid.data("x", [None, 3])
    loader = fluid.io.DataLoader.from_generator([x], capacity=2, iterable=False)
    executor = fluid.Executor(fluid.CPUPlace())
    for batch, words in [([np.ones([1, 2], "float32")], "should have dimensions"), ([1.0, 2.0], "2 fields for 1"),
                         ([[[1], [1, 2]]], "nested lists with different lengths")]:
        loader.set_batch_generator(lambda batch=batch: iter([batch]))
        loader.start()
        with pytest.raises((ValueError, TypeError), match=words):
            executor.run(fetch_list=[x])
        loader.reset()


def test_what_cannot_be_asked_of_a_loader(fluid):
    x = fluid.data("x", [None, 3])
    for wrong in ({"capacity": None}, {"capacity": 2, "feed_list": None}):
        with pytest.raises(ValueError, match=r"capacity|Feed list"):
            fluid.io.DataLoader.from_generator(**{"feed_list": [x], **wrong})
    loader = fluid.io.DataLoader.from_generator([x], capacity=2)
    with pytest.raises(AssertionError, match="has not set yet"):
        next(loader)
    with pytest.raises(AssertionError, match="Places cannot be None"):
        loader.set_batch_generator(lambda: iter([]))
    for ask in (loader.start, loader.reset):
        with pytest.raises(AssertionError, match="cannot be called when DataLoader is iterable"):
            ask()
    with pytest.raises(TypeError, match="is a list of variables"):
        fluid.layers.create_py_reader_by_data(2, x)
    with pytest.raises(AssertionError, match="feed_list should be set"):
        fluid.io.DataLoader([1], places=fluid.CPUPlace())


def test_an_iteration_left_early_ends_its_thread(fluid):
    import threading

    before = threading.active_count()
    loader = fluid.io.DataLoader.from_generator([fluid.data("x", [None, 1])], capacity=2)
    loader.set_batch_generator(lambda: iter([[np.ones([1, 1], "float32")]] * 50), fluid.CPUPlace())
    for _ in loader():
        break
    assert threading.active_count() == before
    assert np.array(next(loader)[0]["x"]).tolist() == [[1.0]]


def test_feeders_refuse_what_does_not_fit(fluid):
    x = fluid.data("x", [None, 3])
    feeder = fluid.DataFeeder([x], fluid.CPUPlace())
    with pytest.raises(ValueError, match=r"declared as \(-1, 3\).*\(1, 2, 2\)"):
        feeder.feed([(np.ones([2, 2]),)])
    with pytest.raises(AssertionError, match=r"fields in data \(2\) does not match len\(feed_list\) \(1\)"):
        feeder.feed([(1, 2)])
    with pytest.raises(ValueError, match="1 batches for 2 devices"):
        list(feeder.feed_parallel([[(np.ones(3),)]], 2))
    with pytest.raises(ValueError, match="too few for all devices"):
        list(feeder.decorate_reader(lambda: [[(np.ones(3),)]] * 3, True, 2, drop_last=False)())
    with pytest.raises(ValueError, match="var nothing not in this block"):
        fluid.DataFeeder(["nothing"], fluid.CPUPlace())


def test_a_feed_that_nothing_takes_is_said(fluid):
    x = fluid.data("x", [None, 3])
    executor = fluid.Executor(fluid.CPUPlace())
    feed = {"x": np.ones([1, 3], "float32"), "left": np.ones(1)}
    with pytest.warns(UserWarning, match="no variable left"):
        executor.run(feed=feed, fetch_list=[x * 2.0])
    with pytest.raises(AssertionError, match="Not compiled with data parallel"):
        executor.run(feed=[feed, feed], fetch_list=[x])


def test_scripts_put_others_into_the_list_of_variables_that_they_get(fluid):
    given = [fluid.data("x", [None, 2]), fluid.data("y", [None, 1])]
    reader = fluid.layers.create_py_reader_by_data(2, given)
    fields = fluid.layers.read_file(reader)
    fields[0] = fluid.layers.reshape(fields[0], [-1])
    given.clear()
    reader.decorate_tensor_provider(lambda: iter([[np.ones([1, 2], "float32"), np.ones([1, 1], "float32")]]))
    reader.start()
    executor = fluid.Executor(fluid.CPUPlace())
    assert executor.run(fetch_list=[fields[0]])[0].tolist() == [1.0, 1.0]

"""Readers of data, what changes them, and the loaders that take them."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("expression", "wanted"), [
    ("paddle.dataset.mnist.train()()", "stream of ([784], ?)"),
    ("paddle.dataset.uci_housing.test()()", "stream of ([13], [1])"),
    ("paddle.batch(paddle.dataset.mnist.train(), 32)()", "stream of [([784], ?)...]"),
    ("paddle.batch(reader=paddle.dataset.mnist.train(), batch_size=32)()", "stream of [([784], ?)...]"),
    ("paddle.reader.shuffle(paddle.dataset.cifar.train10(), 10)()", "stream of ([3072], ?)"),
    ("paddle.reader.map_readers(lambda s: s[0], paddle.dataset.mnist.train())()", "stream of [784]"),
    ("paddle.reader.xmap_readers(lambda s: s[1], paddle.dataset.mnist.train(), 2, 8)()", "stream of ?"),
])  # fmt: skip
def test_what_a_reader_gives(result, expression, wanted):
    assert result(f"result = {expression}") == wanted


LOADER = """\
def samples():
    yield np.zeros([2, 3]), 1
def lists():
    yield [(np.zeros([2, 3]), 1)] * 4
def batches():
    yield np.zeros([4, 2, 3]), np.zeros([4, 1])
loader = fluid.io.DataLoader.from_generator(capacity=2)
loader.{}
for result in loader():
    pass
"""


@pytest.mark.parametrize(("setter", "wanted"), [
    ("set_sample_generator(samples, 4)", "([?, 2, 3], [?, 1])"),
    ("decorate_sample_generator(samples, 4)", "([?, 2, 3], [?, 1])"),
    ("set_sample_list_generator(lists)", "([?, 2, 3], [?, 1])"),
    ("set_batch_generator(batches)", "([4, 2, 3] float64, [4, 1] float64)"),
])  # fmt: skip
def test_what_a_loader_gives(result, setter, wanted):
    assert result(LOADER.format(setter)) == wanted


@pytest.mark.parametrize("setter", ["set_batch_generator(who)", "set_sample_generator(who, 4)", "set_nothing(samples)"])
def test_a_loader_of_unknown_data_gives_something_unknown(result, setter):
    assert result(LOADER.format(setter)) == "unknown"


@pytest.mark.parametrize("name", ["paddle.dataset.imdb.train", "paddle.dataset.mnist.fetch", "own.dataset.mnist.train"])
def test_other_data_is_not_guessed(result, name):
    assert result(f"import own\nfor result in {name}()():\n    pass") == "unknown"

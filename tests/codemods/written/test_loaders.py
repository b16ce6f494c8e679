from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.written.loaders import FedLoader, GeneratorDataset, GeneratorLoader


def samples():
    """Four of an image and a label."""
    for i in range(4):
        yield np.full(2, i, "float32"), i


def batches():
    for i in range(3):
        yield np.full((2, 1), i, "float32"), np.array([[i], [i + 1]])


def values(loader):
    return [[field.tolist() for field in batch] for batch in loader]


def test_batches_of_arrays():
    loader = GeneratorLoader(batches)
    assert values(loader) == [[[[i]] * 2, [[i], [i + 1]]] for i in range(3)]
    assert all(isinstance(field, paddle.Tensor) for batch in loader for field in batch)


def test_each_loop_starts_it_anew_called_or_not():
    loader = GeneratorLoader(batches)
    assert values(loader) == values(loader()) == values(loader)


def test_lists_of_samples_are_put_together():
    loader = GeneratorLoader(paddle.batch(samples, 2), sample_lists=True)
    assert values(loader) == [[[[0, 0], [1, 1]], [0, 1]], [[[2, 2], [3, 3]], [2, 3]]]


@pytest.mark.slow
def test_a_process_reads_ahead():
    assert values(GeneratorLoader(batches, num_workers=1)) == values(GeneratorLoader(batches))


@pytest.mark.parametrize("options", [{}, pytest.param({"num_workers": 1}, marks=pytest.mark.slow)])
def test_what_the_generator_raises_comes_behind_what_it_gave(options):
    def broken():
        yield from batches()
        raise KeyError("lost")

    seen = []
    with pytest.raises(KeyError, match="lost"):
        seen.extend(GeneratorLoader(broken, **options))
    assert len(seen) == 3


def test_an_error_that_cannot_be_sent_comes_as_its_text():
    class Local(Exception):
        pass

    sent = GeneratorDataset(batches, False).to_send(Local("here"))
    assert type(sent) is RuntimeError
    assert str(sent) == "Local: here"
    assert type(GeneratorDataset(batches, False).to_send(KeyError("k"))) is KeyError


def test_a_loop_that_is_left_early_ends_the_generator():
    ended = []

    def endless():
        try:
            while True:
                yield (np.zeros(1),)
        finally:
            ended.append(True)

    for _ in GeneratorLoader(endless, prefetch_factor=2):
        break
    assert ended


@pytest.mark.parametrize("name", ["set_sample_generator", "decorate_sample_generator"])
def test_fed_with_samples(name):
    loader = FedLoader()
    assert getattr(loader, name)(samples, 3, drop_last=False) is loader
    assert [len(batch[1]) for batch in loader] == [3, 1]
    assert [len(batch[1]) for batch in getattr(FedLoader(), name)(samples, 3)] == [3]


@pytest.mark.parametrize("name", ["set_sample_list_generator", "decorate_sample_list_generator"])
def test_fed_with_lists_of_samples(name):
    loader = getattr(FedLoader(prefetch_factor=4), name)(paddle.batch(samples, 2))
    assert values(loader) == values(GeneratorLoader(paddle.batch(samples, 2), sample_lists=True))


@pytest.mark.parametrize("name", ["set_batch_generator", "decorate_batch_generator"])
def test_fed_with_batches(name):
    loader = getattr(FedLoader(), name)(batches, places=paddle.CPUPlace())
    assert values(loader) == values(GeneratorLoader(batches))


def test_the_options_of_another_loader_are_left():
    first, second = FedLoader(prefetch_factor=4), FedLoader()
    first.set_batch_generator(batches, places=paddle.CPUPlace())
    second.set_batch_generator(batches)
    assert set(first.options) == {"prefetch_factor", "places"}
    assert second.options == {}

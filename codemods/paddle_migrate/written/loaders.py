"""Loaders over a generator, in place of `DataLoader.from_generator()` and `PyReader`."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import paddle


class GeneratorDataset(paddle.io.IterableDataset):
    """The batches of a generator function, as lists of arrays; what it raises comes as the last of them."""

    def __init__(self, generator: Callable[[], Any], sample_lists: bool) -> None:
        self.generator, self.sample_lists = generator, sample_lists
        self.stopped = multiprocessing.Event()

    def __iter__(self) -> Iterator[Any]:
        try:
            for batch in self.generator():
                if self.stopped.is_set():
                    return
                yield [np.asarray(field) for field in (zip(*batch) if self.sample_lists else batch)]
        except Exception as error:  # raised here, it would leave paddle.io.DataLoader waiting for ever
            yield [np.zeros(1), error if paddle.io.get_worker_info() is None else self.to_send(error)]

    def to_send(self, error: Exception) -> Any:
        """The error, or its text where it cannot leave the worker's process."""
        try:
            return pickle.loads(pickle.dumps(error))
        except Exception:
            return RuntimeError(f"{type(error).__name__}: {error}")


class GeneratorLoader:
    """Reads batches from a generator function ahead and gives them as lists of tensors; each loop starts it anew.

    sample_lists: whether a batch is a list of samples, whose fields are to be put together, or a list of arrays.
    options: of paddle.io.DataLoader.
    """

    def __init__(self, generator: Any, sample_lists: bool = False, **options: Any) -> None:
        self.generator, self.sample_lists, self.options = generator, sample_lists, options

    def __call__(self) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        dataset = GeneratorDataset(self.generator, self.sample_lists)
        options = dict(self.options)
        if multiprocessing.get_start_method() != "fork":
            options["num_workers"] = 0  # a thread reads ahead: no other process could be given the generator function
        batches = iter(paddle.io.DataLoader(dataset, batch_size=None, **options))
        error = None
        try:
            for batch in batches:
                if isinstance(batch[-1], Exception):
                    error = batch[-1]
                else:
                    yield batch
        except GeneratorExit:  # the loop was left early: what reads ahead has to end
            dataset.stopped.set()
            for _ in batches:
                pass
            raise
        batches = None  # the error will know this frame, and would hold on to the worker
        if error is not None:
            raise error


class FedLoader(GeneratorLoader):
    """A GeneratorLoader that is made first and given its generator later."""

    def __init__(self, **options: Any) -> None:
        super().__init__(None, **options)

    def set_sample_generator(self, reader: Any, batch_size: int, drop_last: bool = True, places: Any = None) -> Any:
        """Take samples, batch_size of them at a time."""
        return self.set_sample_list_generator(paddle.batch(reader, batch_size, drop_last), places)

    def set_sample_list_generator(self, reader: Any, places: Any = None) -> Any:
        """Take batches that are lists of samples."""
        return self.set_generator(reader, True, places)

    def set_batch_generator(self, reader: Any, places: Any = None) -> Any:
        """Take batches that are lists of arrays."""
        return self.set_generator(reader, False, places)

    def set_generator(self, generator: Any, sample_lists: bool, places: Any) -> Any:
        self.generator, self.sample_lists = generator, sample_lists
        if places is not None:
            self.options["places"] = places
        return self

    def decorate_sample_generator(
        self, sample_generator: Any, batch_size: int, drop_last: bool = True, places: Any = None
    ) -> Any:
        """Take samples, batch_size of them at a time."""
        return self.set_sample_generator(sample_generator, batch_size, drop_last, places)

    decorate_sample_list_generator = set_sample_list_generator
    decorate_batch_generator = set_batch_generator

"""``paddle.fluid.io.DataLoader`` and ``PyReader``: batches read ahead of the training."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle
from paddle.base.reader import CleanupFuncRegistrar, _cleanup, multiprocess_queue_set  # noqa: F401

from .._language import dropped, helper
from .._runtime.ahead import Batches, Stepwise, in_process, in_thread
from .._static.file_loader import FileLoader
from .._static.mode import MODE, in_programs
from .._static.readers import ProgramLoader, for_places
from .dataloader import BatchSampler

__all__ = ["DataLoader", "PyReader", "default_collate_fn"]


def _array(item: Any) -> np.ndarray[Any, Any]:
    try:
        array = np.array(item.numpy() if isinstance(item, paddle.Tensor) else item)  # generators may use one again
    except ValueError:
        array = np.empty([], dtype=object)
    if array.dtype == object:
        raise TypeError("the reader returned lists of different lengths, which are no array")
    return array


_KEPT_ORDER = [True]


def keep_data_loader_order(*keep: bool) -> Any:
    """Whether loaders keep the order of their batches, which they always do here; with a bool, say so."""
    if not keep:
        return _KEPT_ORDER[0]
    _KEPT_ORDER[:] = keep
    return None


class DataLoaderBase(Stepwise):
    """What all loaders have."""

    def __call__(self) -> DataLoaderBase:
        return self

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError("a loader says how it iterates")

    @staticmethod
    def _check_input_array(item: Any) -> Any:
        return _array(item)


class GeneratorLoader(DataLoaderBase):
    """Iterating gives each batch of the generator as a list of tensors, read ahead up to ``capacity`` batches.

    Each iteration starts the generator anew. What the generator raises, the loop raises.
    """

    def __init__(self, capacity: int | None, use_multiprocess: bool) -> None:
        if not capacity:
            raise ValueError("DataLoader.from_generator: Please give value to capacity.")
        if not paddle.in_dynamic_mode():
            raise NotImplementedError("DataLoader.from_generator: static mode is not there yet; use dygraph.guard()")
        self._capacity, self._use_multiprocess = capacity, use_multiprocess
        self._batches: Batches | None = None
        self._place: Any = None

    def __call__(self) -> GeneratorLoader:
        return self

    def __iter__(self) -> Iterator[list[Any]]:
        batches = self._batches
        assert batches is not None, "the DataLoader has no generator yet"
        ahead = in_process if self._use_multiprocess else in_thread
        arrays = ahead(lambda: ([_array(item) for item in batch] for batch in batches()), self._capacity)
        with contextlib.closing(arrays):  # type: ignore[type-var]
            for batch in arrays:
                yield [paddle.to_tensor(array, place=self._place) for array in batch]

    def set_sample_generator(self, reader: Batches, batch_size: int, drop_last: bool = True,
                             places: Any = None) -> GeneratorLoader:
        """Read samples from ``reader`` and put ``batch_size`` of them together."""
        assert batch_size > 0, "batch_size must be larger than 0"
        return self.set_sample_list_generator(paddle.batch(reader, batch_size, drop_last), places)

    def set_sample_list_generator(self, reader: Batches, places: Any = None) -> GeneratorLoader:
        """Read lists of samples from ``reader``; the i-th fields of the samples become the i-th tensor."""

        def batches() -> Iterator[Any]:
            for samples in reader():
                yield [list(field) for field in zip(*samples)]

        return self.set_batch_generator(batches, places)

    def set_batch_generator(self, reader: Batches, places: Any = None) -> GeneratorLoader:
        """Read batches from ``reader``, each a list of ndarrays. Raises ``AssertionError`` for several ``places``."""
        some = places if isinstance(places, (list, tuple)) else [places]
        assert len(some) == 1, "there is one place in dygraph mode"
        self._batches, self._place = reader, some[0]
        return self


@helper
def default_collate_fn(batch: list[Any]) -> list[Any]:
    """The samples of a batch put together: the i-th fields of all make the i-th array."""
    if isinstance(batch[0], np.ndarray):
        return [np.stack(batch, axis=0)]
    return [np.stack(field, axis=0) for field in zip(*batch)]


class SetLoader:
    """Batches of a ``Dataset`` for programs: lists with a feed, or with ``return_list`` tensors, for each place."""

    def __init__(self, dataset: Any, feed_list: Any = None, places: Any = None, return_list: bool = False,
                 batch_sampler: Any = None, batch_size: int = 1, shuffle: bool = False, drop_last: bool = False,
                 collate_fn: Any = None, num_workers: int = 0, use_buffer_reader: bool = True,
                 use_shared_memory: bool = True, timeout: int = 0, worker_init_fn: Any = None) -> None:
        assert return_list or feed_list is not None, "feed_list should be set when return_list=False"
        assert places is not None, "places cannot be None"
        self.names = None if return_list else [each.name for each in feed_list]
        self.places = len(places) if isinstance(places, (list, tuple)) else 1
        if batch_sampler is None:
            batch_sampler = BatchSampler(dataset, None, shuffle, batch_size, drop_last)
        self.loader = paddle.io.DataLoader(
            dataset, places=[paddle.CPUPlace()], return_list=True, batch_sampler=batch_sampler,
            collate_fn=collate_fn or default_collate_fn, num_workers=num_workers, use_buffer_reader=use_buffer_reader,
            use_shared_memory=use_shared_memory, timeout=timeout, worker_init_fn=worker_init_fn)

    def __len__(self) -> int:
        return len(self.loader)

    def __iter__(self) -> Iterator[Any]:
        return for_places(iter(self.loader), self.names, self.places, drop_last=True)

    __call__ = __iter__


class DataLoader(paddle.io.DataLoader):
    """Batches of a ``Dataset``; :meth:`from_generator` makes one over a generator."""

    def __init__(self, dataset: Any, feed_list: Any = None, places: Any = None, return_list: bool = False,
                 batch_sampler: Any = None, batch_size: int = 1, shuffle: bool = False, drop_last: bool = False,
                 collate_fn: Any = None, num_workers: int = 0, use_buffer_reader: bool = True,
                 use_shared_memory: bool = True, timeout: int = 0, worker_init_fn: Any = None) -> None:
        super().__init__(dataset=dataset, feed_list=feed_list, places=places, return_list=return_list,
                         batch_sampler=batch_sampler, batch_size=batch_size, shuffle=shuffle, drop_last=drop_last,
                         collate_fn=collate_fn, num_workers=num_workers, use_buffer_reader=use_buffer_reader,
                         use_shared_memory=use_shared_memory, timeout=timeout, worker_init_fn=worker_init_fn)

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """One for programs where calls are recorded."""
        return SetLoader(*args, **kwargs) if MODE.recording else super().__new__(cls)

    @staticmethod
    def from_dataset(dataset: Any, places: Any, drop_last: bool = True) -> FileLoader:
        """The batches of a ``QueueDataset`` or an ``InMemoryDataset``, lists with a feed for each of ``places``."""
        return FileLoader(dataset, places, drop_last)

    @staticmethod
    @in_programs(ProgramLoader)
    @dropped(drop_last="it was for several devices of static mode",
             feed_list="it named the variables of static mode and had no effect in dygraph mode",
             use_double_buffer="batches are read ahead either way", iterable="it was always so in dygraph mode",
             return_list="it was always so in dygraph mode")
    def from_generator(feed_list: Any = None, capacity: int | None = None, use_double_buffer: bool = True,
                       iterable: bool = True, return_list: bool = False, use_multiprocess: bool = False,
                       drop_last: bool = True) -> GeneratorLoader:
        """A loader that waits for ``set_sample_generator`` or its like; ``use_multiprocess`` reads in a process.

        Raises ``ValueError`` without a ``capacity`` and ``NotImplementedError`` in static mode.
        """
        return GeneratorLoader(capacity, use_multiprocess)


@dropped(feed_list="it named the variables of static mode and had no effect in dygraph mode",
         use_double_buffer="batches are read ahead either way", iterable="it was always so in dygraph mode",
         return_list="it was always so in dygraph mode")
class PyReader(GeneratorLoader):
    """The older name of :meth:`DataLoader.from_generator`, with ``decorate_…`` for ``set_…``."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """One for programs where calls are recorded."""
        return ProgramLoader(*args, **kwargs) if MODE.recording else super().__new__(cls)

    def __init__(self, feed_list: Any = None, capacity: int | None = None, use_double_buffer: bool = True,
                 iterable: bool = True, return_list: bool = False) -> None:
        super().__init__(capacity, use_multiprocess=False)

    def decorate_sample_generator(self, sample_generator: Batches, batch_size: int, drop_last: bool = True,
                                  places: Any = None) -> GeneratorLoader:
        """:meth:`set_sample_generator`."""
        return self.set_sample_generator(sample_generator, batch_size, drop_last, places)

    decorate_sample_list_generator = GeneratorLoader.set_sample_list_generator
    decorate_batch_generator = GeneratorLoader.set_batch_generator

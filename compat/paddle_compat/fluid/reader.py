"""``paddle.fluid.io.DataLoader`` and ``PyReader``: batches read ahead of the training."""

from __future__ import annotations

import multiprocessing
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import paddle

from .._language import dropped

__all__ = ["DataLoader", "PyReader"]

Batches = Callable[[], Iterable[Any]]


class _End:
    """What comes after the last batch: nothing, or the error that the reader ended with."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


def _read(batches: Batches, put: Callable[[Any], None], stopped: Callable[[], bool]) -> None:
    try:
        for batch in batches():
            if stopped():
                return
            put([_array(item) for item in batch])
        put(_End())
    except BaseException as error:
        put(_End(error))


def _array(item: Any) -> np.ndarray[Any, Any]:
    try:
        array = np.asarray(item.numpy() if isinstance(item, paddle.Tensor) else item)
    except ValueError:
        array = np.empty([], dtype=object)
    if array.dtype == object:
        raise TypeError("the reader returned lists of different lengths, which are no array")
    return array


class GeneratorLoader:
    """Iterating gives each batch of the generator as a list of tensors, read ahead up to ``capacity`` batches.

    Each iteration starts the generator anew. What the generator raises, the loop raises.
    """

    def __init__(self, capacity: int | None, use_multiprocess: bool) -> None:
        if not capacity:
            raise ValueError("DataLoader.from_generator: give a capacity")
        if not paddle.in_dynamic_mode():
            raise NotImplementedError("DataLoader.from_generator: static mode is not there yet; use dygraph.guard()")
        self._capacity, self._use_multiprocess = capacity, use_multiprocess
        self._batches: Batches | None = None
        self._place: Any = None
        self._running: Iterator[Any] | None = None

    def __call__(self) -> GeneratorLoader:
        return self

    def __iter__(self) -> Iterator[list[Any]]:
        assert self._batches is not None, "the DataLoader has no generator yet"
        return self._in_process(self._batches) if self._use_multiprocess else self._in_thread(self._batches)

    def __next__(self) -> list[Any]:
        if self._running is None:
            self._running = iter(self)
        try:
            return next(self._running)
        except StopIteration:
            self._running = None
            raise

    next = __next__

    def _in_thread(self, batches: Batches) -> Iterator[list[Any]]:
        waiting: queue.Queue[Any] = queue.Queue(self._capacity)
        stop = threading.Event()

        def put(item: Any) -> None:
            while not stop.is_set():
                try:
                    return waiting.put(item, timeout=0.1)
                except queue.Full:
                    continue

        thread = threading.Thread(target=_read, args=(batches, put, stop.is_set), daemon=True)
        thread.start()
        try:
            yield from self._tensors(waiting.get)
        finally:
            stop.set()
            thread.join()

    def _in_process(self, batches: Batches) -> Iterator[list[Any]]:
        context = multiprocessing.get_context("fork")
        waiting = context.Queue(self._capacity)
        process = context.Process(target=_read, args=(batches, waiting.put, lambda: False), daemon=True)
        process.start()

        def get() -> Any:
            while True:
                try:
                    return waiting.get(timeout=1)
                except queue.Empty:
                    if not process.is_alive() and waiting.empty():
                        raise RuntimeError(f"the reader's process ended with {process.exitcode}") from None

        try:
            yield from self._tensors(get)
        finally:
            process.terminate()
            process.join()
            waiting.close()

    def _tensors(self, get: Callable[[], Any]) -> Iterator[list[Any]]:
        while True:
            item = get()
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                return
            yield [paddle.to_tensor(array, place=self._place) for array in item]

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

    @staticmethod
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

    def __init__(self, feed_list: Any = None, capacity: int | None = None, use_double_buffer: bool = True,
                 iterable: bool = True, return_list: bool = False) -> None:
        super().__init__(capacity, use_multiprocess=False)

    def decorate_sample_generator(self, sample_generator: Batches, batch_size: int, drop_last: bool = True,
                                  places: Any = None) -> GeneratorLoader:
        """:meth:`set_sample_generator`."""
        return self.set_sample_generator(sample_generator, batch_size, drop_last, places)

    decorate_sample_list_generator = GeneratorLoader.set_sample_list_generator
    decorate_batch_generator = GeneratorLoader.set_batch_generator

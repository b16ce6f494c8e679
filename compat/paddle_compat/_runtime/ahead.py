"""Batches read ahead of their use, in a thread or in a process of their own."""

from __future__ import annotations

import multiprocessing
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from paddle.base.core import EnforceNotMet

Batches = Callable[[], Iterable[Any]]
PATIENCE = 60  # seconds that 1.8.5 waited for a batch of another process


class Stepwise(Iterable[Any]):
    """Something to iterate over that may also be asked for one item after the other; behind the last it begins anew."""

    _running: Iterator[Any] | None = None

    def __next__(self) -> Any:
        if self._running is None:
            self._running = iter(self)
        try:
            return next(self._running)
        except StopIteration:
            self._running = None
            raise

    next = __next__


class _End:
    """What comes after the last batch: nothing, or the error that the reader ended with."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


def _read(batches: Batches, put: Callable[[Any], None], stopped: Callable[[], bool]) -> None:
    try:
        for batch in batches():
            if stopped():
                return
            put(batch)
        put(_End())
    except BaseException as error:
        put(_End(error))


def in_thread(batches: Batches, capacity: int) -> Iterator[Any]:
    """What ``batches()`` gives, read up to ``capacity`` items ahead; closing it ends the thread."""
    waiting: queue.Queue[Any] = queue.Queue(capacity)
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
        yield from _until_the_end(waiting.get)
    finally:
        stop.set()
        thread.join()


def in_process(batches: Batches, capacity: int) -> Iterator[Any]:
    """The same in a process.

    Raises ``RuntimeError`` when it dies and ``TimeoutError`` when it gives no batch for as long as 1.8.5 waited.
    """
    context = multiprocessing.get_context("fork")
    waiting = context.Queue(capacity)
    process = context.Process(target=_read, args=(batches, waiting.put, lambda: False), daemon=True)
    process.start()

    def get() -> Any:
        since = time.monotonic()
        while True:
            try:
                return waiting.get(timeout=1)
            except queue.Empty:
                if not process.is_alive() and waiting.empty():
                    raise told(RuntimeError(f"the reader's process ended with {process.exitcode}")) from None
                if time.monotonic() - since > PATIENCE:
                    raise told(TimeoutError(f"the reader's process gave no batch in {PATIENCE} seconds")) from None

    try:
        yield from _until_the_end(get)
    finally:
        process.terminate()
        process.join()
        waiting.close()


def _until_the_end(get: Callable[[], Any]) -> Iterator[Any]:
    while True:
        item = get()
        if isinstance(item, _End):
            if item.error is not None:
                raise told(item.error)
            return
        yield item


_QUEUE = "{}\n  [Blocking queue is killed because the data reader raises an exception]"


def told(error: BaseException, words: str = _QUEUE) -> BaseException:
    """``error``, which is 1.8.5's ``EnforceNotMet`` as well: there, whatever a reader raised ended the queue."""
    kind: Any = type(error)
    if not isinstance(error, Exception) or isinstance(error, StopIteration):
        return error
    both: Any = type(kind.__name__, (kind, EnforceNotMet), {"__module__": kind.__module__})
    if isinstance(error, OSError) and error.filename is not None:  # which is no part of its args
        return both(error.errno, error.strerror, error.filename).with_traceback(error.__traceback__)
    try:
        made: BaseException = both(*error.args)
        made.args = (words.format(error), *error.args[1:])
    except TypeError:  # made of something else than what it keeps
        return error
    vars(made).update(vars(error))
    return made.with_traceback(error.__traceback__)

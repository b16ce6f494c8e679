"""Readers of programs: batches read ahead, which a program takes by itself or a loop gets one by one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from queue import Queue
from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._runtime.ahead import Batches, Stepwise, in_thread
from .fed import put
from .feeding import DataFeeder
from .operators import Operator
from .programs import Program, default_main_program, default_startup_program
from .recording import where
from .replaying import Env, Step
from .scopes import LoDTensor
from .variables import Variable


class EOFException(Exception):
    """A run of a program has found its reader at the end."""

    operator_told = True  # the words stay 1.8.5's


class Source:
    """Batches that the operators of a program take, one at each run, between ``start`` and the end."""

    batches: Batches | None = None

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._running: Any = None
        self._pushed: Queue[Any] | None = None  # by the script itself
        self._ahead = 0  # batches that are read and not taken

    def start(self) -> None:
        """Begin to read. Raises ``AssertionError`` when it was not said what."""
        assert self.batches is not None, "Data source of DataLoader has not set yet"
        self.reset()
        self._ahead = 0
        self._running = in_thread(self._counted, self.capacity)

    def _counted(self) -> Iterator[Any]:
        assert self.batches is not None
        for batch in self.batches():
            self._ahead += 1
            yield batch

    def size(self) -> int:
        """How many batches wait to be taken."""
        if self._running is None and self._pushed is not None:
            return self._pushed.qsize()
        return min(self._ahead, self.capacity)

    def reset(self) -> None:
        """Read no more; the next ``start`` begins anew."""
        if self._running is not None:
            self._running.close()
        self._running = None

    @property
    def queue(self) -> Source:
        """Itself, which a script that says of no generator may fill by itself from now on."""
        self._pushed = self._pushed or Queue(self.capacity)
        return self

    def push(self, batch: Any) -> bool:
        """Have a list of tensors taken later; waits where there are as many as it holds."""
        assert self._pushed is not None, "ask for the queue of the reader"
        self._pushed.put([_regular(item) for item in batch])
        return True

    def close(self) -> None:
        """Say that nothing more will be pushed."""
        if self._pushed is not None:
            self._pushed.put(None)

    def take(self) -> Any:
        """The next batch. Raises ``EOFException`` after the last, and what the reader raised."""
        if self._running is None and self._pushed is not None and (self.batches is None or not self._pushed.empty()):
            pushed = self._pushed.get()
            if pushed is None:
                raise EOFException("There is no next data.")
            return pushed
        if self._running is None:
            raise RuntimeError("The reader of this program is not started: call its start() before Executor.run()")
        for batch in self._running:
            self._ahead -= 1
            return batch
        raise EOFException("There is no next data.")


class Read(Operator):
    """Takes the next batch of a source."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that sets the variables."""
        source, variables = self.rule, self.results

        def step(env: Env) -> None:
            batch = source.take()
            if len(batch) != len(variables):
                raise ValueError(f"The reader gives {len(batch)} fields for {len(variables)} variables")
            for variable, value in zip(variables, batch, strict=True):
                put(env, variable, variable.name, value)

        return step


def read(source: Any, variables: list[Variable], drop_last: bool = True) -> None:
    """Have the present program take ``variables`` from a source."""
    block = default_main_program().current_block()
    block.add(Read(block, "read", source, (), {"drop_last": drop_last}, variables, where()))


class Fields:
    """Ways to say what is read: ``variables`` are what the fields of a sample go to."""

    variables: list[Variable]
    batches: Batches | None = None

    def set_sample_generator(self, reader: Batches, batch_size: int, drop_last: bool = True,
                             places: Any = None) -> Any:
        """Read samples, ``batch_size`` of which make a batch."""
        assert batch_size > 0, "batch_size must be larger than 0"
        return self.set_sample_list_generator(paddle.batch(reader, batch_size, drop_last), places)

    def set_sample_list_generator(self, reader: Batches, places: Any = None) -> Any:
        """Read batches, each a list of samples."""
        names, feeder = [each.name for each in self.variables], DataFeeder(self.variables, None)

        def batches() -> Iterator[Any]:
            for samples in reader():
                feed = feeder.feed(samples)
                yield [feed[name] for name in names]

        return self.set_batch_generator(batches, places)

    def set_batch_generator(self, reader: Batches, places: Any = None) -> Any:
        """Read batches, each a list of arrays and of tensors with sequences."""
        self.batches = lambda: ([_regular(item) for item in batch] for batch in reader())
        return self

    decorate_sample_generator = set_sample_generator
    decorate_sample_list_generator = decorate_paddle_reader = set_sample_list_generator
    decorate_batch_generator = decorate_tensor_provider = set_batch_generator


def _regular(item: Any) -> Any:
    if isinstance(item, (LoDTensor, paddle.Tensor)):
        return item
    try:
        return np.array(item)  # which the generator may fill anew for the next batch
    except ValueError:
        raise TypeError("The reader gives nested lists with different lengths, which make no array: use "
                        "fluid.create_lod_tensor to convert them to a LoD-Tensor") from None


def _nothing() -> None:
    """What a startup program has to do for a reader."""


class PyReader(Fields, Source):
    """What ``fluid.layers.py_reader`` makes; ``read_file`` gives its variables."""

    def __init__(self, capacity: int, variables: list[Variable], name: str) -> None:
        super().__init__(capacity)
        self.variables, self.name = list(variables), name
        block = default_startup_program().global_block()
        block.add(Operator(block, "create_py_reader", _nothing, where=where()))

    def read(self) -> Any:
        """The variables of a batch: a list, or the only one."""
        block, name = default_main_program().current_block(), unique_name.generate("read_file")
        made = [block.create_var(name=unique_name.generate(f"{name}.tmp"), shape=each.shape, dtype=each.dtype,
                                 lod_level=each.lod_level, stop_gradient=True, is_data=True,
                                 need_check_feed=each.need_check_feed) for each in self.variables]
        read(self, made)
        return made[0] if len(made) == 1 else list(made)  # in which scripts put others


def described(shapes: Any, dtypes: Any, levels: Any) -> list[Variable]:
    """Variables of no program, with these shapes, dtypes and levels of sequences."""
    block = Program().global_block()
    return [Variable(block, str(number), shape, dtype, lod_level=level)
            for number, (shape, dtype, level) in enumerate(zip(shapes, dtypes, levels, strict=True))]


def reader_name(name: str | None) -> str:
    """What 1.8.5 called a reader."""
    return unique_name.generate("create_py_reader") if name is None else f"{name}_reader"


class ProgramLoader(Fields, Stepwise):
    """What ``DataLoader.from_generator`` makes for a program.

    Iterating gives feeds, a list with one for each place; where it is not ``iterable``, runs of the program take the
    batches by themselves, from ``start`` to the ``EOFException``.
    """

    def __init__(self, feed_list: Any = None, capacity: int | None = None, use_double_buffer: bool = True,
                 iterable: bool = True, return_list: bool = False, use_multiprocess: bool = False,
                 drop_last: bool = True) -> None:
        if not capacity:
            raise ValueError("Please give value to capacity.")
        if not feed_list:
            raise ValueError("Feed list must be given under static mode.")
        self.variables, self.iterable = DataFeeder(feed_list, None).variables, iterable
        self.return_list, self.drop_last, self.places = return_list, drop_last, 1
        self.source = Source(capacity)
        if not iterable:
            read(self.source, self.variables, drop_last)

    @property
    def queue(self) -> Source:
        """What holds the batches."""
        return self.source.queue

    def set_batch_generator(self, reader: Batches, places: Any = None) -> Any:
        """Read batches, each a list of arrays and of tensors with sequences."""
        super().set_batch_generator(reader)
        self.source.batches = self.batches
        if self.iterable:
            assert places is not None, "Places cannot be None when DataLoader is iterable"
            self.places = len(places) if isinstance(places, (list, tuple)) else 1
        return self

    decorate_batch_generator = set_batch_generator

    def start(self) -> None:
        """Begin to read."""
        assert not self.iterable, "start() cannot be called when DataLoader is iterable"
        self.source.start()

    def reset(self) -> None:
        """Read no more."""
        assert not self.iterable, "reset() cannot be called when DataLoader is iterable"
        self.source.reset()

    def _reset(self) -> None:
        self.source.reset()

    @property
    def _loader(self) -> ProgramLoader:
        return self

    def __call__(self) -> ProgramLoader:
        return self

    def __iter__(self) -> Iterator[Any]:
        assert self.iterable, "DataLoader is not iterable"
        assert self.batches is not None, "Data source of DataLoader has not set yet"
        feeds = in_thread(self.batches, self.source.capacity)
        with contextlib.closing(feeds):  # type: ignore[type-var]
            names = None if self.return_list else [each.name for each in self.variables]
            yield from for_places(feeds, names, self.places, self.drop_last)


def for_places(batches: Iterator[Any], names: list[str] | None, places: int, drop_last: bool) -> Iterator[list[Any]]:
    """Lists of as many batches as there are places: each a feed, or without ``names`` a list of tensors."""
    waiting: list[Any] = []
    for batch in batches:
        tensors = [lod_tensor(item) for item in batch]
        waiting.append(tensors if names is None else dict(zip(names, tensors, strict=True)))
        if len(waiting) == places:
            yield waiting
            waiting = []
    if waiting and not drop_last:
        yield waiting


def lod_tensor(item: Any) -> LoDTensor:
    """An array or a tensor as what a run is fed."""
    if isinstance(item, LoDTensor):
        return item
    if isinstance(item, paddle.Tensor):
        return LoDTensor(item)
    made = LoDTensor()
    made.set(item)
    return made

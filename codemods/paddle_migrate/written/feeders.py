"""What a program is fed: feeders and loaders, of arrays and of rows of sequences."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import paddle

from paddle_migrate.written.program_variables import data_named
from paddle_migrate.written.runs import count_on


def has_lengths(program: Any, name: str) -> bool:
    """Whether what is fed under the name are rows of sequences, whose lengths are fed beside them."""
    block = program.global_block()
    fed = block.vars if hasattr(block, "vars") else []  # before Paddle 3
    return f"{name}_lengths" in (fed or [op.result(0).name for op in block.ops if op.name() == "pd_op.data"])


def with_lengths_fed(feeds: list[Any], program: Any = None) -> list[Any]:
    """The data that are fed, and behind them the lengths of those that are rows of sequences, where they are used."""
    program = program or paddle.static.default_main_program()
    lengths = [data_named(program, f"{each.name}_lengths") for each in feeds if has_lengths(program, each.name)]
    return fed_first([*feeds, *(each for each in lengths if is_used(program, each))])


def fed_first(feeds: list[Any]) -> list[Any]:
    """The data that are fed, at the beginning of their program in this order, in which a loaded model names them."""
    for each in reversed([each for each in feeds if hasattr(each, "is_same")]):  # of Paddle 3
        op, first = each.get_defining_op(), each.block.ops[0]
        if op != first:
            op.move_before(first)
    return feeds


def is_used(program: Any, fed: Any) -> bool:
    """Whether something is computed of what is fed."""
    if hasattr(fed, "use_empty"):  # Paddle 3
        return not fed.use_empty()
    return any(fed.name in op.input_arg_names for block in program.blocks for op in block.ops)


def split_feed(feed: Any) -> dict[str, Any]:
    """What `feed=` takes: of rows of sequences an array, and the lengths under name + "_lengths"."""
    found = {}
    if isinstance(feed, (list, tuple)):  # as loaders give it, for the one device
        feed, = feed
    for name, value in (feed or {}).items():
        found[name] = getattr(value, "rows", value)
        if getattr(value, "lengths", None) is not None:
            found[f"{name}_lengths"] = value.lengths
    return found


class DataFeeder:
    """For `feed=`: arrays of the variables' dtypes and shapes, by their names."""

    def __init__(self, feed_list: Iterable[Any]) -> None:
        self.arrays = {each.name: (list(each.shape), str(each.dtype).rpartition(".")[2]) for each in feed_list}

    def feed(self, iterable: Iterable[Any]) -> dict[str, Any]:
        return {name: self.joined(name, fields) for name, fields in zip(self.arrays, zip(*iterable))}

    def joined(self, name: str, fields: Any) -> Any:
        shape, dtype = self.arrays[name]
        array = np.array(fields, dtype)
        return array if array.ndim == len(shape) else array.reshape(shape)


class FeedLoader:
    """Reads batches from a generator function ahead, for `feed=`: a list of one dictionary, or list, of arrays."""

    def __init__(
        self, feed_list: Iterable[Any], capacity: int = 2, return_list: bool = False, iterable: bool = True
    ) -> None:
        self.feed_list = list(feed_list)
        self.capacity = capacity
        self.return_list = return_list
        self.iterable = iterable
        self.queue: Any = None

    def set_sample_generator(self, reader: Any, batch_size: int, drop_last: bool = True, places: Any = None) -> Any:
        return self.set_sample_list_generator(paddle.batch(reader, batch_size, drop_last))

    def set_sample_list_generator(self, reader: Any, places: Any = None) -> Any:
        self.generator: Callable[[], Iterable[Any]] = lambda: map(DataFeeder(self.feed_list).feed, reader())
        return self

    def set_batch_generator(self, reader: Any, places: Any = None) -> Any:
        self.generator = lambda: ({x.name: np.array(a) for x, a in zip(self.feed_list, batch)} for batch in reader())
        return self

    def decorate_sample_generator(
        self, sample_generator: Any, batch_size: int, drop_last: bool = True, places: Any = None
    ) -> Any:
        return self.set_sample_generator(sample_generator, batch_size, drop_last)

    decorate_sample_list_generator = decorate_paddle_reader = set_sample_list_generator
    decorate_batch_generator = decorate_tensor_provider = set_batch_generator

    def __call__(self) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        self.queue = queue.Queue(self.capacity)
        threading.Thread(target=self.read, args=[self.generator(), self.queue], daemon=True).start()
        return self

    def __next__(self) -> Any:
        feed = self.queue.get() if self.queue else StopIteration()
        if isinstance(feed, Exception):
            self.queue = None
            raise feed
        return [list(feed.values()) if self.return_list else feed]

    next = __next__

    def read(self, feeds: Iterable[Any], batches: Any) -> None:
        try:
            for feed in feeds:
                batches.put(feed)
            batches.put(StopIteration())
        except Exception as error:  # raised here, it would leave the loop waiting for ever
            batches.put(error)

    start = __iter__

    def reset(self) -> None:
        self.queue = None


class ProgramReader(FeedLoader):
    """A FeedLoader whose variables are made, with these shapes and dtypes, where they are read."""

    def __init__(self, capacity: int, shapes: Iterable[Any], dtypes: Iterable[Any], name: str | None = None) -> None:
        super().__init__([], capacity)
        self.fields = list(zip(shapes, dtypes))
        self.name = name or "reader"

    def read_file(self) -> Any:
        """The variables of a batch: a list, or the only one."""
        name = paddle.utils.unique_name.generate(self.name)
        made = [paddle.static.data(f"{name}_{i}", list(shape), dtype) for i, (shape, dtype) in enumerate(self.fields)]
        super().__init__(made, self.capacity)
        return made if len(made) > 1 else made[0]


class VariableReader(FeedLoader):
    """A FeedLoader that is asked for its variables."""

    def read_file(self) -> Any:
        """The variables of a batch: a list, or the only one."""
        return self.feed_list if len(self.feed_list) > 1 else self.feed_list[0]


class SequenceFeeder(DataFeeder):
    """A DataFeeder that feeds the rows of sequences one below the other, and the lengths of the sequences."""

    def __init__(self, feed_list: Iterable[Any]) -> None:
        feed_list = list(feed_list)
        super().__init__(feed_list)
        self.sequences = [each.name for each in feed_list if has_lengths(each.block.program, each.name)]

    def feed(self, iterable: Iterable[Any]) -> dict[str, Any]:
        samples = list(iterable)
        found = super().feed(samples)
        for place, name in enumerate(self.arrays):
            if name in self.sequences:
                found[f"{name}_lengths"] = np.array([len(sample[place]) for sample in samples], "int64")
        return found

    def joined(self, name: str, fields: Any) -> Any:
        if name not in self.sequences:
            return super().joined(name, fields)
        shape, dtype = self.arrays[name]
        return np.concatenate([np.reshape(np.array(each, dtype), [len(each), *shape[1:]]) for each in fields])


class SequenceLoader(FeedLoader):
    """A FeedLoader that feeds the rows of sequences one below the other, and the lengths of the sequences."""

    def set_sample_list_generator(self, reader: Any, places: Any = None) -> Any:
        self.generator = lambda: map(SequenceFeeder(self.feed_list).feed, reader())
        return self

    decorate_sample_list_generator = decorate_paddle_reader = set_sample_list_generator

    def set_batch_generator(self, reader: Any, places: Any = None) -> Any:
        self.generator = lambda: (split_feed({x.name: a for x, a in zip(self.feed_list, batch)}) for batch in reader())
        return self

    decorate_batch_generator = decorate_tensor_provider = set_batch_generator


class SequenceReader(SequenceLoader):
    """A SequenceLoader whose variables are made, with these shapes and dtypes, where they are read; a field of level 1
    has the rows of sequences."""

    def __init__(self, capacity: int, shapes: Any, dtypes: Any, lod_levels: Any, name: str | None = None) -> None:
        super().__init__([], capacity)
        self.fields = list(zip(shapes, dtypes, lod_levels or [0] * len(shapes)))
        self.name = name or "reader"

    def read_file(self) -> Any:
        """The variables of a batch: a list, or the only one."""
        name, made = paddle.utils.unique_name.generate(self.name), []
        for i, (shape, dtype, level) in enumerate(self.fields):
            made.append(paddle.static.data(f"{name}_{i}", list(shape), dtype))
            if level > 1:
                raise ValueError(f"{name}: sequences of sequences have no form here")
            if level:
                lengths, program = paddle.static.data(f"{name}_{i}_lengths", [-1], "int64"), made[i].block.program
                program.sequences = [*getattr(program, "sequences", []), (made[i], lengths)]
        super().__init__(made, self.capacity)
        return made if len(made) > 1 else made[0]


def next_fed(loader: Any, program: Any = None, unless: Any = None) -> Any:
    """The next batch. In Paddle 1 the run that found none counted the learning rate on, unless it was compiled."""
    try:
        return next(loader)
    except StopIteration:
        if not getattr(unless, "was_compiled", False):
            count_on(program)
        raise


def fed_beside(loader: Any, feed: Any) -> Any:
    """What a run is fed, and the next batch of the loader where that is started: in Paddle 1 programs read it."""
    if loader is None or (feed and loader.queue is None):
        return feed
    own = feed[0] if isinstance(feed, (list, tuple)) and feed else feed or {}
    return [{**next(loader)[0], **own}]

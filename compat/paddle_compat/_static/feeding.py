"""Samples into what ``Executor.run`` is fed: a tensor for each variable, with its sequences."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import paddle
from paddle.base.data_feeder import convert_dtype

from .._lod import offsets, with_lod
from .programs import default_main_program
from .scopes import LoDTensor
from .variables import Variable


class DataFeeder:
    """Makes a feed of the samples of a batch, each a tuple of what ``feed_list`` names."""

    def __init__(self, feed_list: Any, place: Any, program: Any = None) -> None:
        block = (default_main_program() if program is None else program).global_block()
        self.place = place
        self.variables = [block.var(each) if isinstance(each, str) else each for each in feed_list]
        for each in self.variables:
            if not isinstance(each, Variable):
                raise TypeError("Feed list should contain a list of variable")
        self.feed_names = [each.name for each in self.variables]

    def feed(self, iterable: Iterable[Any]) -> dict[str, LoDTensor]:
        """The tensors by name."""
        columns: list[list[Any]] = [[] for _ in self.variables]
        for sample in iterable:
            if len(sample) != len(columns):
                raise AssertionError(f"The number of fields in data ({len(sample)}) does not match len(feed_list) "
                                     f"({len(columns)})")
            for column, field in zip(columns, sample, strict=True):
                column.append(field)
        return {each.name: joined(column, each) for each, column in zip(self.variables, columns, strict=True)}

    def feed_parallel(self, iterable: Any, num_places: int | None = None) -> Iterator[dict[str, LoDTensor]]:
        """A feed of each of several batches, of which there is one for each place.

        Raises ``ValueError`` where there are more or fewer.
        """
        if len(iterable) != self._places(num_places):
            raise ValueError(f"feed_parallel: {len(iterable)} batches for {self._places(num_places)} devices; each "
                             "device takes one")
        for batch in iterable:
            yield self.feed(batch)

    def _places(self, given: int | None) -> int:
        return places_of(self.place) if given is None else int(given)

    def decorate_reader(self, reader: Callable[[], Iterable[Any]], multi_devices: bool, num_places: int | None = None,
                        drop_last: bool = True) -> Callable[[], Iterator[Any]]:
        """A reader of feeds from a reader of batches; with ``multi_devices``, of lists with one for each place.

        Raises ``ValueError`` where batches are left over that are not dropped.
        """

        def feeds() -> Iterator[Any]:
            if not multi_devices:
                yield from map(self.feed, reader())
                return
            count, waiting = self._places(num_places), list[Any]()
            for batch in reader():
                waiting.append(batch)
                if len(waiting) == count:
                    yield list(self.feed_parallel(waiting, count))
                    waiting = []
            if waiting and not drop_last:
                raise ValueError(f"decorate_reader: the last {len(waiting)} batches are too few for all devices, and "
                                 "only drop_last=True can leave them out")

        return feeds


def places_of(place: Any) -> int:
    """How many devices a program runs on by itself: as many as ``CPU_NUM`` says, or as there are GPUs."""
    if not isinstance(place, paddle.CUDAPlace):
        return int(os.environ.get("CPU_NUM", "1"))
    chosen = os.environ.get("FLAGS_selected_gpus")  # noqa: SIM112
    return len(chosen.split(",")) if chosen else int(paddle.device.cuda.device_count())


def joined(samples: list[Any], variable: Variable) -> LoDTensor:
    """The samples of one variable as a tensor."""
    levels: list[list[int]] = []
    for _ in range(variable.lod_level):
        levels.append([len(sample) for sample in samples])
        samples = [part for sample in samples for part in sample]
    array = np.array(samples, dtype=convert_dtype(variable.dtype))
    if array.ndim != len(variable.shape) and list(variable.shape).count(-1) <= 1:
        try:
            array = array.reshape(variable.shape)
        except ValueError:
            raise ValueError(f"DataFeeder: {variable.name} was declared as {variable.shape}, and {array.shape} does "
                             "not fit") from None
    made = LoDTensor()
    made.set(array)
    if levels:
        with_lod(made.tensor, [offsets(level) for level in levels])
    return made

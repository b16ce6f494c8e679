"""Samples into what ``Executor.run`` is fed: a tensor for each variable, with its sequences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
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

    def feed_parallel(self, iterable: Iterable[Any], num_places: int | None = None) -> Iterator[dict[str, LoDTensor]]:
        """A feed of each of several batches."""
        for batch in iterable:
            yield self.feed(batch)

    def decorate_reader(self, reader: Callable[[], Iterable[Any]], multi_devices: bool, num_places: int | None = None,
                        drop_last: bool = True) -> Callable[[], Iterator[Any]]:
        """A reader of feeds from a reader of batches; with ``multi_devices``, of lists of one feed."""

        def feeds() -> Iterator[Any]:
            for batch in reader():
                yield [self.feed(batch)] if multi_devices else self.feed(batch)

        return feeds


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
            raise ValueError(f"Reshape error. What is defined in data layer is {variable.shape}, but receive "
                             f"{array.shape}") from None
    made = LoDTensor()
    made.set(array)
    if levels:
        with_lod(made.tensor, [offsets(level) for level in levels])
    return made

"""``paddle.fluid.incubate.data_generator``: pipe commands in Python, which write lines of slots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["MultiSlotDataGenerator", "MultiSlotStringDataGenerator"]

Samples = Callable[[], Iterable[Any]]


class DataGenerator:
    """Writes a line for each sample that ``generate_sample`` makes of a line that is read."""

    def __init__(self) -> None:
        """Batches of 32 samples."""
        self.batch_size_ = 32

    def set_batch(self, batch_size: int) -> None:
        """Set how many samples ``generate_batch`` is given."""
        self.batch_size_ = batch_size

    def run_from_memory(self) -> None:
        """Write the samples of no line."""
        self._run([None])

    def run_from_stdin(self) -> None:
        """Write the samples of the lines of the standard input."""
        self._run(sys.stdin)

    def _run(self, lines: Iterable[Any]) -> None:
        waiting: list[Any] = []
        for line in lines:
            for sample in self.generate_sample(line)():
                if sample is not None:
                    waiting.append(sample)
                if len(waiting) == self.batch_size_:
                    self._write(waiting)
                    waiting = []
        if waiting:
            self._write(waiting)

    def _write(self, samples: list[Any]) -> None:
        for sample in self.generate_batch(samples)():
            sys.stdout.write(self._gen_str(sample))

    def generate_sample(self, line: Any) -> Samples:
        """A function that gives the samples of a line, each ``[(slot's name, [values]), …]``: to be written."""
        raise NotImplementedError("write generate_sample(line) in your class: a function that gives samples, "
                                  "[(slot, [values]), ...] each")

    def generate_batch(self, samples: list[Any]) -> Samples:
        """A function that gives what is written of a batch: the samples as they are."""
        return lambda: samples

    def _gen_str(self, line: Any) -> str:
        raise NotImplementedError("derive from MultiSlotDataGenerator or MultiSlotStringDataGenerator")


def _fields(line: Any) -> list[Any]:
    if isinstance(line, zip):  # a list in Python 2, for which most such scripts were written
        return list(line)
    if not isinstance(line, (list, tuple)):
        raise ValueError(f"a sample is a list or a tuple of (slot, values), as [('words', [3, 5])], not {type(line)}")
    return list(line)


def _written(values: Iterable[Any]) -> str:
    listed = [str(value) for value in values]
    return " ".join([str(len(listed)), *listed])


class MultiSlotStringDataGenerator(DataGenerator):
    """Writes values that are strings, as they are."""

    def _gen_str(self, line: Any) -> str:
        return " ".join(_written(values) for _, values in _fields(line)) + "\n"


class MultiSlotDataGenerator(DataGenerator):
    """Writes values that are numbers; all lines have the slots of the first.

    Raises ``ValueError`` for another slot, one without values and values that are no numbers.
    """

    def __init__(self) -> None:
        """No line is written yet."""
        super().__init__()
        self._names: list[str] | None = None

    def _gen_str(self, line: Any) -> str:
        fields = _fields(line)
        for name, values in fields:
            _check(name, values)
        names = [name for name, _ in fields]
        wanted = self._names = names if self._names is None else self._names
        if len(names) != len(wanted):
            raise ValueError(f"a line has {len(names)} slots and the first had {len(wanted)}: all lines have the same")
        for name, other in zip(names, wanted):
            if name != other:
                raise ValueError(f"a line has the slot {name!r} where the first had {other!r}: all lines have the same")
        return " ".join(_written(values) for _, values in fields) + "\n"


def _check(name: Any, values: Any) -> None:
    if not isinstance(name, str):
        raise ValueError(f"name {type(name)} must be in str type")
    if not isinstance(values, list):
        raise ValueError(f"elements {type(values)} must be in list type")
    if not values:
        raise ValueError(f"the slot {name!r} has no values in a line: give it one that stands for nothing, such as 0")
    for value in values:
        if not isinstance(value, (int, float)):
            raise ValueError(f"the type of element {type(value)} must be in int or float")

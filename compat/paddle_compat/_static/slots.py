"""Samples in text files, as ``train_from_dataset`` reads them: what a shell command makes of a file, line by line.

A line has, for each slot, the number of its values and then these.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from paddle.base.data_feeder import convert_dtype

from .._lod import offsets, with_lod
from .._runtime.from_arrays import tensor_of

Record = list[list[Any]]  # the values of each slot
TYPES = {"float32": "float", "int64": "uint64"}  # and what 1.8.5 called them in descriptions


class Slot(NamedTuple):
    """What one variable takes of each line: as many values as ``shape`` says, or with no shape a sequence of them."""

    name: str
    dtype: str
    shape: tuple[int, ...] | None


def slot_of(variable: Any) -> Slot:
    """The slot of a variable. Raises ``ValueError`` for other dtypes than those of ``TYPES``."""
    dtype = convert_dtype(variable.dtype)
    if dtype not in TYPES:
        raise ValueError("Currently, fluid.dataset only supports dtype=float32 and dtype=int64")
    return Slot(variable.name, dtype, None if variable.lod_level else tuple(variable.shape))


def records(path: str, command: str, slots: list[Slot], passed_over: int, download: str = "") -> Iterator[Record]:
    """The samples of a file, which ``command`` reads from its standard input; ``download`` is what writes it there.

    ``passed_over`` fields come first in each line. Raises ``ValueError`` for a line that does not fit the slots, and
    ``RuntimeError`` when the command fails.
    """
    for number, line in enumerate(_lines(path, command, download), 1):
        try:
            yield _record(line.split(), slots, passed_over)
        except ValueError as error:
            told = f"{path}: line {number} of what {command!r} gives: {error}\n  {line.rstrip()[:200]}"
            raise ValueError(told) from None


def _lines(path: str, command: str, download: str) -> Iterator[str]:
    asked = f"zcat | ( {command} )" if path.endswith(".gz") and not download else command
    asked = f'{download} "{path}" | ( {command} )' if download else asked
    with open(os.devnull if download else path, "rb") as file, subprocess.Popen(
            asked, shell=True, stdin=file, stdout=subprocess.PIPE, text=True, executable=_shell()) as process:
        try:
            yield from process.stdout  # type: ignore[misc]
        except GeneratorExit:
            process.kill()
            raise
        code = process.wait()
    if code:
        raise RuntimeError(f"{path}: the pipe command {command!r} has ended with the code {code}")


def _shell() -> str | None:
    return "/bin/bash" if os.path.exists("/bin/bash") else None


def _record(words: list[str], slots: list[Slot], passed_over: int) -> Record:
    found, at = [], 0
    for place in range(-passed_over, len(slots)):
        if at >= len(words):
            raise ValueError(f"it ends before slot {place} of {len(slots)}")
        begin = at + 1
        at = begin + int(words[at])
        if at == begin:
            raise ValueError(f"slot {place} has no values: pad it in the data generator")
        if at > len(words):
            raise ValueError(f"slot {place} says that it has {at - begin} values, and the line ends before")
        if place >= 0:
            found.append(_values(words[begin:at], slots[place].dtype))
    if at < len(words):
        raise ValueError(f"it goes on behind the last of {len(slots)} slots")
    return found


def _values(words: list[str], dtype: str) -> list[Any]:
    if dtype == "float32":
        return [float(word) for word in words]
    return [value - 2**64 if value >= 2**63 else value for value in map(int, words)]


def without_zeros(record: Record, slots: list[Slot]) -> Record:
    """A sample as it is kept in memory: its sequences without zeros, but with one where nothing else is left."""
    return [values if slot.shape is not None else [v for v in values if abs(v) >= 1e-6] or [0]
            for values, slot in zip(record, slots, strict=True)]


def batches(samples: Iterable[Record], size: int) -> Iterator[list[Record]]:
    """Lists of ``size`` samples, the last of what is left."""
    waiting: list[Record] = []
    for sample in samples:
        waiting.append(sample)
        if len(waiting) == size:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def in_turn(parts: list[Iterator[Any]]) -> Iterator[Any]:
    """The first of each, then the second of each, with the number of its part."""
    running = list(enumerate(parts))
    while running:
        for each in list(running):
            try:
                yield each[0], next(each[1])
            except StopIteration:
                running.remove(each)


def tensors(batch: list[Record], slots: list[Slot]) -> dict[str, Any]:
    """The tensors of a batch by name; sequences have one value a row, and offsets.

    Raises ``ValueError`` where values do not fill a shape.
    """
    return {slot.name: _tensor([record[place] for record in batch], slot) for place, slot in enumerate(slots)}


def _tensor(column: list[list[Any]], slot: Slot) -> Any:
    flat = np.fromiter(chain.from_iterable(column), slot.dtype)
    if slot.shape is None:
        return with_lod(tensor_of(flat.reshape([-1, 1])), [offsets([len(values) for values in column])])
    try:
        return tensor_of(flat.reshape(slot.shape))
    except ValueError:
        raise ValueError(f"The {flat.size} values of {slot.name} in a batch of {len(column)} lines do not fill its "
                         f"shape {slot.shape}") from None

"""What a step leaves behind and the next one starts from: parameters, and what the optimizer keeps of each.

The old run writes it down after every step, as long as there is room; every other run is put on it, so that each step
is compared from the same place and rounding has no time to grow.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .vectors import without_ones

VALUE = ""  # stands among the optimizer's own names for the parameter itself


class State:
    """The tensors of one optimizer: for each name, one for each parameter (None where there is none)."""

    def __init__(self, paddle: Any, parameters: list[Any], kept: dict[str, list[Any]]) -> None:
        self.paddle, self.parameters, self.kept = paddle, parameters, kept

    def arrays(self) -> dict[str, list[Any]]:
        """None for what NumPy cannot hold as it is, such as bfloat16."""
        return {name: [self._array(tensor) for tensor in tensors] for name, tensors in self._all().items()}

    def put(self, arrays: dict[str, list[Any]]) -> None:
        """Only what differs is written."""
        for name, tensors in self._all().items():
            for tensor, array in zip(tensors, arrays.get(name, [])):  # noqa: B905  (Python 3.7)
                mine = self._array(tensor)
                if mine is None or array is None or mine.dtype != array.dtype:
                    continue
                if without_ones(mine.shape) == without_ones(array.shape) and mine.tobytes() != array.tobytes():
                    tensor.set_value(array.reshape(mine.shape))

    def reorder(self, order: list[int]) -> None:
        self.parameters = [self.parameters[i] for i in order]
        self.kept = {name: [tensors[i] for i in order] for name, tensors in self.kept.items()}

    def _all(self) -> dict[str, list[Any]]:
        return {VALUE: self.parameters, **self.kept}

    def _array(self, tensor: Any) -> Any:
        if tensor is None or self.paddle.epsilon(tensor) is not None:
            return None
        return sys.modules["numpy"].array(self.paddle.value(tensor))


def accumulators(optimizer: Any, parameters: list[Any]) -> dict[str, list[Any]]:
    """What an optimizer keeps of each parameter."""
    kept = getattr(optimizer, "_accumulators", None) or {}
    return {str(name): [of.get(p.name) for p in parameters] for name, of in kept.items() if of}


class Keeper:
    """Of the old run: writes states until `room` bytes are used up."""

    def __init__(self, path: Path, room: int) -> None:
        self._room = room
        self._file = open(path, "ab")  # noqa: SIM115  (open until the end)

    def keep(self, state: State) -> bool:
        """Whether there was room."""
        if self._room > 0:
            packed = {name: [pack(a) for a in arrays] for name, arrays in state.arrays().items()}
            self._room -= sum(len(p[2]) for arrays in packed.values() for p in arrays if p)
        if self._room <= 0:
            self._room = 0
            return False
        pickle.dump(packed, self._file, protocol=4)
        self._file.flush()
        return True

    def close(self) -> None:
        self._file.close()


def read_states(path: Path) -> Iterator[dict[str, list[Any]]]:
    for packed in read_all(path):
        yield {name: [unpack(p) for p in arrays] for name, arrays in packed.items()}


def read_all(path: Path) -> Iterator[Any]:
    if not path.exists():
        return
    with open(path, "rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except (EOFError, pickle.UnpicklingError):  # the end, or where the run was ended
                return


def pack(array: Any) -> Any:
    return None if array is None else (array.shape, array.dtype.str, array.tobytes())


def unpack(packed: Any) -> Any:
    if packed is None:
        return None
    shape, kind, raw = packed
    return sys.modules["numpy"].frombuffer(raw, kind).reshape(shape)


def nudged(array: Any, draw: Any) -> Any:
    """Every number one unit in its last place further up or down; what is 0 stays all but 0."""
    numpy = sys.modules["numpy"]
    if array is None or array.dtype.kind != "f":
        return array
    ways = numpy.where(draw.randint(0, 2, array.shape), numpy.inf, -numpy.inf).astype(array.dtype)
    return numpy.where(numpy.isfinite(array), numpy.nextafter(array, ways), array).astype(array.dtype)

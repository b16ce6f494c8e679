"""The old run's records on disk: the parameters as they were made, and every step."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .state import Keeper, State, read_all
from .vectors import unpack, without_ones

VECTORS = ("starts", "gradients", "values")


class Writer:
    """Of the old run."""

    def __init__(self, folder: Path, rank: int, log: Any, room: int) -> None:
        self.log = log
        self._keeper = Keeper(folder / f"old.{rank}.states", room)
        self._made = open(folder / f"old.{rank}.made", "ab")  # noqa: SIM115  (open until the end)
        self._steps = open(folder / f"old.{rank}.steps", "ab")  # noqa: SIM115
        self._late = False  # whether there has been a step

    def parameter(self, parameter: Any) -> None:
        array = parameter.numpy()
        row = (array.shape, array.dtype.str, array.tobytes(), self._late, parameter.name)
        pickle.dump(row, self._made, protocol=4)
        self._made.flush()

    def started(self, parameters: list[Any]) -> None:
        for parameter in parameters:
            self.parameter(parameter)

    def step(self, record: dict[str, Any], state: State) -> None:
        self._late = True
        packed = dict(record)
        for kind in VECTORS:
            packed[kind] = [v and v.pack() for v in record[kind]]
        packed["states"] = {name: [v and v.pack() for v in kept] for name, kept in record["states"].items()}
        pickle.dump(packed, self._steps, protocol=4)
        self._steps.flush()
        kept = self._keeper.keep(state)
        self.log(event="step", step=record["step"], losses=record["losses"], optimizer=record["class"], kept=kept)

    def close(self) -> None:
        self._keeper.close()
        self._steps.close()
        self._made.close()


class Made:
    """The parameters that the old run made, given out in that order among those of one shape, or of shapes that differ
    by sizes of one alone: today's PReLU has [64] for [1, 64, 1, 1]."""

    def __init__(self, path: Path) -> None:
        self.waiting: dict[Any, list[Any]] = {}
        for shape, kind, raw, late, name in read_all(path):
            array = sys.modules["numpy"].frombuffer(raw, kind).reshape(shape)
            self._like(array).append((array, late, name))

    def take(self, like: Any, name: str | None = None, is_exact: bool = True) -> Any:
        """The first one, or the first of that name, with what it was called; None where there is none left."""
        waiting = self._like(like)
        for index, (array, _, called) in enumerate(waiting):
            if name in (None, called) and (array.shape == like.shape or not is_exact):
                waiting.pop(index)
                return array, called
        return None

    def has_shapes(self, arrays: list[Any]) -> bool:
        """Whether one of its own shape is left for each."""
        left = [array.shape for made in self.waiting.values() for array, _, _ in made]
        return all(left.count(shape) >= count for shape, count in Counter(array.shape for array in arrays).items())

    def _like(self, array: Any) -> list[Any]:
        return self.waiting.setdefault((without_ones(array.shape), array.dtype.str), [])

    @property
    def left(self) -> list[list[int]]:
        """The shapes of those not given out that were there before the first step; others may come later here, too."""
        return [list(array.shape) for made in self.waiting.values() for array, late, _ in made if not late]


def read_steps(path: Path) -> Iterator[dict[str, Any]]:
    for record in read_all(path):
        for kind in VECTORS:
            record[kind] = [unpack(v) for v in record[kind]]
        record["states"] = {name: [unpack(v) for v in kept] for name, kept in record["states"].items()}
        yield record

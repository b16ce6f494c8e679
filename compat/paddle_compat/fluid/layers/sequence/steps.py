"""Sequences step by step, the longest first, as recurrent layers go through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ...._lod import lengths
from ...._runtime.rows import rows

__all__: list[str] = []

ACTIVATIONS: dict[str, Callable[[Any], Any]] = {
    "sigmoid": F.sigmoid, "tanh": paddle.tanh, "relu": F.relu, "identity": lambda x: x,
}


def activation(name: str) -> Callable[[Any], Any]:
    """The function that a recurrent layer of 1.8.5 knew by that name; ``ValueError`` for another."""
    if name not in ACTIVATIONS:
        raise ValueError(f"a recurrent layer's activation is one of {', '.join(ACTIVATIONS)}; not {name!r}")
    return ACTIVATIONS[name]


class Steps:
    """The rows of sequences in the order of their steps: at each step those of the sequences that last so long.

    ``order`` has the sequences from the longest to the shortest, ``counts`` how many are there at each step.
    """

    def __init__(self, offsets: list[int], reverse: bool) -> None:
        length = np.asarray(lengths(offsets), dtype="int64")
        self.order = np.argsort(-length, kind="stable")
        self.counts = [int((length > step).sum()) for step in range(int(length.max(initial=0)))]
        first, last = np.asarray(offsets[:-1])[self.order], np.asarray(offsets[1:])[self.order] - 1
        parts = [last[:n] - step if reverse else first[:n] + step for step, n in enumerate(self.counts)]
        self.which = np.concatenate(parts) if parts else np.zeros(0, "int64")

    def each(self, x: Any) -> Iterator[tuple[int, Any]]:
        """How many sequences there are at each step, and the rows of ``x`` there."""
        if self.counts:
            yield from zip(self.counts, paddle.split(rows(x, self.which), self.counts))

    def first(self, state: Any) -> Any:
        """A state before the first step, given for each sequence, in the order of ``order``."""
        return None if state is None else rows(state, self.order)

    def back(self, parts: list[Any], width: int, dtype: Any) -> Any:
        """The results of the steps in the order of the rows."""
        return rows(paddle.concat(parts), np.argsort(self.which)) if parts else paddle.zeros([0, width], dtype)

"""Compares a form of the single-device example with 1.8.5: step by step along its path, and as a free run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from curves import Job, few_batches, starting_weights, walk_here
from kinks import kinks
from parity import Array, Errors, Free, Walked, free_run, largest, step_errors
from reference import Answer
from runs import BATCH, OPTIMIZERS, SEED, long_run


@dataclass(frozen=True)
class Compared:
    """The largest errors of its steps, those whose gradient was not compared, the free run, and its losses."""

    count: int
    steps: Errors
    kinks: list[int]
    free: Free
    curve: Array

    @property
    def good(self) -> bool:
        return self.steps.good and self.free.good


@cache
def batches() -> Array:
    return few_batches(SEED, BATCH)


def kinks_of(path: Walked) -> list[int]:
    """The steps of 1.8.5's path that start on a kink."""
    return kinks(batches(), path, [weights.shape for weights in starting_weights().values()])


def compare(
    script: Path, folder: Path, answers: Mapping[str, Answer], optimizers: Sequence[str] = OPTIMIZERS, *,
    compat: bool, extra: tuple[str, ...] = (),
) -> dict[str, Compared]:
    """By optimizer; ``answers`` are 1.8.5's, by optimizer too, ``extra`` are more options of the script."""
    jobs: list[Job] = []
    for number, optimizer in enumerate(optimizers):
        np.savez(folder / f"path{number}.npz", **answers[optimizer].path)
        options = [*long_run(optimizer), *extra]
        jobs += [{"options": options}, {"options": options, "follow": f"path{number}.npz"}]
    kept = walk_here(script, jobs, folder, compat=compat)
    found = {}
    for number, optimizer in enumerate(optimizers):
        free, along = kept[2 * number : 2 * number + 2]
        found[optimizer] = _compared(free, along, answers[optimizer])
    return found


def _compared(free: Walked, along: Walked, answer: Answer) -> Compared:
    rows = list(answer.path["steps"])
    near = kinks_of(answer.path)
    errors = step_errors(along, answer.path)
    return Compared(
        len(rows), largest(errors, [rows.index(step) for step in near]), near,
        free_run(free["loss"], answer.loss, answer.nudged), free["loss"],
    )

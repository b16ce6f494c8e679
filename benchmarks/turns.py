"""Scripts timed in turns, each in a process of its own: ten steps of one, then ten of the next.

So the machine's changing speed falls on all alike, while each has the caches and the allocator to itself, as in a
training that nobody times. A script has `train(batches, weights)`, each `next()` on which is one step and gives its
loss, or another result.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple

import numpy as np
from curves import ROOT, oracle_python

SETS, TOGETHER = 5, 10
# Runs under today's Paddle and under 1.8.5 alike: for each number that it reads it makes so many steps.
WORKER = """
import json, runpy, sys, time
import numpy as np
given = np.load(sys.argv[2])
batches = list(zip(given["first"], given["second"]))
weights = {key[1:]: given[key] for key in given.files if key[0] == "_"}
steps = runpy.run_path(sys.argv[1])["train"](batches, weights)
for line in sys.stdin:
    times, losses = [], []
    for _ in range(int(line)):
        start = time.perf_counter()
        loss = next(steps)
        times.append(time.perf_counter() - start)
        losses.append(float(np.sum(loss.numpy() if hasattr(loss, "numpy") else loss)))
    print(json.dumps([times, losses]), flush=True)
"""
FLUID = "import paddle_compat\npaddle_compat.install()\n"


class Way(NamedTuple):
    """A script, and what it runs under."""

    script: Path
    under: Literal["today", "compat", "1.8.5"]


class Turns(NamedTuple):
    """The median seconds of a step in each turn of ten, by way, and the losses of all steps (sums of other results)."""

    seconds: dict[str, list[float]]
    losses: dict[str, np.ndarray]

    def ratio(self, these: str, those: str) -> float:
        """The median of the turns' ratios."""
        return statistics.median(a / b for a, b in zip(self.seconds[these], self.seconds[those], strict=True))

    def undisturbed(self, way: str) -> float:
        """The seconds of one of the fastest turns: for calls so short that others' use of the memory shows in most."""
        return sorted(self.seconds[way])[len(self.seconds[way]) // 10]


def in_turns(ways: dict[str, Way], batches: Sequence[Any], weights: dict[str, np.ndarray], warm_up: int) -> Turns:
    """As many steps as there are batches, the first `warm_up` of them untimed, in several processes of each way.

    Which pages of the memory a process is given decides a tenth of the time of some operators, as long as it lives.
    """
    sets = [_one_set(ways, batches, weights, warm_up) for _ in range(SETS)]
    seconds = {name: [turn for one in sets for turn in one.seconds[name]] for name in ways}
    return Turns(seconds, {name: np.concatenate([one.losses[name] for one in sets]) for name in ways})


def _one_set(ways: dict[str, Way], batches: Sequence[Any], weights: dict[str, np.ndarray], warm_up: int) -> Turns:
    """One process for each way; every way goes first equally often."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        first, second = (np.stack([batch[i] for batch in batches]) for i in (0, 1))
        np.savez(f"{folder}/given.npz", first=first, second=second, **{f"_{k}": v for k, v in weights.items()})
        running = {name: stack.enter_context(_Worker(way, f"{folder}/given.npz")) for name, way in ways.items()}
        turns = Turns({name: [] for name in ways}, {name: np.empty(0) for name in ways})
        order = list(ways)
        for number in range(0, len(batches), TOGETHER):
            order = order[1:] + order[:1]
            for name in order:
                times, losses = running[name].steps(min(TOGETHER, len(batches) - number))
                turns.losses[name] = np.append(turns.losses[name], losses)
                if number >= warm_up:
                    turns.seconds[name].append(statistics.median(times))
    return turns


class _Worker:
    """A process that makes steps when it is told to."""

    def __init__(self, way: Way, given: str) -> None:
        self.way = way
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  (closed with the process)
        code = FLUID + WORKER if way.under == "compat" else WORKER
        self._process = subprocess.Popen(
            [_python(way), "-W", "ignore", "-c", code, str(way.script), given],
            env=_environment(way),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )

    def steps(self, number: int) -> tuple[list[float], list[float]]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{number}\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("[["):  # else Paddle says something
                times, losses = json.loads(line)
                return times, losses
        self._errors.seek(0)
        sys.exit(f"{self.way.script} ended under {self.way.under}:\n{self._errors.read()}")

    def __enter__(self) -> _Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()
        self._errors.close()


def _python(way: Way) -> str:
    return oracle_python() or "" if way.under == "1.8.5" else sys.executable


def _environment(way: Way) -> dict[str, str]:
    # 1.8.5 must not meet what the benchmark's own interpreter is given to import
    bare = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    if way.under == "compat":
        return {**bare, "PYTHONPATH": str(ROOT / "compat")}
    return {**bare, "PADDLE_COMPAT": "0"}

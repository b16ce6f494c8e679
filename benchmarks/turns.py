"""Ways of doing one thing, timed in turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import numpy as np


def in_turns(running: dict[str, Iterator[Any]], warm_up: int, rounds: int) -> tuple[dict[str, float], dict[str, Any]]:
    """The median seconds of a `next()` of each way, and what all of them gave; every way goes first equally often."""
    times: dict[str, list[float]] = {way: [] for way in running}
    given: dict[str, list[Any]] = {way: [] for way in running}
    ways = list(running)
    for number in range(warm_up + rounds):
        ways = ways[1:] + ways[:1]
        for way in ways:
            start = time.perf_counter()
            given[way].append(next(running[way]))
            if number >= warm_up:
                times[way].append(time.perf_counter() - start)
    medians = {way: statistics.median(each) for way, each in times.items()}
    return medians, {way: np.ravel(each) for way, each in given.items()}

"""Reading batches through `DataLoader.from_generator` under compat, against `paddle.io.DataLoader` and against 1.8.5.

All read the same generator.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle_compat
from beside import beside_185

BATCHES, ROUNDS = 200, 7
SHAPE = (64, 1, 28, 28)
# Runs beside 1.8.5 and beside compat alike: the seconds that each pass over the batches takes.
LEGACY = f"""
import time
import numpy as np
import paddle.fluid as fluid

def batches():
    image = np.random.RandomState(0).rand(*{SHAPE}).astype("float32")
    label = np.zeros([{SHAPE[0]}, 1], "int64")
    for number in range({BATCHES}):
        yield image + number, label

def passes():
    with fluid.dygraph.guard(fluid.CPUPlace()):
        loader = fluid.io.DataLoader.from_generator(capacity=8)
        loader.set_batch_generator(batches, places=fluid.CPUPlace())
        while True:
            start, read = time.perf_counter(), 0
            for image, label in loader():
                read += image.shape[0]
            assert read == {BATCHES * SHAPE[0]}, read
            yield time.perf_counter() - start
"""
BESIDE = LEGACY + f"""
import itertools, statistics
print(statistics.median(list(itertools.islice(passes(), {ROUNDS + 1}))[1:]))
"""


def measure() -> Iterator[dict[str, Any]]:
    paddle_compat.install()
    names: dict[str, Any] = {"__name__": "loader_legacy"}
    exec(compile(LEGACY, "loader_legacy.py", "exec"), names)
    before = theirs()
    running = {"compat": names["passes"](), "plain": plain(names["batches"])}
    took: dict[str, list[float]] = {way: [] for way in running}
    for number in range(ROUNDS + 1):
        for way in running if number % 2 else reversed(running):
            seconds = next(running[way])
            if number:
                took[way].append(seconds)
    after = theirs()
    compat, by_hand = (statistics.median(took[way]) for way in ("compat", "plain"))
    yield {
        "figure": "batches through from_generator: compat / paddle.io.DataLoader",
        "measured": compat / by_hand,
        "goal": "<= 1.0",
        "a batch, ms": compat / BATCHES * 1000,
    }
    if before and after:
        yield {
            "figure": "batches through from_generator: compat / 1.8.5",
            "measured": compat / ((before + after) / 2),
            "goal": "<= 1.0",
        }


def plain(batches: Any) -> Iterator[float]:
    """Passes over the same batches through today's loader."""
    import paddle

    class Batches(paddle.io.IterableDataset):  # type: ignore[misc]
        def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
            return iter(batches())

    loader = paddle.io.DataLoader(Batches(), batch_size=None, places=paddle.CPUPlace())
    while True:
        start, read = time.perf_counter(), 0
        for image, _ in loader:
            read += image.shape[0]
        assert read == BATCHES * SHAPE[0], read
        yield time.perf_counter() - start


def theirs() -> float | None:
    """The median seconds of a pass under real 1.8.5, where there is one."""
    printed = beside_185(BESIDE)
    return float(printed) if printed else None

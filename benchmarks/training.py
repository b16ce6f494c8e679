"""A training step under compat, and of migrated code, against one written by hand."""

from __future__ import annotations

import runpy
import statistics
import time
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import paddle_compat
from paddle_migrate.api import migrate_source

HERE = Path(__file__).resolve().parent
WARM_UP, ROUNDS = 10, 200


def versions() -> dict[str, str]:
    import paddle

    return {"paddle": paddle.__version__}


def migrated() -> dict[str, Any]:
    source = (HERE / "step_legacy.py").read_text()
    names: dict[str, Any] = {"__name__": "step_migrated"}
    text = migrate_source(source).text
    assert "fluid" not in text
    exec(compile(text, "step_migrated.py", "exec"), names)
    return names


def steppers(batch_size: int) -> dict[str, Iterator[object]]:
    random = np.random.RandomState(0)
    image = random.rand(batch_size, 1, 28, 28).astype("float32")
    label = random.randint(0, 10, (batch_size, 1)).astype("int64")
    batches = repeat((image, label))
    paddle_compat.install()
    ways = {
        "by hand": runpy.run_path(str(HERE / "step_handwritten.py")),
        "compat": runpy.run_path(str(HERE / "step_legacy.py")),
        "migrated": migrated(),
    }
    return {way: names["train"](batches) for way, names in ways.items()}


def measure() -> Iterator[dict[str, Any]]:
    for batch_size, goal in ((20, 1.02), (1, None)):
        running = steppers(batch_size)
        times: dict[str, list[float]] = {way: [] for way in running}
        ways = list(running)
        for number in range(WARM_UP + ROUNDS):
            # Every way goes first, second and last equally often.
            ways = ways[1:] + ways[:1]
            for way in ways:
                start = time.perf_counter()
                next(running[way])
                if number >= WARM_UP:
                    times[way].append(time.perf_counter() - start)
        by_hand = statistics.median(times["by hand"])
        for way in ("compat", "migrated"):
            row = {
                "figure": f"step of {batch_size}: {way} / by hand",
                "measured": statistics.median(times[way]) / by_hand,
                "by hand, ms": by_hand * 1000,
                "rounds": ROUNDS,
            }
            yield {**row, "goal": f"<= {goal}"} if goal else row

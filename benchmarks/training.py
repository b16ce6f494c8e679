"""A training step under compat, and of migrated code, against one written by hand."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import paddle_compat
from curves import starting_weights
from paddle_migrate.api import migrate_source
from turns import in_turns

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
    batches = [
        (random.rand(batch_size, 1, 28, 28).astype("float32"), random.randint(0, 10, (batch_size, 1)).astype("int64"))
        for _ in range(WARM_UP + ROUNDS)
    ]
    paddle_compat.install()
    ways = {
        "by hand": runpy.run_path(str(HERE / "step_handwritten.py")),
        "compat": runpy.run_path(str(HERE / "step_legacy.py")),
        "migrated": migrated(),
    }
    # The same weights and batches: numbers that come close to zero take their time, and would on one side only.
    return {way: names["train"](batches, starting_weights()) for way, names in ways.items()}


def measure() -> Iterator[dict[str, Any]]:
    for batch_size, goal in ((20, 1.02), (1, None)):
        running = steppers(batch_size)
        times, losses = in_turns(running, WARM_UP, ROUNDS)
        for way in running:
            # Otherwise it would not be the same work.
            np.testing.assert_allclose(losses[way], losses["by hand"], rtol=1e-4)
        by_hand = times["by hand"]
        for way in ("compat", "migrated"):
            row = {
                "figure": f"step of {batch_size}: {way} / by hand",
                "measured": times[way] / by_hand,
                "by hand, ms": by_hand * 1000,
                "rounds": ROUNDS,
            }
            yield {**row, "goal": f"<= {goal}"} if goal else row

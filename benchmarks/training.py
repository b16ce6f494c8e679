"""A training step of MNIST under compat, and of migrated code, against one written by hand and against real 1.8.5."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from curves import oracle_python, starting_weights
from paddle_migrate.api import migrate_source
from turns import SETS, Way, in_turns

HERE = Path(__file__).resolve().parent
WARM_UP, ROUNDS = 20, 60
# the last one is what today's Paddle itself costs
PAIRS = (
    ("compat", "by hand", "<= 1.02"),
    ("migrated", "by hand", "<= 1.02"),
    ("compat", "1.8.5", "<= 1.0"),
    ("by hand", "1.8.5", ""),
)


def versions() -> dict[str, str]:
    import paddle

    return {"paddle": paddle.__version__}


def migrated(folder: str) -> Path:
    text = migrate_source((HERE / "step_legacy.py").read_text()).text
    assert "fluid" not in text
    script = Path(folder) / "step_migrated.py"
    script.write_text(text)
    return script


def measure() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        ways = {
            "by hand": Way(HERE / "step_handwritten.py", "today"),
            "compat": Way(HERE / "step_legacy.py", "compat"),
            "migrated": Way(migrated(folder), "today"),
        }
        if oracle_python():
            ways["1.8.5"] = Way(HERE / "step_legacy.py", "1.8.5")
        for batch_size in (20, 1):
            # The same weights and batches: numbers that come close to zero take their time, and would on one side only.
            turns = in_turns(ways, batches(batch_size), starting_weights(), WARM_UP)
            for way, other, goal in PAIRS:
                if other not in ways:
                    continue
                # Otherwise it would not be the same work.
                np.testing.assert_allclose(turns.losses[way], turns.losses[other], rtol=1e-4)
                row = {
                    "figure": f"step of {batch_size}: {way} / {other}",
                    "measured": turns.ratio(way, other),
                    f"{other}, ms": float(np.median(turns.seconds[other])) * 1000,
                    "rounds": SETS * ROUNDS,
                }
                yield {**row, "goal": goal} if goal and batch_size == 20 else row


def batches(size: int) -> list[tuple[np.ndarray, np.ndarray]]:
    random = np.random.RandomState(0)
    return [
        (random.rand(size, 1, 28, 28).astype("float32"), random.randint(0, 10, (size, 1)).astype("int64"))
        for _ in range(WARM_UP + ROUNDS)
    ]

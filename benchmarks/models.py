"""Training steps of small models under compat, against the same models written by hand and against real 1.8.5."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from curves import oracle_python
from turns import SETS, Way, in_turns

MODELS = Path(__file__).resolve().parent / "models"
WARM_UP, ROUNDS = 20, 150
# the last one is what today's Paddle itself costs
PAIRS = (("compat", "by hand", "<= 1.02"), ("compat", "1.8.5", "<= 1.0"), ("by hand", "1.8.5", ""))
# name: one batch of it
BATCHES: dict[str, Callable[[np.random.RandomState], tuple[np.ndarray, np.ndarray]]] = {
    "residual": lambda r: (r.rand(8, 3, 32, 32).astype("float32"), r.randint(0, 10, (8, 1))),
    "attention": lambda r: (r.randint(0, 1000, (16, 32)), r.randint(0, 10, (16, 1))),
    "autoencoder": lambda r: (r.rand(16, 1, 28, 28).astype("float32"), r.randint(0, 10, (16, 1))),
    "wordpairs": lambda r: (r.randint(0, 5000, (512, 2)), r.randint(0, 2, (512, 1))),
}


def measure() -> Iterator[dict[str, Any]]:
    for name, batch in BATCHES.items():
        random = np.random.RandomState(0)
        batches = [batch(random) for _ in range(WARM_UP + ROUNDS)]
        by_hand, legacy = (MODELS / f"{name}_{way}.py" for way in ("handwritten", "legacy"))
        weights = {key: value.numpy() for key, value in runpy.run_path(str(by_hand))["make"]().state_dict().items()}
        ways = {"by hand": Way(by_hand, "today"), "compat": Way(legacy, "compat")}
        if oracle_python():
            ways["1.8.5"] = Way(legacy, "1.8.5")
        turns = in_turns(ways, batches, weights, WARM_UP)
        for way, other, goal in PAIRS:
            if other not in ways:
                continue
            # Otherwise it would not be the same work.
            np.testing.assert_allclose(turns.losses[way], turns.losses[other], rtol=1e-3)
            row = {
                "figure": f"step of {name}: {way} / {other}",
                "measured": turns.ratio(way, other),
                f"{other}, ms": float(np.median(turns.seconds[other])) * 1000,
                "rounds": SETS * ROUNDS,
            }
            yield {**row, "goal": goal} if goal else row

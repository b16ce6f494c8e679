"""Training steps of static programs under compat, against the same scripts under real 1.8.5."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from curves import oracle_python
from turns import SETS, Way, in_turns

PROGRAMS = Path(__file__).resolve().parent / "programs"
WARM_UP, ROUNDS = 10, 40
# name: one batch of it
BATCHES: dict[str, Callable[[np.random.RandomState], tuple[np.ndarray, np.ndarray]]] = {
    "fit_a_line": lambda r: (r.rand(20, 13).astype("float32"), r.rand(20, 1).astype("float32")),
    "digits": lambda r: (r.rand(64, 1, 28, 28).astype("float32"), r.randint(0, 10, (64, 1))),
    "next_word": lambda r: (r.randint(0, 2000, (100, 4)), r.randint(0, 2000, (100, 1))),
    "opinion_conv": lambda r: (r.randint(0, 1000, (480, 1)), r.randint(0, 2, (32, 1))),
    "opinion_lstm": lambda r: (r.randint(0, 1000, (480, 1)), r.randint(0, 2, (32, 1))),
    "residual": lambda r: (r.rand(8, 3, 32, 32).astype("float32"), r.randint(0, 10, (8, 1))),
    "clicks": lambda r: (r.randint(0, 5000, (100, 26)), r.randint(0, 2, (100, 1)).astype("float32")),
}


def measure() -> Iterator[dict[str, Any]]:
    if not oracle_python():
        return
    for name, batch in BATCHES.items():
        random = np.random.RandomState(0)
        batches = [batch(random) for _ in range(WARM_UP + ROUNDS)]
        script = PROGRAMS / f"{name}.py"
        turns = in_turns({"compat": Way(script, "compat"), "1.8.5": Way(script, "1.8.5")}, batches, {}, WARM_UP)
        # Otherwise it would not be the same work: the seed is the same, and so are the first values.
        np.testing.assert_allclose(turns.losses["compat"][:3], turns.losses["1.8.5"][:3], rtol=1e-4)
        yield {
            "figure": f"step of the program {name}: compat / 1.8.5",
            "measured": turns.ratio("compat", "1.8.5"),
            "1.8.5, ms": float(np.median(turns.seconds["1.8.5"])) * 1000,
            "rounds": SETS * ROUNDS,
            "goal": "<= 1.2",
        }

"""Training steps of small models under compat, against the same models written by hand and against real 1.8.5."""

from __future__ import annotations

import runpy
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import paddle_compat
from beside import beside_185
from turns import in_turns

MODELS = Path(__file__).resolve().parent / "models"
WARM_UP, ROUNDS = 5, 60
# name: one batch of it
BATCHES: dict[str, Callable[[np.random.RandomState], tuple[np.ndarray, np.ndarray]]] = {
    "residual": lambda r: (r.rand(8, 3, 32, 32).astype("float32"), r.randint(0, 10, (8, 1))),
    "attention": lambda r: (r.randint(0, 1000, (16, 32)), r.randint(0, 10, (16, 1))),
    "autoencoder": lambda r: (r.rand(16, 1, 28, 28).astype("float32"), r.randint(0, 10, (16, 1))),
    "wordpairs": lambda r: (r.randint(0, 5000, (512, 2)), r.randint(0, 2, (512, 1))),
}
# Runs beside 1.8.5: the median of the seconds that a step takes, and the losses.
TIMED = """
import runpy, statistics, sys, time
import numpy as np
script, folder, warm_up = sys.argv[1], sys.argv[2], int(sys.argv[3])
given = np.load(folder + "/given.npz")
batches = list(zip(given["first"], given["second"]))
weights = {key[1:]: given[key] for key in given.files if key[0] == "_"}
steps = runpy.run_path(script)["train"](batches, weights)
times, losses = [], []
for _ in batches:
    start = time.perf_counter()
    losses.append(next(steps))
    times.append(time.perf_counter() - start)
np.savez(folder + "/got.npz", time=statistics.median(times[warm_up:]), losses=np.ravel(losses))
"""


def measure() -> Iterator[dict[str, Any]]:
    paddle_compat.install()
    for name, batch in BATCHES.items():
        random = np.random.RandomState(0)
        batches = [batch(random) for _ in range(WARM_UP + ROUNDS)]
        ways = {way: runpy.run_path(str(MODELS / f"{name}_{way}.py")) for way in ("handwritten", "legacy")}
        weights = {key: value.numpy() for key, value in ways["handwritten"]["make"]().state_dict().items()}
        running = {way: names["train"](batches, weights) for way, names in ways.items()}
        before = theirs(name, batches, weights)
        took, losses = in_turns(running, WARM_UP, ROUNDS)
        after = theirs(name, batches, weights)
        # Otherwise it would not be the same work.
        np.testing.assert_allclose(losses["legacy"], losses["handwritten"], rtol=1e-3)
        yield {
            "figure": f"step of {name}: compat / by hand",
            "measured": took["legacy"] / took["handwritten"],
            "goal": "<= 1.02",
            "by hand, ms": took["handwritten"] * 1000,
            "rounds": ROUNDS,
        }
        if before and after:
            np.testing.assert_allclose(losses["legacy"], before[1], rtol=1e-3)
            beside = (before[0] + after[0]) / 2
            yield {
                "figure": f"step of {name}: compat / 1.8.5",
                "measured": took["legacy"] / beside,
                "goal": "<= 1.0",
                "1.8.5, ms": beside * 1000,
            }


def theirs(name: str, batches: list[Any], weights: dict[str, np.ndarray]) -> tuple[float, np.ndarray] | None:
    """The median step under real 1.8.5, where there is one, and the losses."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = (np.stack([batch[i] for batch in batches]) for i in (0, 1))
        np.savez(f"{folder}/given.npz", first=first, second=second, **{f"_{k}": v for k, v in weights.items()})
        if beside_185(TIMED, str(MODELS / f"{name}_legacy.py"), folder, str(WARM_UP)) is None:
            return None
        got = np.load(f"{folder}/got.npz")
        return float(got["time"]), got["losses"]

"""What 1.8.5's seeded numbers cost: initialising 100 million parameters, against Paddle's own initialisers.

Run by itself (`python benchmarks/replay.py`) it prints each ratio; each is the median of pairs taken in turns.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROWS, COLUMNS = 10_000, 1_000  # ten such parameters are 100 million values
PAIRS = 3
KINDS = {"Xavier uniform": "Xavier()", "MSRA normal": "MSRA(uniform=False)", "TruncatedNormal": "TruncatedNormal()"}


def seconds(fluid: Any, initializer: str, mode: str) -> float:
    os.environ["PADDLE_COMPAT_RNG"] = mode
    with fluid.dygraph.guard(fluid.CPUPlace()):
        fluid.default_main_program().random_seed = 7
        layer = fluid.dygraph.Layer()
        start = time.perf_counter()
        for _ in range(10):
            made = eval(f"fluid.initializer.{initializer}", {"fluid": fluid})
            layer.create_parameter([ROWS, COLUMNS], default_initializer=made)
        return time.perf_counter() - start


def measure() -> Iterator[dict[str, Any]]:
    import paddle_compat

    paddle_compat.install()
    import paddle.fluid as fluid

    for name, initializer in KINDS.items():
        ratios, replay = [], []
        for number in range(PAIRS):
            order = ("native", "replay") if number % 2 else ("replay", "native")
            took = {mode: seconds(fluid, initializer, mode) for mode in order}
            ratios.append(took["replay"] / took["native"])
            replay.append(took["replay"])
        yield {
            "figure": f"100 M parameters, {name}: 1.8.5's numbers over Paddle's own",
            "measured": statistics.median(ratios),
            "goal": "<= 10",
            "with replay, s": statistics.median(replay),
            "pairs": PAIRS,
        }


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.path.insert(0, str(HERE.parent / "compat"))
    for row in measure():
        print(f"{row['figure']:<70} {row['measured']:>7.3f} {row['goal']:>6}   ({row['with replay, s']:.2f} s)")

"""What a program without fluid pays, by the clock, for the package that lies beside Paddle: its start and its steps."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMPAT = Path(__file__).resolve().parent.parent / "compat"
PAIRS, STEPS = 7, 400
PROGRAM = """
import json, site, sys, time
site.addsitedir(sys.argv[1])
start = time.perf_counter()
import paddle
began = time.perf_counter() - start
paddle.seed(1)
net = paddle.nn.Sequential(paddle.nn.Linear(32, 64), paddle.nn.ReLU(), paddle.nn.Linear(64, 1))
adam = paddle.optimizer.Adam(0.01, parameters=net.parameters())
x, taken = paddle.ones([16, 32]), []
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    loss = (net(x) - 1.0).square().mean()
    loss.backward()
    adam.step()
    adam.clear_grad()
    taken.append(time.perf_counter() - start)
print(json.dumps([began, sorted(taken)[len(taken) // 2]]))
"""


def seconds(beside: bool) -> tuple[float, float]:
    """Of importing Paddle, and of a step, the median."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(COMPAT), str(STEPS)]
    environment = {**os.environ, "PADDLE_COMPAT": "1" if beside else "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    start, step = json.loads(done.stdout.splitlines()[-1])
    return start, step


def measure() -> Iterator[dict[str, Any]]:
    pairs = []
    for number in range(PAIRS):
        order = (True, False) if number % 2 else (False, True)
        took = {beside: seconds(beside) for beside in order}
        pairs.append((took[True], took[False]))
    for place, what in enumerate(("import of paddle", "step of training")):
        yield {
            "figure": f"a program without fluid, {what}: beside the package / without",
            "measured": statistics.median(with_us[place] / alone[place] for with_us, alone in pairs),
            "goal": "<= 1.02",
            "without, ms": statistics.median(alone[place] for _, alone in pairs) * 1000,
            "pairs": PAIRS,
        }


if __name__ == "__main__":
    for row in measure():
        print(row)

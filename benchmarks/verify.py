"""What `paddle-migrate verify` costs over running both scripts plainly.

    python benchmarks/verify.py

The scripts are the single-device example and its migration; measurements are taken in turns, and the least of each side
counts. The time of
the processors is compared beside the time on the clock, for it does not hang on what else the machine does.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OLD = ROOT / "examples" / "legacy" / "mnist_single.py"
NEW = ROOT / "examples" / "modern" / "mnist_single.py"
ARGUMENTS = ("--epochs", "4", "--optimizer", "momentum", "--batch_size", "50")
PAIRS = 3

Took = tuple[float, float]  # on the clock, of the processors


def run(folder: Path, *line: str) -> Took:
    path = os.pathsep.join([str(ROOT / "compat"), str(ROOT / "codemods")])
    env = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    began, used = time.perf_counter(), processors()
    subprocess.run([sys.executable, *line], cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL, stderr=2)
    return time.perf_counter() - began, processors() - used


def processors() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def plain(folder: Path) -> Took:
    old = run(folder, "-m", "paddle_compat", str(OLD), *ARGUMENTS)
    new = run(folder, str(NEW), *ARGUMENTS)
    return old[0] + new[0], old[1] + new[1]


def verified(folder: Path) -> Took:
    return run(folder, "-m", "paddle_migrate", "verify", str(OLD), str(NEW), "--", *ARGUMENTS)


def measure() -> Iterator[dict[str, Any]]:
    sys.path.insert(0, str(ROOT / "examples"))
    from make_digits import make_digits, write_splits

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_splits(folder / "work" / "mnist.json.gz", make_digits())
        pairs = []
        for number in range(PAIRS):
            order = (plain, verified) if number % 2 else (verified, plain)
            took = {side: side(folder) for side in order}
            pairs.append((took[verified], took[plain]))
    for index, what in enumerate(("time", "processor time")):
        yield {
            "figure": f"verify / both scripts plainly, {what}",
            "measured": min(ours[index] for ours, _ in pairs) / min(theirs[index] for _, theirs in pairs),
            "goal": "<= 1.2",
            "plainly, s": min(theirs[index] for _, theirs in pairs),
            "pairs": PAIRS,
        }


if __name__ == "__main__":
    for row in measure():
        print(row)

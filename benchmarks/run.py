"""`make bench`: what the package costs, as ratios measured in one run.

Each figure comes from measurements taken in turns, so that whatever else the machine does falls on all sides alike.
Prints a table and writes build/bench.json.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / part) for part in ("compat", "codemods", "examples")]

import loader  # noqa: E402
import migrate  # noqa: E402
import models  # noqa: E402
import ops  # noqa: E402
import programs  # noqa: E402
import replay  # noqa: E402
import repository  # noqa: E402
import startup  # noqa: E402
import training  # noqa: E402
import unnoticed  # noqa: E402
import verify  # noqa: E402

MEASURED = (training, models, programs, ops, loader, startup, unnoticed, migrate, replay, repository, verify)


def measured() -> Iterator[dict[str, Any]]:
    for module in MEASURED:
        yield from module.measure()


def main() -> None:
    results = list(measured())
    print(f"{'figure':<62} {'measured':>10} {'goal':>8}")
    for row in results:
        print(f"{row['figure']:<62} {row['measured']:>10.3f} {row.get('goal', ''):>8}")
    target = HERE.parent / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({"python": sys.version.split()[0], **training.versions(), "rows": results}, indent=1))


if __name__ == "__main__":
    main()

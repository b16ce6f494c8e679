"""`make performance`: everything that is measured, into docs/performance.json, of which the page is made.

Beside `make bench`, whose figures these are, the tool over this repository's own old files against LibCST and against
paddle_upgrade_tool, the official tool, which comes from the package index into an environment that is thrown away.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import run  # which puts the folders on the path
from curves import oracle_python, processor
from repository import outside
from training import versions

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "performance.json"
OLD = ("examples/legacy", "tests/programs/legacy", "tests/programs/projects", "tests/codemods/unsized/models",
       "tests/compat/replay/scripts", "tests/differential/static")
ROUNDS = 3


def main() -> None:
    rows: list[dict[str, Any]] = []
    for row in [*run.measured(), *over_old_files()]:
        rows.append({"figure": row["figure"], "measured": round(row["measured"], 4), "goal": row.get("goal", "")})
    about = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} cores, {platform.system()}",
        "python": platform.python_version(),
        **versions(),
        "beside": "PaddlePaddle 1.8.5, live" if oracle_python() else "",
        "rows": rows,
    }
    TARGET.write_text(json.dumps(about, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for row in rows:
        print(f"{row['figure']:<72} {row['measured']:>10.3f} {row['goal']:>8}")


def over_old_files() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name in OLD:
            shutil.copytree(ROOT / name, here / "old" / name, ignore=shutil.ignore_patterns("__pycache__"))
        subprocess.run([sys.executable, "-m", "venv", str(here / "venv")], check=True)
        binaries = here / "venv" / "bin"
        subprocess.run([str(binaries / "pip"), "install", "-q", "paddle_upgrade_tool"], check=True)
        yield from outside(here / "old", binaries / "paddle_upgrade_tool", ROUNDS)


if __name__ == "__main__":
    main()

"""What the start-up hook adds to the start of an interpreter that never imports Paddle."""

from __future__ import annotations

import compileall
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMPAT = Path(__file__).resolve().parent.parent / "compat"
PAIRS = 300


def environment(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    return site


def seconds(folder: Path) -> float:
    """The processor time of one start: the clock on the wall says more about what else the machine does."""
    python = str(folder / "bin" / "python")
    process = os.posix_spawn(python, [python, "-I", "-c", "pass"], os.environ)
    _, status, used = os.wait4(process, 0)
    assert status == 0
    return used.ru_utime + used.ru_stime


def measure() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as temporary:
        bare, hooked = Path(temporary, "bare"), Path(temporary, "hooked")
        environment(bare)
        site = environment(hooked)
        for start_up in ("paddle_migrate.pth", "paddle_migrate.start"):
            shutil.copy(COMPAT / start_up, site)
        shutil.copytree(COMPAT / "paddle_compat", site / "paddle_compat")
        compileall.compile_dir(str(site), quiet=1)  # as pip does

        without, extra = [], []
        for number in range(PAIRS):
            order = (bare, hooked) if number % 2 else (hooked, bare)
            took = {folder: seconds(folder) for folder in order}
            without.append(took[bare])
            extra.append(took[hooked] - took[bare])
        yield {
            "figure": "interpreter start: added by the hook, ms",
            "measured": statistics.median(extra) * 1000,
            "goal": "< 0.5",
            "without, ms": statistics.median(without) * 1000,
            "pairs": PAIRS,
        }

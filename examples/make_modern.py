"""`make modern`: writes examples/modern, which is nothing but the tool's own output for examples/legacy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
# modern name: (legacy name, options)
TWINS: dict[str, tuple[str, tuple[str, ...]]] = {
    "mnist_single.py": ("mnist_single.py", ()),
    "mnist_multi.py": ("mnist_multi.py", ()),
    "mnist_static.py": ("mnist_static.py", ()),
    "mnist_static_dygraph.py": ("mnist_static.py", ("--dygraph",)),
    "sentiment_lstm.py": ("sentiment_lstm.py", ()),
    "sentiment_lstm_dygraph.py": ("sentiment_lstm.py", ("--dygraph",)),
    "mnist_multi_launch.py": ("mnist_multi.py", ("--launcher", "launch")),
}


def make_modern(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for modern, (legacy, options) in TWINS.items():
        source = EXAMPLES / "legacy" / legacy
        tool = [sys.executable, "-m", "paddle_migrate", *options]
        subprocess.run([*tool, str(source), "-o", str(target / modern)], check=True)


if __name__ == "__main__":
    make_modern(EXAMPLES / "modern")

"""What modules of the codemods earn is counted over the files that they ran for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EARNS = Path(__file__).resolve().parents[2] / "benchmarks" / "earns.py"


def test_what_runs_counts(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.py").write_text("import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n")
    (tmp_path / "plain.py").write_text("y = 1\n")
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    done = subprocess.run([sys.executable, str(EARNS), str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = {cells[0]: [int(cell) for cell in cells[1:]] for line in done.stdout.splitlines()[2:]
            for cells in [line.strip("| ").split(" | ")]}
    lines, files, few, never = rows["rewrites/names/calls.py"]
    assert (files, never <= few < lines) == (3, True)
    lines, files, few, never = rows["dynamic/convert.py"]
    assert (files, 0 < never <= few <= lines) == (0, True)
    assert rows["batch/migrating.py"][1] == 4
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before

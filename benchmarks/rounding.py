"""How far today's results of 1.8.5's inference models are from 1.8.5's, and both from float64: the table in docs/en.

    PADDLE_ORACLE_PYTHON=.venv-oracle/bin/python .venv/bin/python benchmarks/rounding.py
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from paddle_migrate.model import arrays, files, running
from paddle_migrate.model.exact import Exact
from paddle_migrate.model.writing import write
from paddle_migrate.verify.command import oracle_python

MODELS = ("residual", "depthwise", "encoder", "transposed", "resized", "detector")


def share(one: Path, other: Path) -> float:
    """The largest difference of an output, as a share of its largest number."""
    return max(each.difference / each.largest for each in arrays.each_apart(one, other))


def row(folder: Path, given: Path, work: Path) -> str:
    model = files.read(folder, None, None)
    old = running.ways_of_1_8(folder, (model.file.name, None))[0]
    (work / "new").mkdir(parents=True)
    write(model, work / "new", running.major() or "")
    new = running.way_of_new(work / "new", "inference")
    assert new is not None
    results = {"old": old, "executor": new, "inference": replace(new, how="inference")}
    for name, way in results.items():
        running.play(way, given, work / f"{name}.npz")
    exact = Exact(model, old, given, work)
    assert exact.own is not None
    shares = [share(work / "old.npz", work / "executor.npz"), share(work / "old.npz", work / "inference.npz"),
              share(exact.results, work / "old.npz"), share(exact.results, work / "inference.npz")]
    return " | ".join(["", folder.name, *(f"{each:.1e}" for each in shares), ""]).strip()


def main() -> None:
    python = oracle_python()
    if python is None:
        raise SystemExit("real 1.8.5 is wanted: PADDLE_ORACLE_PYTHON")
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        script = Path(__file__).with_suffix("") / "models.py"
        subprocess.run([python, "-W", "ignore", str(script), str(home)], check=True, capture_output=True)
        print("| model | executor, 1.8.5 | inference, 1.8.5 | 1.8.5, float64 | inference, float64 |")
        print("| --- | --- | --- | --- | --- |")
        for model in MODELS:
            print(row(home / model, home / f"{model}.npz", home / f"{model}.work"), flush=True)


if __name__ == "__main__":
    main()

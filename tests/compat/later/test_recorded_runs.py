"""The recorded tables of real libraries are well formed, whole, and what the page shows."""

import ast
import csv
import math
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "benchmarks" / "libraries"
PAGE = (ROOT / "docs" / "libraries.md").read_text(encoding="utf-8")
PACKAGES = {line.replace("==", "-") for line in (FOLDER / "packages.txt").read_text(encoding="utf-8").split()}
WANTED = {"paddlenlp-2.4.2", "paddledet-2.4.0", "paddleseg-2.5.0", "lac-2.1.2", "pgl-2.1.5", "parl-2.2.1",
          "ppgan-2.1.0", "paddleclas-2.2.1"}


def rows(name):
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


RUNS, MODULES = rows("runs.csv"), rows("results.csv")


def cases():
    """PACKAGE and WHAT of each case."""
    for path in sorted((FOLDER / "runs").glob("*.py")):
        constants = {ast.unparse(node.targets[0]): node.value.value
                     for node in ast.parse(path.read_text(encoding="utf-8")).body
                     if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)}
        if path.stem != "fixed":
            yield constants["PACKAGE"], constants["WHAT"]


def test_every_case_has_a_row():
    assert sorted((row["package"], row["what"]) for row in RUNS) == sorted(cases())
    assert {row["package"] for row in RUNS} >= WANTED
    assert {row["package"] for row in RUNS} <= PACKAGES
    assert len({row["package"] for row in RUNS} - WANTED) >= 5


@pytest.mark.parametrize("row", RUNS, ids=lambda row: f"{row['package']} {row['what'][:20]}")
def test_each_run_is_as_the_real_paddle(row):
    assert row["oracle"] in ("1.8.5", "2.0.2", "2.2.2", "2.4.2")
    assert int(row["numbers"]) > 50
    for paddle in ("2.6.2", "3.3.1"):
        assert math.isfinite(float(row[paddle]))
        assert float(row[paddle]) <= 1e-6
    assert "| {package} | {what} | {oracle} | {0} | {1} |".format(row["2.6.2"], row["3.3.1"], **row) in PAGE


def test_the_modules():
    *packages, whole = MODULES
    assert {row["package"] for row in packages} == PACKAGES
    for column in list(whole)[1:]:
        assert int(whole[column]) == sum(int(row[column]) for row in packages)
        assert f"{int(whole[column]):,}" in PAGE
    for row in packages:
        counts = [int(row[name]) for name in ("imported_3.3.1", "imported_2.6.2")]
        assert int(row["plain_3.3.1"]) <= min(counts), row
        assert max(counts) <= int(row["modules"]), row
    assert int(whole["left_to_paddle"]) < 60

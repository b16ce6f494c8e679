"""What real libraries compute: on today's Paddle with paddle_compat beside it, and on the oldest real Paddle of theirs.

    python benchmarks/library_runs.py PACKAGES ORACLES --on PYTHON... [--only CASE] [-o runs.csv]

PACKAGES holds what `make libraries` downloaded, ORACLES what libraries/oracles.py made (and in 1.8.5 what
`make oracle` does, for the packages of its time), PYTHON has a Paddle of today
and this package. The cases are in libraries/runs; each sets its parameters and inputs from NumPy, so that nothing
depends on a generator. Third-party packages that are not installed are replaced by empty stand-ins.
"""

from __future__ import annotations

import argparse
import ast
import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from libraries import unpack

HERE = Path(__file__).parent / "libraries"

ORACLES = ("1.8.5", "2.0.2", "2.2.2", "2.4.2")
LIMIT = 300
BUILD = """
import sys
import numpy
from setuptools import Extension, setup
from Cython.Build import cythonize
made = Extension(sys.argv[1][:-4], sys.argv[1:2], language="c++", include_dirs=[numpy.get_include()])
setup(name="built", script_args=["build_ext", "--force", "--build-lib", "."], ext_modules=cythonize([made]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", type=Path)
    parser.add_argument("oracles", type=Path)
    parser.add_argument("--on", nargs="+", type=Path, required=True, metavar="PYTHON")
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    rows = []
    for case in sorted((HERE / "runs").glob("*.py")):
        if arguments.only in case.stem and case.stem != "fixed":
            with TemporaryDirectory() as folder:
                rows.append(row(case, arguments, Path(folder)))
            print(*rows[-1].values(), sep=" | ", flush=True)
    if arguments.output:
        with arguments.output.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def row(case: Path, arguments: Any, folder: Path) -> dict[str, Any]:
    """One line of the table; a Paddle that fails has its error in place of a number."""
    facts = constants(case)
    root = unpack(arguments.packages / facts["PACKAGE"], folder)
    site = arguments.packages / ".site"
    version, old, failures = oldest(case, root, arguments.oracles, facts, folder)
    made: dict[str, Any] = {"package": facts["PACKAGE"], "what": facts["WHAT"], "oracle": version}
    made["numbers"] = sum(array.size for array in old.values())
    stand_ins: list[str] = []
    for python in map(str, map(Path.absolute, arguments.on)):
        build(python, root, site)
        more = {"PYTHONPATH": str(site), **({"PADDLE_COMPAT_ERA": facts["ERA"]} if "ERA" in facts else {})}
        found, told = attempt(python, case, root, folder / "new.npz", more)
        key = told[0] if found else paddle_of(python)
        made[key] = f"{largest(old, found):.1e}" if found and old else told[0]
        stand_ins = told[1] if found else stand_ins
    made["stand_ins"] = " ".join(stand_ins)
    made["older"] = "; ".join(failures)
    return made


def constants(case: Path) -> dict[str, Any]:
    """PACKAGE, WHAT, SINCE, the oldest Paddle that it is for, and ERA, the environment's, as the case says them."""
    found = {"SINCE": ORACLES[1]}
    for node in ast.parse(case.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            found[ast.unparse(node.targets[0])] = node.value.value
    return found


def oldest(case: Path, root: Path, oracles: Path, facts: dict[str, Any], folder: Path) -> Any:
    """The oldest real Paddle that runs the case, its arrays, and why the older ones do not."""
    failures = []
    for version in ORACLES:
        if version < facts["SINCE"] or not (oracles / version / "bin" / "python").exists():
            continue
        found, told = attempt(str(oracles / version / "bin" / "python"), case, root, folder / "old.npz", {})
        if found:
            return version, found, failures
        failures.append(f"{version}: {told[0]}")
    return "none", {}, failures


def attempt(python: str, case: Path, root: Path, out: Path, more: dict[str, str]) -> Any:
    """The arrays with the Paddle's version and the stand-ins, or nothing and the error."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", **more}
    command = [python, "-W", "ignore", str(HERE / "one_run.py"), case.stem, str(root), str(out)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.returncode:
        if os.environ.get("SHOW_ERRORS"):
            print(done.stderr[-5000:], file=sys.stderr)
        errors = [line for line in done.stderr.splitlines() if "Error" in line]
        return {}, [re.sub(r" \(/.*", "", errors[-1]) if errors else "the process ended"]
    with np.load(out) as arrays:
        return dict(arrays), json.loads(done.stdout.splitlines()[-1])


def build(python: str, root: Path, site: Path) -> None:
    """The package's modules in Cython, which its wheel has for other Pythons only."""
    for source in root.rglob("*.pyx"):
        environment = {**os.environ, "PYTHONPATH": str(site)}
        command = [python, "-P", "-c", BUILD, source.name]
        subprocess.run(command, cwd=source.parent, env=environment, capture_output=True, check=True)


def paddle_of(python: str) -> str:
    code = "from importlib.metadata import version; print(version('paddlepaddle'))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def largest(old: dict[str, Any], new: dict[str, Any]) -> float:
    """The largest difference, relative to the largest number among those of a kind (the name up to its slash)."""
    assert old.keys() == new.keys(), sorted(old.keys() ^ new.keys())
    kinds: dict[str, list[float]] = {}
    for name, array in old.items():
        was, now = (np.ravel(each).astype("float64") for each in (array, new[name]))
        assert was.shape == now.shape, (name, array.shape, new[name].shape)
        worst = kinds.setdefault(name.partition("/")[0], [0.0, 0.0])
        worst[0] = max(worst[0], float(np.max(np.abs(was - now), initial=0.0)))
        worst[1] = max(worst[1], float(np.max(np.abs(was), initial=0.0)))
    return max(difference / (scale or 1.0) for difference, scale in kinds.values())


if __name__ == "__main__":
    main()

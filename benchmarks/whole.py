"""How many files of old projects come out whole, by what they are, and what keeps the others from it.

`python benchmarks/whole.py FOLDER...` runs `paddle-migrate` over each folder as one project and prints, for files that
run programs, files that only build them and dygraph files, how many have nothing left for a person; then what is left,
by the number of files that wait for it, and by how many wait for nothing else.

With `--loops` it counts, of the static files that train by themselves or by what they import, how many come out as
layers and a loop (`--dygraph`): they clear gradients, and name nothing of programs; and why the others stay.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_FLUID = re.compile(r"^\s*(?:from|import)\s+paddle\S*\b.*\bfluid\b|^\s*(?:from|import)\s+paddle\.fluid", re.M)
_DYGRAPH = re.compile(r"\bdygraph\b|\bto_variable\b")
_TRAINS = re.compile(r"\.(?:minimize|apply_gradients)\(")
_IMPORTS = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))", re.M)
_OF_PROGRAMS = re.compile(r"\benable_static\(|^[^#\n]*\b(?:fluid|static)\.(?!InputSpec\b)", re.M)
_LOOP = re.compile(r"\.clear_grad\(")
_RUNS = re.compile(r"\bExecutor\(|\bexe\w*\.run\(")


def kind(text: str) -> str:
    """What a file is, by its words; "" for one without fluid."""
    if not _FLUID.search(text):
        return ""
    if _DYGRAPH.search(text):
        return "dygraph"
    return "running" if _RUNS.search(text) else "network"


def report(folder: Path, options: list[str]) -> list[dict[str, Any]]:
    """What the tool says of each file of a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("codemods", "compat")),
                   "PADDLE_COMPAT": "0", "PADDLE_MIGRATE_LANG": "en"}
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "report.json"
        command = [sys.executable, "-m", "paddle_migrate", "-q", "--no-cache", "--report", path, *options,
                   "-o", Path(temporary) / "out", "."]
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
        files: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["files"]
        for file in files:
            file["new"] = _text(Path(temporary) / "out" / file["path"]) or _text(folder / file["path"])
    return files


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.suffix == ".py" and path.exists() else ""


def trains(folder: Path, path: Path) -> bool:
    """Whether a static file trains: it runs programs, and it or what it imports minimises."""
    text = _text(path)
    if kind(text) not in ("running", "network"):
        return False
    names = ["/".join(filter(None, (one or other).split("."))) for one, other in _IMPORTS.findall(text)]
    beside = [around / f"{name}.py" for name in names for around in (path.parent, folder)]
    return bool(_TRAINS.search(text)) or (kind(text) == "running" and any(
        _TRAINS.search(_text(each)) for each in beside))


def loops(folders: list[Path], options: list[str], is_listed: bool) -> None:
    """Prints how many files that train become a loop, and why the others do not."""
    waits, alone, count, become = defaultdict[str, set[str]](set), Counter[str](), 0, 0
    for folder in folders:
        for file in report(folder, ["--dygraph", *options]):
            path = folder / file["path"]
            if not trains(folder, path):
                continue
            count += 1
            reasons = {re.sub(r"^\S+\(\)", "…()", f["message"]) if "stays a function" in f["message"] else f["message"]
                       for f in file["findings"] if f["code"] == "PM340"}
            is_loop = not _OF_PROGRAMS.search(file["new"]) and bool(_LOOP.search(file["new"]))
            become += is_loop
            for reason in () if is_loop else reasons or {"nothing is said"}:
                waits[reason].add(str(path))
                alone[reason] += len(reasons) < 2
            if is_listed:
                print(f"{'loop' if is_loop else 'program'}\t{path}\t{'; '.join(sorted(reasons))}")
    print(f"{become} of {count} files that train are layers and a loop, {100 * become / max(1, count):.1f} %")
    for reason in sorted(waits, key=lambda r: (-len(waits[r]), r)):
        print(f"{len(waits[reason]):5} {alone[reason]:5}  {reason}")


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--except", dest="passed", action="append", default=[], metavar="CODE", help="leave it out")
    parser.add_argument("--list", action="store_true", help="each finding that is left, with its file")
    parser.add_argument("--loops", action="store_true", help="what becomes layers and a loop instead")
    own, options = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    given = parser.parse_args(own)
    if given.loops:
        return loops(given.folders, options, given.list)
    files, whole = Counter[str](), Counter[str]()
    waits, alone = defaultdict[tuple[str, str], set[str]](set), Counter[tuple[str, str]]()
    for folder in given.folders:
        for file in report(folder, options):
            path = folder / file["path"]
            was_there = path.suffix == ".py" and path.exists()  # the tool makes some itself
            what = kind(path.read_text(encoding="utf-8", errors="replace")) if was_there else ""
            if not what:
                continue
            left = [f for f in file["findings"] if f["level"] in ("person", "error") and f["code"] not in given.passed]
            files[what] += 1
            whole[what] += not left
            reasons = {(f["code"], f["name"]) for f in left}
            for reason in reasons:
                waits[reason].add(str(path))
                alone[reason] += len(reasons) == 1
            if given.list:
                for f in left:
                    print(f"{what}\t{path}:{f['line']}\t{f['code']}\t{f['name']}\t{f['message']}")
    for what in sorted(files):
        print(f"{what:8} {whole[what]:5} of {files[what]:5} whole, {100 * whole[what] / files[what]:.1f} %")
    for reason in sorted(waits, key=lambda r: (-len(waits[r]), r)):
        print(f"{len(waits[reason]):5} {alone[reason]:5}  {' '.join(reason)}")


if __name__ == "__main__":
    main(sys.argv[1:])

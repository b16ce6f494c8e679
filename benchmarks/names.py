"""Names of migrated projects that nothing binds or that a Paddle has not, and did not stand in the old files.

`python benchmarks/names.py FOLDER...` migrates each folder as one project and prints `file: name` for every name that
ruff finds undefined in a new file alone, and for every `paddle.….…` of a new file alone that cannot be looked up in
the Paddle of this interpreter, or of `--python`. Helpers ask for some that only one Paddle has before they use them.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from pathlib import Path

from whole import report

_LOOK_UP = """
import importlib, json, sys

def has(name):
    first, *parts = name.split(".")
    found = importlib.import_module(first)
    for number, part in enumerate(parts, 1):
        if not hasattr(found, part):
            try:
                importlib.import_module(".".join([first, *parts[:number]]))
            except Exception:
                return False
        found = getattr(found, part, None)
        if not isinstance(found, type(sys)):
            return found is not None
    return True

print(json.dumps([name for name in json.load(sys.stdin) if not has(name)]))
"""


def paddle_names(text: str) -> set[str]:
    """What a file calls `paddle.….…`, with its imports' names written out; nothing of what is no Python 3."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return set()
    means: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named = [(a.asname, a.name) if a.asname else (a.name.partition(".")[0],) * 2 for a in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            named = [(a.asname or a.name, f"{node.module}.{a.name}") for a in node.names if a.name != "*"]
        else:
            continue
        means.update((short, name) for short, name in named if name.partition(".")[0] == "paddle")
    found, inner = set(), set[int]()
    for node in ast.walk(tree):  # the whole of a chain before its parts
        parts, base = [], node
        while isinstance(base, ast.Attribute) and id(base) not in inner:
            inner.add(id(base))
            parts.append(base.attr)
            base = base.value
        if parts and isinstance(base, ast.Name) and base.id in means:
            found.add(".".join([means[base.id], *reversed(parts)]))
    return {name for name in found if ".fluid" not in name}


def undefined(text: str) -> set[str] | None:
    """What ruff says nothing binds; None where it cannot read the file."""
    command = ["ruff", "check", "--isolated", "--select", "F821", "--output-format", "json", "-"]
    run = subprocess.run([sys.executable, "-m", *command], input=text, capture_output=True, text=True, check=False)
    found = json.loads(run.stdout or "[]")
    return {each["message"] for each in found} if all(each["code"] == "F821" for each in found) else None


def missing(names: set[str], python: str) -> set[str]:
    run = subprocess.run([python, "-W", "ignore", "-c", _LOOK_UP], input=json.dumps(sorted(names)), text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return set(json.loads(run.stdout.splitlines()[-1]))


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--python", default=sys.executable, help="whose Paddle is asked")
    given = parser.parse_args(words)
    asked: dict[str, set[str]] = {}
    for folder in given.folders:
        for file in report(folder, []):
            path = folder / file["path"]
            old = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
            if path.suffix != ".py" or file["new"] == old:
                continue
            asked[str(path)] = paddle_names(file["new"]) - paddle_names(old)
            before = undefined(old)
            for message in sorted((undefined(file["new"]) or set()) - before) if before is not None else ():
                print(f"{path}: {message}")
    gone = missing({name for names in asked.values() for name in names}, given.python)
    for file_name, names in asked.items():
        for name in sorted(names & gone):
            print(f"{file_name}: {name}")


if __name__ == "__main__":
    main(sys.argv[1:])

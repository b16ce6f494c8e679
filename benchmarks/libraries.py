"""How many modules of real libraries import: on Paddle alone, or with paddle_compat beside it.

    python benchmarks/libraries.py FOLDER [--plain] [--only NAME] [-o results.csv]

FOLDER holds what `make libraries` downloaded: a folder for each package with its wheel or source archive. Third-party
packages that are not installed are replaced by empty stand-ins, and names that Python and NumPy have dropped since are
put back: what is measured is Paddle's part alone. Every package is imported in a process of its own, forked from one
that has Paddle; nothing is installed.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import json
import os
import re
import signal
import sys
import tarfile
import traceback
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "libraries"))

import stand_ins

OWN = ("paddle", "paddle_compat", "numpy")
LIMIT = 120


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--plain", action="store_true", help="without paddle_compat")
    parser.add_argument("--only", help="packages whose name has this in it")
    parser.add_argument("--only-paddle", action="store_true", help="show the failures that name Paddle only")
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    sys.path.append(str(arguments.folder.resolve() / ".site"))
    prepare(arguments.plain)
    rows = []
    for package in sorted(arguments.folder.iterdir()):
        if package.is_dir() and package.name[0] != "." and (arguments.only or "") in package.name:
            results = measure(package)
            rows.append(summary(package.name, results))
            print(*rows[-1].values(), flush=True)
            show(results, arguments.only_paddle)
    rows.append({"package": "all", **{key: sum(row[key] for row in rows) for key in rows[0] if key != "package"}})
    print(*rows[-1].values())
    if arguments.output:
        with arguments.output.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def prepare(plain: bool) -> None:
    os.environ["PADDLE_COMPAT"] = "0" if plain else "1"
    os.environ["PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"] = "python"  # which reads files of older compilers
    if not plain:
        importlib.import_module("paddle_compat").install()
    for name in OWN[:1] + OWN[2:]:
        importlib.import_module(name)
    stand_ins.put_back()
    for name in ("scipy", "PIL.Image", "matplotlib", "google.protobuf", "requests", "paddle.fluid"):
        with suppress(ImportError):
            importlib.import_module(name)


def summary(name: str, results: dict[str, str]) -> dict[str, Any]:
    failures = [text for text in results.values() if text]
    return {"package": name, "modules": len(results), "imported": len(results) - len(failures),
            "left_to_paddle": sum(names_paddle(text) for text in failures)}


def names_paddle(text: str) -> bool:
    return re.search(r"\bpaddle\.|paddle_compat|fluid", text.split("@")[0].split("(/")[0]) is not None


def show(results: dict[str, str], of_paddle: bool) -> None:
    seen: dict[str, list[str]] = {}
    for module, text in results.items():
        if text and (not of_paddle or names_paddle(text)):
            seen.setdefault(text, []).append(module)
    for text, modules in sorted(seen.items(), key=lambda each: -len(each[1])):
        print(f"    {len(modules):4} {modules[0]}: {text}")


def measure(package: Path) -> dict[str, str]:
    """What each module's import raised, or nothing."""
    with TemporaryDirectory() as folder:
        root = unpack(package, Path(folder))
        waiting = list(modules_of(root))
        tops = {name.split(".")[0] for name in waiting}
        results: dict[str, str] = {}
        while waiting:
            for module, text in in_a_child(root, tops, waiting):
                results[module] = text
            left = [name for name in waiting if name not in results]
            if left:
                results[left[0]] = "the process ended"
            waiting = left[1:]
        return results


def unpack(package: Path, folder: Path) -> Path:
    for archive in package.iterdir():
        if archive.suffix == ".whl" or archive.suffix == ".zip":
            zipfile.ZipFile(archive).extractall(folder)
        else:
            with tarfile.open(archive) as file:
                file.extractall(folder, filter="data")
    inner = [each for each in folder.iterdir() if (each / "setup.py").exists()]
    return inner[0] if inner else folder


def modules_of(root: Path) -> Iterator[str]:
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        names = parts[:-1] if is_package else parts
        if not names or names[-1] == "__main__" or not all(name.isidentifier() for name in names):
            continue
        if names[0] in ("setup", "tests", "test", "examples", "build") or not above_are_packages(root, path):
            continue
        yield ".".join(names)


def above_are_packages(root: Path, path: Path) -> bool:
    inner = path.parent
    while inner != root:
        if not (inner / "__init__.py").exists():
            return False
        inner = inner.parent
    return True


def in_a_child(root: Path, tops: set[str], modules: list[str]) -> Iterator[tuple[str, str]]:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        work(root, tops, modules, write)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as lines:
        for line in lines:
            with suppress(ValueError):
                module, text = json.loads(line)
                yield module, text
    os.waitpid(child, 0)


def work(root: Path, tops: set[str], modules: list[str], write: int) -> None:
    os.chdir(root)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    sys.path.insert(0, str(root))
    sys.argv = [""]
    sys.meta_path.append(stand_ins.Finder({*tops, *OWN}, str(root)))
    for module in modules:
        signal.alarm(LIMIT)
        os.write(write, (json.dumps([module, attempt(module, root)]) + "\n").encode())
    os._exit(0)


def attempt(module: str, root: Path) -> str:
    try:
        importlib.import_module(module)
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        last = [frame for frame in frames if frame.filename.startswith(str(root))][-1:] or frames[-1:]
        place = "".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.line}" for frame in last)
        return f"{type(error).__name__}: {error}".split("\n")[0][:200] + f" @ {place}"
    return ""


if __name__ == "__main__":
    main()

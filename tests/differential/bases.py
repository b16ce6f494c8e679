"""The programs that are dressed anew: static and dygraph ones, of one file and of several."""

from __future__ import annotations

import random
from pathlib import Path

from programs import START, program

HERE = Path(__file__).parent
PROGRAMS = HERE.parent / "programs"
Files = dict[str, str]


def static_programs() -> dict[str, Files]:
    """Those beside this file."""
    found = {path.stem: texts(path) for path in sorted((HERE / "static").iterdir()) if path.stem != "__pycache__"}
    return {name: {**files, "start.py": START} for name, files in found.items()}


def dygraph_programs() -> dict[str, Files]:
    """Those of ``tests/programs`` that start no processes of their own, and some that chance has made."""
    utility = {"utility.py": (PROGRAMS / "utility.py").read_text(encoding="utf-8")}
    paths = [*(PROGRAMS / "legacy").glob("*.py"), *(PROGRAMS / "projects").iterdir()]
    found = {path.stem: {**texts(path), **utility} for path in sorted(paths)}
    whole = {name: files for name, files in found.items() if "main.py" in files and not starts_processes(files)}
    return {**whole, **{f"random {seed}": program(random.Random(seed)) for seed in range(10)}}


def starts_processes(files: Files) -> bool:
    return any("use_multiprocess" in text for text in files.values())


def texts(path: Path) -> Files:
    if path.is_file():
        return {"main.py": path.read_text(encoding="utf-8")}
    return {each.name: each.read_text(encoding="utf-8") for each in sorted(path.glob("*.py"))}

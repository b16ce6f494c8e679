"""What each module of the codemods earns: in how many files of real code it runs, and how much of it (almost) never.

`python benchmarks/earns.py FOLDER...` migrates each folder as one project, in this process, and prints a table: a
module, its lines, the files for which it ran, the lines of its functions that ran for at most two files, for none.
What stands behind `--` goes to the tool: `... FOLDER -- --dygraph`; modules of other commands show 0. What is kept for
all files counts for the first one alone.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

HOUSE = Path(__file__).resolve().parents[1] / "codemods" / "paddle_migrate"
sys.path[:0] = [str(HOUSE.parent), str(HOUSE.parents[1] / "compat")]
_FEW = 2
Ran = dict[tuple[str, int], set[str]]  # files of real code, by a function's module and first line


def ran_for(folders: list[Path], options: list[str]) -> Ran:
    """Which functions of the house ran for which files."""
    from paddle_migrate import cli
    from paddle_migrate.batch import migrating

    ran: Ran = defaultdict(set)
    look_at, now = migrating.look_at, [""]
    house = str(HOUSE)

    def note(frame: FrameType, event: str, arg: Any) -> None:
        code: CodeType = frame.f_code
        if event == "call" and now[0] and code.co_filename.startswith(house):
            ran[code.co_filename, code.co_firstlineno].add(now[0])

    def noted(path: Path, *others: Any) -> Any:
        before, now[0] = now[0], str(path.resolve())
        sys.setprofile(note)  # anew, for what it raises where the stack is full takes it out
        try:
            return look_at(path, *others)
        finally:
            now[0] = before

    migrating.look_at = noted
    try:
        for folder in folders:
            words = ["-q", "-j", "1", "--no-cache", *options]
            os.chdir(folder)
            quiet = contextlib.redirect_stderr(io.StringIO())
            with tempfile.TemporaryDirectory() as out, quiet, contextlib.suppress(SystemExit):
                cli.main([*words, "-o", os.path.join(out, "new"), "."], standalone_mode=False)
    finally:
        sys.setprofile(None)
        migrating.look_at = look_at
    return ran


@dataclass
class Earned:
    """What a module earns; `few` and `never`: lines of functions that ran for at most two files, and for none."""

    module: str
    lines: int
    files: int
    few: int
    never: int


def earned(ran: Ran) -> Iterator[Earned]:
    for path in sorted(HOUSE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        files, few, never = set[str](), 0, 0
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                own = ran.get((str(path), min([node.lineno, *(each.lineno for each in node.decorator_list)])), set())
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                files |= own
                few += lines * (len(own) <= _FEW)
                never += lines * (not own)
        yield Earned(str(path.relative_to(HOUSE)), len(text.splitlines()), len(files), few, never)


def main(words: list[str]) -> None:
    given, options = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    found = sorted(earned(ran_for([Path(each).resolve() for each in given], options)), key=lambda each: -each.few)
    print(f"| module ({sum(each.lines for each in found)} lines) | lines | ran for | lines ≤ {_FEW} | lines 0 |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for each in found:
        print(f"| {each.module} | {each.lines} | {each.files} | {each.few} | {each.never} |")


if __name__ == "__main__":
    main(sys.argv[1:])

"""How much of what the codemods add is helpers: functions and classes that are given to scripts, line by line.

`python benchmarks/helper_lines.py CHECKOUT FOLDER...` runs `paddle-migrate -o` of that checkout over every folder as
one project, and counts the lines that its output has more than the input, how many of them are helpers, in scripts and
in modules of nothing but helpers, and how many helpers stand a second time in one folder of the project or in folders
above it. With `--by-name` it counts them by helper, the most lines first.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "codemods"), str(Path(__file__).resolve().parent)]

from net import run  # noqa: E402
from paddle_migrate.facts.written_here import is_helper  # noqa: E402
from paddle_migrate.project.helper_modules import is_helper_text  # noqa: E402


@dataclass
class Count:
    """Of one project."""

    added: int = 0
    helpers: int = 0
    again: int = 0  # lines of helpers that another file of the same folder, or of one above, has as well
    files: int = 0
    in_scripts: Counter[str] = field(default_factory=Counter)  # lines, by helper
    in_modules: Counter[str] = field(default_factory=Counter)  # the same of those in modules of helpers
    times: Counter[str] = field(default_factory=Counter)

    def add(self, other: Count) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def count(folder: Path, written: dict[str, bytes]) -> Count:
    """Of what a run over the folder wrote."""
    found, places = Count(), dict[str, list[Path]]()
    for name, data in sorted(written.items()):
        old = _text((folder / name).read_bytes()) if (folder / name).is_file() else ""
        new = _text(data)
        names = found.in_modules if is_helper_text(data) else found.in_scripts
        if not name.endswith(".py") or old == new:
            continue
        numbers = _added(old, new)
        found.added += len(numbers)
        lines = 0
        for helper, span in _helpers(new):
            new_lines = len(numbers.intersection(span))
            lines += new_lines
            names[helper] += new_lines
            found.times[helper] += bool(new_lines)
            before = places.setdefault(helper, [])
            here = Path(name).parent
            if new_lines and any(here == each or each in here.parents or here in each.parents for each in before):
                found.again += new_lines
            before += [here] if new_lines else []
        found.helpers += lines
        found.files += lines > 0
    return found


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _added(old: str, new: str) -> set[int]:
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    return {n + 1 for tag, _, _, j, end in matcher.get_opcodes() if tag != "equal" for n in range(j, end)}


def _helpers(text: str) -> Iterator[tuple[str, range]]:
    """Those at the top of a file, with the lines of each and the blank ones above it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and is_helper(node.name, ast.get_docstring(node)):
            yield node.name, range(node.lineno - 2, (node.end_lineno or node.lineno) + 1)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--by-name", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    given = parser.parse_args(words)
    total = Count()
    for folder in given.folders:
        found = count(folder, run(given.checkout, folder, [], given.jobs).written)
        _say(str(folder), found)
        total.add(found)
    _say("all", total)
    if given.by_name:
        print("   all  scripts  modules  times  helper")
        for name, lines in (total.in_scripts + total.in_modules).most_common():
            scripts, modules = total.in_scripts[name], total.in_modules[name]
            print(f"{lines:6} {scripts:8} {modules:8} {total.times[name]:6}  {name}")


def _say(what: str, found: Count) -> None:
    share = 100 * found.helpers / max(1, found.added)
    print(f"{what}: {found.helpers} of {found.added} added lines are helpers ({share:.1f} %), in {found.files} files:"
          f" {found.in_scripts.total()} in scripts, {found.in_modules.total()} in modules of helpers;"
          f" {found.again} stand beside another copy")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Cells of a notebook that are not the notebook's own Python: `%%bash`, `%%writefile train.py`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from paddle_migrate.findings import Finding
from paddle_migrate.formats.magics import speaks_of_fluid

_HEAD = re.compile(r"%%(?P<magic>\S*)(?P<rest>[^\n]*)(?:\n|\Z)")
_SHELLS = ("bash", "sh", "!", "system", "sx", "zsh")
_PYTHONS = ("python", "python3", "pypy")
# other languages: what they hold is none of ours
_OTHERS = (
    "html",
    "javascript",
    "js",
    "latex",
    "markdown",
    "svg",
    "cmd",
    "perl",
    "ruby",
    "R",
    "sql",
    "css",
    "python2",
    "",
)


@dataclass(frozen=True)
class Other:
    """A cell with a magic of its own: its number, the name of the file that its body is like, and where that begins."""

    number: int
    source: str
    start: int
    name: str  # empty: of a kind that nobody knows
    goes_on: bool = False  # is appended to what an earlier cell writes into the file

    @property
    def body(self) -> str:
        return self.source[self.start :]

    @property
    def place(self) -> str:
        return f"cell {self.number}"


def other(number: int, source: str) -> Other:
    """What a cell that begins with `%%` is."""
    head = _HEAD.match(source)
    assert head is not None
    magic, words = head["magic"], head["rest"].split()
    name = ""
    if magic in ("writefile", "file"):
        name = next((w.strip("\"'") for w in words if not w.startswith("-")), "cell.other")
    elif magic == "script":
        magic = words[0].rpartition("/")[2] if words else "python2"
    if magic in _SHELLS:
        name = "cell.sh"
    elif magic in _PYTHONS:
        name = f"cell_{number}.py"
    elif magic in _OTHERS:
        name = "cell.other"
    return Other(number, source, head.end(), name, "-a" in words or "--append" in words)


def files(others: list[Other]) -> list[list[Other]]:
    """The cells, those together that write one after the other into the same file."""
    found: list[list[Other]] = []
    last: dict[str, list[Other]] = {}
    for cell in others:
        if cell.goes_on and cell.name in last:
            last[cell.name].append(cell)
        else:
            last[cell.name] = [cell]
            found.append(last[cell.name])
    return found


Migrate = Callable[[str, str, int], tuple[str, list[Finding]]]


def unknown(cell: Other) -> list[Finding]:
    """What is to be said of a cell of a kind that nobody knows."""
    if cell.name or not speaks_of_fluid(cell.body):
        return []
    line = next((n for n, text in enumerate(cell.source.splitlines(), 1) if speaks_of_fluid(text)), 1)
    magic = cell.source.split(maxsplit=1)[0]
    return [Finding(line, "PM337", magic, "what this magic runs is not known; left as it was", cell.place)]

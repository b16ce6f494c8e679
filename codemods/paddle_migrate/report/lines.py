"""A file's text as the lines that a reader sees; of a notebook, the code cells."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass


def split(text: str) -> list[str]:
    """The lines without their ends, counted as findings count them; a form feed is no line end."""
    lines = re.split(r"\r\n|\n|\r", text)
    return lines if lines[-1] else lines[:-1]


@dataclass(frozen=True)
class Line:
    """A line, its number, and the piece of the file in which that number counts; number 0 is a piece's headline."""

    text: str
    number: int
    place: str = ""


def shown(path: str, text: str) -> list[Line]:
    if path.lower().endswith(".ipynb"):
        try:
            return _cells(text)
        except (ValueError, KeyError, TypeError, RecursionError):
            pass  # not a notebook after all: shown as it is
    return [Line(line, number) for number, line in enumerate(split(text), 1)]


def _cells(text: str) -> list[Line]:
    lines: list[Line] = []
    for count, cell in enumerate(json.loads(text)["cells"], 1):
        if cell["cell_type"] == "code":
            place, source = f"cell {count}", cell["source"]
            lines.append(Line(f"# {place}", 0, place))
            code = source if isinstance(source, str) else "".join(source)
            lines += [Line(line, number, place) for number, line in enumerate(split(code), 1)]
    return lines

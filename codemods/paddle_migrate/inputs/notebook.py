"""Jupyter notebooks: code cells only, one name space across them; every other byte of the file stays."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]

from paddle_migrate.api import Result
from paddle_migrate.findings import Finding
from paddle_migrate.inputs.pieces import Piece, migrate_pieces
from paddle_migrate.project import Project
from paddle_migrate.script import Options

_MAGIC = re.compile(r"^(\s*)((?:%|!|\?)[^\n]*|[\w.]+\?{1,2}[ \t]*)$", re.MULTILINE)
_ASSIGNED_MAGIC = re.compile(r"^(\s*\w+\s*=\s*)([%!][^\n]*)$", re.MULTILINE)
# cell magics after which the cell is Python all the same
_PYTHON_CELL = ("%%time", "%%timeit", "%%capture", "%%prun")
_STAND_IN = "0  # __magic_{}__"


@dataclass(frozen=True)
class _Cell:
    """A code cell: its number (from 1), its source, and where the value of "source" lies in the file."""

    number: int
    source: str
    start: int
    end: int


def migrate_notebook(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Migrate the code cells of a notebook's JSON text."""
    del project
    if "paddle" not in text:
        return Result(text)
    try:
        cells = _code_cells(text)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        return Result(text, [Finding(0, "PM901", "", f"not a notebook: {error}")])
    magics: list[str] = []
    python = [c for c in cells if not c.source.startswith("%%") or c.source.startswith(_PYTHON_CELL)]
    pieces = [Piece(_hide(c.source, magics), f"cell {c.number}") for c in python]
    # a notebook is one process: no spawn
    target = (options or Options()).target
    new_texts, findings = migrate_pieces(pieces, filename, Options(target, "launch"))
    new = text
    for cell, piece, new_text in reversed(list(zip(python, pieces, new_texts, strict=True))):
        if new_text != piece.text:
            value = _written(_shown(new_text, magics), text[cell.start : cell.end])
            new = new[: cell.start] + value + new[cell.end :]
    return Result(new, findings, new != text)


def _hide(source: str, magics: list[str]) -> str:
    """The cell as Python: magics and shell lines become numbered stand-ins."""

    def hidden(match: re.Match[str]) -> str:
        magics.append(match[2])
        return match[1] + _STAND_IN.format(len(magics) - 1)

    return _MAGIC.sub(hidden, _ASSIGNED_MAGIC.sub(hidden, source))


def _shown(text: str, magics: list[str]) -> str:
    return re.sub(r"0  # __magic_(\d+)__", lambda m: magics[int(m[1])], text)


def _written(source: str, old: str) -> str:
    """A cell's source as JSON, written as the old value was: one string, or a list of lines and its indentation."""
    ascii_only = not re.search(r"[^\x00-\x7f]", old) and "\\u" in old
    if not old.startswith("["):
        return json.dumps(source, ensure_ascii=ascii_only)
    lines = [json.dumps(line, ensure_ascii=ascii_only) for line in source.splitlines(keepends=True)]
    space = re.match(r"\[(\s*)", old)
    tail = re.search(r"(\s*)\]$", old)
    if space is None or tail is None or not lines:
        return "[" + ", ".join(lines) + "]"
    between = "," + (space[1] if "\n" in space[1] else " ")
    return "[" + space[1] + between.join(lines) + tail[1] + "]"


def _code_cells(text: str) -> list[_Cell]:
    document = json.loads(text)
    spans = _Spans(text).find()
    cells = document["cells"]
    found = []
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] == "code" and number - 1 in spans:
            source = cell["source"]
            joined = source if isinstance(source, str) else "".join(source)
            found.append(_Cell(number, joined, *spans[number - 1]))
    return found


class _Spans:
    """Reads JSON only to learn where the values of `cells[i].source` lie; the text is known to be valid."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[int, tuple[int, int]] = {}

    def find(self) -> dict[int, tuple[int, int]]:
        self._value(())
        return self.found

    def _space(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t\r\n":
            self.at += 1

    def _value(self, path: tuple[str | int, ...]) -> None:
        self._space()
        start, first = self.at, self.text[self.at]
        if first == "{":
            self._members(path)
        elif first == "[":
            self._elements(path)
        elif first == '"':
            _, self.at = scanstring(self.text, self.at + 1)
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]} \t\r\n":
                self.at += 1
        if len(path) == 3 and path[0] == "cells" and path[2] == "source" and isinstance(path[1], int):
            self.found[path[1]] = (start, self.at)

    def _members(self, path: tuple[str | int, ...]) -> None:
        self.at += 1
        self._space()
        while self.text[self.at] != "}":
            key, self.at = scanstring(self.text, self.at + 1)
            self._space()
            self.at += 1  # the colon
            self._value((*path, key))
            self._next()
        self.at += 1

    def _elements(self, path: tuple[str | int, ...]) -> None:
        self.at += 1
        self._space()
        index = 0
        while self.text[self.at] != "]":
            self._value((*path, index))
            index += 1
            self._next()
        self.at += 1

    def _next(self) -> None:
        self._space()
        if self.text[self.at] == ",":
            self.at += 1
            self._space()

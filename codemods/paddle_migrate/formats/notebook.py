"""Jupyter notebooks: code cells, with one name space across them, and code in the others; every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from paddle_migrate.findings import Finding
from paddle_migrate.formats import docstrings
from paddle_migrate.formats.blocks import markdown
from paddle_migrate.formats.cells import Other, files, other, unknown
from paddle_migrate.formats.documents import migrate_document
from paddle_migrate.formats.magics import Magics, is_python, speaks_of_fluid
from paddle_migrate.formats.pieces import Piece, migrate_pieces
from paddle_migrate.formats.shell import migrate_commands
from paddle_migrate.formats.skips import is_skipped
from paddle_migrate.formats.texts import migrator
from paddle_migrate.options import Options
from paddle_migrate.outcome import Result
from paddle_migrate.project.project import Project
from paddle_migrate.reasons import By, Origins
from paddle_migrate.text.parsing import SourceError, python_error

_OLD = "a notebook of version {}, which jupyter nbconvert --to notebook --nbformat 4 brings to 4"


@dataclass(frozen=True)
class _Cell:
    """A cell: its number (from 1), its source, where the value of "source" lies in the file, and whether it is code."""

    number: int
    source: str
    start: int
    end: int
    is_code: bool

    @property
    def place(self) -> str:
        return f"cell {self.number}"


def migrate_notebook(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Migrate the cells of a notebook's JSON text."""
    if "paddle" not in text and "fluid." not in text:
        return Result(text)
    try:
        cells = _cells(text)
    except SourceError as error:
        return Result(text, [Finding(error.line, error.code, "", str(error))])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        return Result(text, [Finding(0, "PM901", "", f"not a notebook: {error}")])
    if any(is_skipped(c.source) for c in cells):
        return Result(text)
    migration = _Migration(cells, filename, options or Options(), project)
    values = {
        cell.number: _written(migration.new[cell.number], text[cell.start : cell.end])
        for cell in cells
        if migration.new[cell.number] != cell.source
    }
    new = text
    for cell in reversed(cells):
        if cell.number in values:
            new = new[: cell.start] + values[cell.number] + new[cell.end :]
    origins = _origins(text, cells, values, migration.origins) if options is not None and options.why else None
    return Result(new, migration.findings, new != text, origins)


def _origins(text: str, cells: list[_Cell], values: dict[int, str], of_cells: dict[int, Origins]) -> Origins:
    """Who changed which line of the file, by who changed which of a cell."""
    found = Origins(otherwise=By("code in other files"))
    moved = 0
    for cell in cells:
        old, line = text[cell.start : cell.end], text.count("\n", 0, cell.start) + 1
        new, known = values.get(cell.number, old), of_cells.get(cell.number, Origins())
        for number, by in known.old.items():
            found.old.setdefault(line + _in_value(old, number), []).extend(by)
        for number, by in known.new.items():
            found.new.setdefault(line + moved + _in_value(new, number), []).extend(by)
        moved += new.count("\n") - old.count("\n")
    return found


def _in_value(value: str, number: int) -> int:
    """How many lines of the file behind the first of a value a line of a cell stands: each has its own in a list."""
    return number if value.startswith("[") and "\n" in value else 0


class _Migration:
    """The cells' new sources, by their numbers, and what is to be said of them."""

    def __init__(self, cells: list[_Cell], filename: str, options: Options, project: Project | None) -> None:
        self.filename, self.options, self.project = filename, options, project
        self.new = {cell.number: cell.source for cell in cells}
        self.findings: list[Finding] = []
        self.origins: dict[int, Origins] = {}  # of cells, by their numbers and their own lines
        self._cell: _Cell | None = None  # whose commands are read
        codes = [c for c in cells if c.is_code]
        self._python([c for c in codes if is_python(c.source)])
        others = [other(c.number, c.source) for c in codes if not is_python(c.source)]
        self._launched = "\n".join(c.source for c in codes if "paddle.distributed.launch" in c.source)
        for file in files(others):
            self._file(file)
        for cell in cells:
            if not cell.is_code:
                self._prose(cell)
        order = {cell.number: place for place, cell in enumerate(cells)}
        self.findings.sort(key=lambda f: (order.get(int(f.place[5:] or 0), -1), f.line))

    def _python(self, cells: list[_Cell]) -> None:
        """The notebook's own program."""
        magics = Magics(self._command)
        pieces: list[Piece] = []
        for cell in cells:
            self._cell = cell
            pieces.append(Piece(magics.hide(cell.source), cell.place))
        # a notebook is one process: no spawn
        options = Options(self.options.target, "launch", why=self.options.why)
        new_texts, findings, origins = migrate_pieces(pieces, self.filename, options, also=(docstrings.rewrite,))
        for cell, new in zip(cells, new_texts, strict=True):
            self.new[cell.number] = magics.show(new)
        self.origins |= {cells[number].number: each for number, each in origins.items()}
        self._program = "".join(piece.text.rstrip("\n") + "\n" for piece in pieces)
        said = {(f.place, f.line) for f in self.findings if f.code == "PM337"}
        self.findings += [f for f in findings if f.code != "PM305" or (f.place, f.line) not in said]

    def _prose(self, cell: _Cell) -> None:
        """A cell of Markdown: code blocks in it are excerpts of the notebook's program."""
        options = Options(self.options.target, "launch")
        result = migrate_document(
            cell.source, self.filename, options, self.project, markdown, (docstrings.rewrite,), self._program
        )
        self.new[cell.number] = result.text
        self.findings += [f._replace(place=cell.place) for f in result.findings]

    def _command(self, command: str, uses_fluid: bool) -> str:
        """A line of a cell that a shell or a magic reads."""
        assert self._cell is not None
        line = self._cell.source[: max(self._cell.source.find(command), 0)].count("\n") + 1
        new, found = migrate_commands(command, Path(self.filename), self.options, self.project, line)
        self.findings += [f._replace(place=self._cell.place) for f in found]
        if uses_fluid:
            name = command.split(maxsplit=1)[0]
            text = "what follows uses fluid and is not read; left as it was"
            self.findings.append(Finding(line, "PM337", name, text, self._cell.place))
        return new

    def _file(self, cells: list[Other]) -> None:
        """Cells that are a file of their own: what a shell runs, a script that is written."""
        name = cells[0].name
        if not name:
            self.findings += unknown(cells[0])
        elif name.endswith(".py"):
            self._script(cells)
        else:
            self._text(cells, name)

    def _script(self, cells: list[Other]) -> None:
        pieces = [Piece(c.body, c.place, 2) for c in cells]
        wrong = {c.place: python_error(c.body) for c in cells}
        started = re.escape(cells[0].name.rpartition("/")[2])
        launched = re.search(rf"(?<![\w-]){started}(?!\w)", self._launched) is not None
        launcher = "launch" if launched else self.options.launcher
        new_texts, findings, _ = migrate_pieces(
            pieces, self.filename, Options(self.options.target, launcher), strict=False, also=(docstrings.rewrite,)
        )
        self.findings += findings
        for cell, new in zip(cells, new_texts, strict=True):
            self.new[cell.number] = cell.source[: cell.start] + new
            error = wrong[cell.place]
            if error is not None and speaks_of_fluid(cell.body):
                line = error.line + 1 if error.line else 2
                self.findings.append(Finding(line, "PM338", cell.name, f"left as it was: {error}", cell.place))

    def _text(self, cells: list[Other], name: str) -> None:
        migrate = migrator(name)
        for cell in cells if migrate is not None else ():
            assert migrate is not None
            path = str(Path(self.filename).with_name(name.rpartition("/")[2]))
            result = migrate(cell.body, path, self.options, self.project or Project())
            self.new[cell.number] = cell.source[: cell.start] + result.text
            self.findings += [f._replace(line=f.line + 1, place=cell.place) for f in result.findings]


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


def cells_of(text: str) -> Any:
    """What a notebook's JSON text holds. Raises SourceError, or ValueError for what is no JSON."""
    document = json.loads(text)
    if not isinstance(document, dict) or not {"cells", "worksheets"} & document.keys():
        raise SourceError("not a notebook: it has no cells")
    if not document.get("cells") and "worksheets" in document:
        raise SourceError(_OLD.format(document.get("nbformat", 3)))
    return document["cells"]


def _cells(text: str) -> list[_Cell]:
    cells = cells_of(text)
    spans = _Spans(text).find()
    found: list[_Cell] = []
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] in ("code", "markdown") and number - 1 in spans:
            source = cell["source"]
            joined = source if isinstance(source, str) else "".join(source)
            found.append(_Cell(number, joined, *spans[number - 1], cell["cell_type"] == "code"))
    return found


class _Spans:
    """Reads JSON only to learn where the values of `cells[i].source` lie; the text is known to be valid."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self._string: Callable[[str, int], tuple[str, int]] = scanstring
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
            _, self.at = self._string(self.text, self.at + 1)
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]} \t\r\n":
                self.at += 1
        if len(path) == 3 and path[0] == "cells" and path[2] == "source" and isinstance(path[1], int):
            self.found[path[1]] = (start, self.at)

    def _members(self, path: tuple[str | int, ...]) -> None:
        self.at += 1
        self._space()
        while self.text[self.at] != "}":
            key, self.at = self._string(self.text, self.at + 1)
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

"""The files that are open in an editor, and what the tool says of them: all that knows nothing of the protocol.

As somebody types in a file, what the others say stays as it was when a file was last saved or rewritten: to follow
values through a whole project anew takes seconds, and the text of one file a tenth of one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import click

from paddle_migrate.arguments import Asked
from paddle_migrate.batch.finding import Walk
from paddle_migrate.choosing import REST
from paddle_migrate.cli import main
from paddle_migrate.config import load_config
from paddle_migrate.explain.command import explain
from paddle_migrate.findings import Finding, is_wanted, listed
from paddle_migrate.formats import migrate_unknown, migrator
from paddle_migrate.options import Options
from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files
from paddle_migrate.project.interest import is_of_interest
from paddle_migrate.project.project import Project
from paddle_migrate.reasons import Units
from paddle_migrate.text.parsing import SourceError

_DOTTED = re.compile(r"\w+(?:\.\w+)*")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_FLUID = re.compile(r"(?:paddle\.)?fluid\.")
_SHOWN = 4


@dataclass(frozen=True)
class Choice:
    """A rewrite that can be had by itself: what it is called, and what of the file it is."""

    title: str
    only: tuple[str, ...]
    line: int = 0


@dataclass
class Desk:
    """The files of a folder, or of none, each for itself."""

    folder: Path | None
    texts: dict[Path, bytes] = field(default_factory=dict[Path, bytes])
    _project: Project | None = None
    _known: dict[Path, Outcome] = field(default_factory=dict[Path, Outcome])

    def put(self, path: Path, text: str) -> None:
        """What a file holds in the editor now."""
        self.texts[path] = text.encode("utf-8", "surrogateescape")
        self._known.pop(path, None)
        if self._project is not None:
            self._project.read_anew(path)

    def open(self, path: Path, text: str) -> None:
        """A file is opened; where it is what the others know of it, they are not asked anew."""
        self.put(path, text)
        try:
            is_known = self._project is not None and path in self._project.paths and self._on_disk(path) == text
        except SourceError:
            is_known = False
        if not is_known:
            self.look_around()

    @staticmethod
    def _on_disk(path: Path) -> str:
        return files.decode(files.read_bytes(path), is_python=path.suffix == ".py").text

    def close(self, path: Path) -> None:
        self.texts.pop(path, None)
        self.look_around()

    def look_around(self) -> None:
        """Forget what all other files said."""
        self._project = None
        self._known.clear()
        self.__dict__.pop("asked", None)

    @cached_property
    def asked(self) -> Asked:
        """What pyproject.toml asks for. Raises click.UsageError for one that is wrong."""
        options = [each for each in main.params if isinstance(each, click.Option)]
        given = load_config(options, self.folder) if self.folder is not None else {}
        return Asked(**click.Command.make_context(main, "paddle-migrate", ["."], default_map=given).params)

    def look(self, path: Path) -> Outcome:
        """What is to be said of an open file, and what it would become."""
        if path not in self._known:
            try:
                self._known[path] = self._rewritten(path, self.options)
            except Exception:  # a neighbour still knows the file as it was; the next look starts from nothing
                if self._project is None:
                    raise
                self.look_around()
                self._known[path] = self._rewritten(path, self.options)
        return self._known[path]

    @property
    def options(self) -> Options:
        return replace(self.asked.options, why=True)

    def rewritten(self, path: Path, choice: Choice) -> str:
        """The open file with what was chosen of its rewrites, as the command line would make it."""
        self.look_around()
        return self._rewritten(path, replace(self.options, only=choice.only, line=choice.line)).new

    def _rewritten(self, path: Path, options: Options) -> Outcome:
        raw = self.texts[path]
        text = raw.decode("utf-8", "surrogateescape")
        if self._project is None:
            self._project = self._made(path)
        if not is_of_interest(path, raw, self._project):
            return Outcome(str(path), text, text)
        result = (migrator(str(path)) or migrate_unknown)(text, str(path), options, self._project)
        found = [each for each in result.findings if is_wanted(each, self.asked.select, self.asked.ignore)]
        return Outcome(str(path), text, result.text, found, result.origins)

    def _made(self, path: Path) -> Project:
        if self.folder is None:
            return Project([path], [path], self.texts)
        walk = Walk([self.folder], self.asked.include, self.asked.exclude)
        return Project(walk.files(), [self.folder], self.texts)

    def choices(self, path: Path, first: int, last: int) -> list[Choice]:
        """What of the file can be rewritten from these lines: a call, what leans on one another, all."""
        outcome = self.look(path)
        if not outcome.changed:
            return []
        units = outcome.origins.units if outcome.origins is not None else Units()
        here = [each for each in outcome.findings if first <= each.line <= last]
        calls = {(each.line, each.name): None for each in here if each.name in units.functions}
        found = [Choice(f"rewrite this call: {name}", (name,), line) for line, name in calls]
        if units.functions and any(each.name in units.rest for each in here):
            found.append(Choice(f"rewrite all that leans on one another: {listed(units.rest, _SHOWN)}", (REST,)))
        return [*found, Choice("rewrite this file", ())]

    def about(self, path: Path, line: int, column: int) -> str:
        """What the name at a place of the file is today; empty where it is no legacy name."""
        outcome = self.look(path)
        text = line_at(lines_of(outcome.old), line)
        words = (each for each in _DOTTED.finditer(text) if each.start() <= column <= each.end())
        word = next(words, None)
        if word is None:
            return ""
        last = word[0].rpartition(".")[2]
        here = (each.name for each in outcome.findings if each.line == line)
        names = dict.fromkeys(name for name in here if last in name.split("."))
        if not names and _FLUID.match(word[0]):
            names[word[0]] = None
        return "\n\n".join(filter(None, map(explain, names)))


def place(lines: list[str], finding: Finding) -> tuple[int, int]:
    """The columns of its line between which what a finding is about stands."""
    text, last = line_at(lines, finding.line), finding.name.rpartition(".")[2]
    for word in _DOTTED.finditer(text):
        if last in word[0].split("."):
            return word.start(), word.end()
    return len(text) - len(text.lstrip()), len(text.rstrip())


def lines_of(text: str) -> list[str]:
    """As editors count them."""
    return _LINE.findall(text)


def line_at(lines: list[str], line: int) -> str:
    return lines[line - 1] if 0 < line <= len(lines) else ""

"""For people at a terminal: findings by file, each with its line of code, below them one line on how far it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from paddle_migrate.chinese.sentences import said
from paddle_migrate.codes import Level
from paddle_migrate.report.lines import shown
from paddle_migrate.report.repeats import Told
from paddle_migrate.streams import silence, visible
from paddle_migrate.terminal.screen import Screen

T = TypeVar("T")
_STYLES: dict[Level, str] = {"rewritten": "green", "note": "cyan", "person": "yellow", "error": "red"}
_FEW = 20  # files that nobody waits for


class Grouped(Screen):
    """`waits`: the run prints no diff, so that somebody waits for its end."""

    def __init__(self, painted: bool, colour: bool, waits: bool) -> None:
        super().__init__(painted)
        self.console = Console(stderr=True, highlight=False, emoji=False, no_color=not colour,
                               color_system=None if not colour else "auto" if sys.stderr.isatty() else "standard")
        self.waits = waits

    def findings(self, path: str, findings: list[Told], text: str = "") -> None:
        if not findings:
            return
        code = {(line.place, line.number): line.text for line in shown(path, text)}
        with _taken():
            self.console.print(Text(visible(path), "bold"))
            for told in findings:
                self._one(told, code.get((told.finding.place, told.finding.line), ""))

    def _one(self, told: Told, line: str) -> None:
        finding = told.finding
        where = f"{finding.place} {finding.line or ''}".strip()
        head = Text.assemble((visible(where).rjust(5), "dim"), "  ", (said(finding.level), _STYLES[finding.level]),
                             f" {finding.code}", (f"  {visible(said(finding.name))}" if finding.name else "", "bold"))
        self.console.print(head)
        if line.strip():
            self.console.print(Text(f"       {visible(line.strip())}", "dim"), no_wrap=True, overflow="ellipsis")
        self.console.print(Padding(Text(visible(said(finding.message) + told.elsewhere)), (0, 0, 0, 7)))

    def say(self, *lines: str) -> None:
        with _taken():
            for line in lines:
                self.console.print(Text(visible(said(line))), soft_wrap=True)

    def counting(self, results: Iterator[T], total: int) -> Iterator[T]:
        if total < _FEW or not self.waits or not self.console.is_terminal or os.environ.get("TERM") == "dumb":
            yield from results
            return
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=self.console, transient=True, redirect_stdout=False) as progress:
            yield from progress.track(results, total, description=said("files"))


@contextmanager
def _taken() -> Iterator[None]:
    """When standard error takes no more, the work goes on in silence."""
    try:
        yield
    except OSError:
        silence(sys.stderr)

"""Plain lines, as programs and logs read them: one finding, one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import click

from paddle_migrate import streams
from paddle_migrate.report.repeats import Told

T = TypeVar("T")
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


class Screen:
    """What is said goes to standard error, the diff to standard output, in git's colours where `painted`."""

    def __init__(self, painted: bool = False) -> None:
        self.painted = painted

    def findings(self, path: str, findings: list[Told], text: str = "") -> None:
        """`text`: the file's own, from which the lines that findings are about can be shown."""
        if findings:
            streams.say(*(finding.show(path) for finding in findings))

    def say(self, *lines: str) -> None:
        streams.say(*lines)

    def would_change(self, path: str) -> None:
        """Of a file whose diff is not shown."""
        self.say(f"would change: {path}")

    def diff(self, data: bytes, encoding: str) -> None:
        """A unified diff in the file's own encoding."""
        streams.put(data, encoding, _paint if self.painted else None)

    def counting(self, results: Iterator[T], total: int) -> Iterator[T]:
        """The results as they come, with a word on how far it is where somebody looks on."""
        return results


class Silent(Screen):
    """Findings and diffs are handed over in another form."""

    def findings(self, path: str, findings: list[Told], text: str = "") -> None:
        pass

    def would_change(self, path: str) -> None:
        pass

    def diff(self, data: bytes, encoding: str) -> None:
        pass


def _paint(line: str) -> str:
    """A line of a diff."""
    if line.startswith(("--- ", "+++ ")):
        return click.style(line, bold=True)
    colour = _COLOURS.get(line[:1])
    return click.style(line, fg=colour) if colour else line

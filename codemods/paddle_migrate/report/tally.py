"""Counts that every report shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import get_args

from paddle_migrate.codes import CODES, Level
from paddle_migrate.findings import Finding, levels
from paddle_migrate.outcome import Outcome

LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True)
class Tally:
    """How many findings of each level one file or a whole run has."""

    rewritten: int = 0
    note: int = 0
    person: int = 0
    error: int = 0

    @property
    def left(self) -> int:
        return self.person + self.error

    @property
    def references(self) -> int:
        """Uses of the old API that were rewritten or left. Notes are about uses that are among these already."""
        return self.rewritten + self.person

    @property
    def percent(self) -> int:
        """The share of references that are done, rounded down: 100 means all."""
        return 100 * self.rewritten // self.references if self.references else 100


def tally(*outcomes: Outcome) -> Tally:
    return tally_of(finding for outcome in outcomes for finding in outcome.findings)


def tally_of(findings: Iterable[Finding]) -> Tally:
    found = Counter(levels(findings))
    return Tally(found["rewritten"], found["note"], found["person"], found["error"])


def title(code: str) -> str:
    return CODES[code].title if code in CODES else code


def tool_version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # a tenth of a start, and most runs write no report

    try:
        return version("paddle-migrate")
    except PackageNotFoundError:
        return "unknown"


def posix(path: str) -> str:
    """The path with forward slashes on every system."""
    return PurePath(path).as_posix()

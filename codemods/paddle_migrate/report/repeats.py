"""Findings that say the same: in a file one for all their lines, a note in the first file of a run alone, and what is
long to say of others in full in the first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from paddle_migrate.chinese.sentences import said
from paddle_migrate.findings import Finding, listed

_SHOWN = 3  # places of a note that are named at the end
_LONG = 160  # signs of a message that is not read twice

What = tuple[str, str, str]


class Told(NamedTuple):
    """A finding, and where else in its file the same holds."""

    finding: Finding
    also: list[str]

    @property
    def elsewhere(self) -> str:
        """What is put behind the finding's message."""
        also = ", ".join(self.also)
        return f" {said(f'(also {also})')}" if also else ""

    def show(self, path: str) -> str:
        """One line, as `Finding.show` has it."""
        return self.finding.show(path) + self.elsewhere


@dataclass
class Repeats:
    """Those of a run. `all`: every place has a line of its own."""

    all: bool
    _elsewhere: dict[What, list[str]] = field(default_factory=dict[What, "list[str]"])
    _first: dict[What, str] = field(default_factory=dict[What, str])

    def told(self, path: str, findings: Iterable[Finding]) -> list[Told]:
        """What is to be shown of a file's findings, in their order."""
        if self.all:
            return [Told(finding, []) for finding in findings]
        found: dict[What, Told] = {}
        for finding in findings:
            what = (finding.code, finding.name, finding.message)
            if what in found:
                found[what].also.append(f"{finding.place}:{finding.line}".lstrip(":"))
            elif finding.level == "note" and what in self._elsewhere:
                self._elsewhere[what].append(f"{path}:{finding.line}")
                continue
            elif what in self._first and len(finding.message) > _LONG:
                found[what] = Told(finding._replace(message=f"as at {self._first[what]}"), [])
            else:
                found[what] = Told(finding, [])
        for what, told in found.items():
            self._elsewhere.setdefault(what, [])
            self._first.setdefault(what, f"{path}:{told.finding.line}")
        return list(found.values())

    def rest(self) -> list[str]:
        """Where else notes hold that were shown once."""
        often = [(code, name, places) for (code, name, _), places in self._elsewhere.items() if places]
        if not often:
            return []
        lines = [f"  {code} {said(name)}: {said(listed(places, _SHOWN))}" for code, name, places in often]
        return ["the same note holds in other files, too (--verbose shows each):", *lines]

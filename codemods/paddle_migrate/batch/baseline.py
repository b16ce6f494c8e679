"""What was there before: a report of an earlier run, beside which only what is new counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files
from paddle_migrate.report.tally import posix
from paddle_migrate.text.parsing import SourceError

_COUNTED = ("rewritten", "person")
_Key = tuple[str, str, str]  # file, code, legacy name: lines move


class Baseline:
    """Read from a report that ``--report FILE.json`` wrote. Raises ValueError, with words for the user, where it is
    none."""

    def __init__(self, path: Path) -> None:
        self._known: Counter[_Key] = Counter()
        self._changed: set[str] = set()
        try:
            document = json.loads(files.read(path).text)
            for file in document["files"]:
                self._read(file)
        except SourceError as error:
            raise ValueError(f"{path}: {error}") from None
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ValueError(f"{path}: not a report that --report FILE.json wrote") from None

    def _read(self, file: dict[str, Any]) -> None:
        path = str(file["path"])
        if file["changed"]:
            self._changed.add(path)
        for finding in file["findings"]:
            if finding["level"] in _COUNTED:
                self._known[path, str(finding["code"]), str(finding["name"])] += 1

    def new(self, outcomes: Iterable[Outcome]) -> list[str]:
        """A line for each use of the old API that was not there, and for each file that would not have changed."""
        lines: list[str] = []
        for outcome in outcomes:
            path, seen = posix(outcome.path), Counter[_Key]()
            before = len(lines)
            for finding in outcome.findings:
                key = path, finding.code, finding.name
                seen[key] += finding.level in _COUNTED
                if finding.level in _COUNTED and seen[key] > self._known[key]:
                    lines.append(f"new: {finding.show(outcome.path)}")
            if outcome.changed and path not in self._changed and len(lines) == before:
                lines.append(f"new: {outcome.path}: would change")
        return lines

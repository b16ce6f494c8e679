"""What was there before: a report of an earlier run, beside which only what is new counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files
from paddle_migrate.report import as_json
from paddle_migrate.report.as_json import findings_of
from paddle_migrate.report.tally import posix
from paddle_migrate.text.parsing import SourceError

_COUNTED = ("rewritten", "person")
_Key = tuple[str, str, str]  # file, code, legacy name: lines move


class Baseline:
    """Read from a report that ``--report FILE.json`` wrote. Raises ValueError, with words for the user, where it is
    none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._files: list[dict[str, Any]] = []
        self._known: Counter[_Key] = Counter()
        self._changed: set[str] = set()
        try:
            document = json.loads(files.read(path).text)
            self._files = list(document["files"])
            for file in self._files:
                self._read(file)
        except SourceError as error:
            raise ValueError(f"{path}: {error}") from None
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ValueError(f"{path}: not a report that --report FILE.json wrote") from None

    def _read(self, file: dict[str, Any]) -> None:
        path = str(file["path"])
        if file["changed"]:
            self._changed.add(path)
        for finding in findings_of(file):
            if finding.level in _COUNTED:
                self._known[path, finding.code, finding.name] += 1

    def fresh(self, outcomes: Iterable[Outcome]) -> list[Outcome]:
        """Of each file what is new: the uses of the old API that were not there, errors, and whether it changes where
        it did not."""
        found: list[Outcome] = []
        for outcome in (each for each in outcomes if not each.is_made):
            path, (_, new) = posix(outcome.path), self._parted(outcome)
            errors = [finding for finding in outcome.findings if finding.level == "error"]
            text = outcome.old if path in self._changed and not new else outcome.new
            found.append(replace(outcome, findings=[*new, *errors], new=text))
        return found

    def new(self, outcomes: Iterable[Outcome]) -> list[str]:
        """A line for each use of the old API that was not there, and for each file that would not have changed."""
        lines: list[str] = []
        for outcome in self.fresh(outcomes):
            uses = [f"new: {f.show(outcome.path)}" for f in outcome.findings if f.level in _COUNTED]
            lines += uses or ([f"new: {outcome.path}: would change"] if outcome.changed else [])
        return lines

    def _parted(self, outcome: Outcome) -> tuple[list[Finding], list[Finding]]:
        """What was there, with all that is not counted, and the uses of the old API that were not."""
        path, seen = posix(outcome.path), Counter[_Key]()
        known: list[Finding] = []
        new: list[Finding] = []
        for finding in outcome.findings:
            key = path, finding.code, finding.name
            seen[key] += finding.level in _COUNTED
            (new if finding.level in _COUNTED and seen[key] > self._known[key] else known).append(finding)
        return known, new

    def is_of_others(self, outcomes: Iterable[Outcome]) -> bool:
        """Whether it has none of the files: it was made in another folder, as a rule."""
        return {posix(outcome.path) for outcome in outcomes}.isdisjoint(str(file["path"]) for file in self._files)

    def gone(self, outcomes: Iterable[Outcome]) -> int:
        """How many uses of the old API that were there are no longer, in the files that were looked at and in those
        that are not there any more."""
        return self._count(self._files) - self._count(self._shrunk(list(outcomes)))

    def shrink(self, outcomes: Iterable[Outcome]) -> None:
        """Write it anew without what is gone; nothing is added. Raises SourceError where it cannot be written."""
        text = as_json.document(self._shrunk(list(outcomes)))
        files.write(self.path, text.encode("utf-8", "backslashreplace"))

    def _shrunk(self, outcomes: list[Outcome]) -> list[dict[str, Any]]:
        found = {posix(outcome.path): outcome for outcome in outcomes}
        if self.is_of_others(outcomes):
            return self._files  # whether its files are there cannot be told
        kept = [file for file in self._files if str(file["path"]) not in found and Path(str(file["path"])).exists()]
        for file in self._files:
            path = str(file["path"])
            if path in found:
                now = as_json.file(replace(found[path], findings=self._parted(found[path])[0]))
                is_less = now["changed"] < file["changed"] or self._count([now]) < self._count([file])
                kept.append({**now, "changed": now["changed"] and file["changed"]} if is_less else file)
        return sorted(kept, key=lambda file: str(file["path"]))

    @staticmethod
    def _count(found: list[dict[str, Any]]) -> int:
        return sum(finding.level in _COUNTED for file in found for finding in findings_of(file))

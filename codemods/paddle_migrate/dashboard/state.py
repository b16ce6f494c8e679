"""How far each file is, and who touched it last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paddle_migrate.batch.git import ask
from paddle_migrate.report.as_json import findings_of
from paddle_migrate.report.tally import Tally, tally_of

_OF_PROGRAMS = ("PM119", "PM235", "PM333")  # what is said of static graphs alone


@dataclass(frozen=True)
class State:
    """A file with old code: whether it is a static program, what is done and left of it, the codes of what is left
    with their numbers, the last commit's author and day (empty where nobody knows)."""

    path: str
    is_program: bool
    tally: Tally
    left: tuple[tuple[str, int], ...]
    author: str = ""
    day: str = ""

    @property
    def whole(self) -> bool:
        return not self.tally.left


def states(found: Iterable[dict[str, Any]]) -> list[State]:
    """Of a report's files those with old code, what waits longest for most first."""
    every = [_state(each) for each in found if each["changed"] or each["failed"] or tally_of(findings_of(each)).left]
    return sorted(every, key=lambda state: (-state.tally.left, state.path))


def _state(file: dict[str, Any]) -> State:
    findings = findings_of(file)
    left = Counter(each.code for each in findings if each.level in ("person", "error"))
    is_program = any(each.code in _OF_PROGRAMS for each in findings)
    path = str(file["path"])
    return State(path, is_program, tally_of(findings), tuple(left.most_common()), *_last_commit(Path(path)))


def _last_commit(path: Path) -> tuple[str, str]:
    """Author and day. A repository's own settings may name a program that shows signatures: none is asked for."""
    folder = path.parent
    if not folder.is_dir():
        return "", ""
    said = ask(folder, "-c", "log.showSignature=false", "log", "-1", "--format=%aN%x00%as", "--", path.name)
    author, _, day = said.decode(errors="replace").strip().partition("\0")
    return author, day

"""What the tool tells the user about a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from paddle_migrate.chinese.sentences import said
from paddle_migrate.codes import BESIDE, Level, level_of


def listed(names: Sequence[str], most: int) -> str:
    """The first of them, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


class Finding(NamedTuple):
    """One remark: where, of which kind, which legacy name, what happened, what to do.

    `code` is one of `codes.CODES`; `level` follows from it: `rewritten`; `note` (rewritten, and something to know about
    its behaviour); `person` (left as it was, for a person to do); `error` (the file could not be migrated).
    """

    line: int
    code: str
    name: str
    message: str
    place: str = ""  # of a file in pieces, the piece: "cell 3"

    @property
    def level(self) -> Level:
        return level_of(self.code)

    def show(self, path: str) -> str:
        path = f"{path} {self.place}" if self.place else path
        where = f"{path}:{self.line}" if self.line else path
        about = f"{said(self.name)}: " if self.name else ""
        return f"{where}: {said(self.level)} {self.code}: {about}{said(self.message)}"


def levels(findings: Iterable[Finding]) -> Iterator[Level]:
    """Of what counts: the uses, each once, and what is said of them."""
    return (finding.level for finding in findings if finding.code not in BESIDE)


def is_wanted(finding: Finding, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    """Errors always; else what --select names (all, without it) and --ignore does not."""
    if finding.level == "error":
        return True
    return (not select or finding.code.startswith(select)) and not (ignore and finding.code.startswith(ignore))

"""What the tool tells the user about a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["rewritten", "note", "person", "error"]


@dataclass(frozen=True, order=True)
class Finding:
    """One remark: where, which legacy name, what happened, what to do.

    Levels: `rewritten`; `note` (rewritten, and something to know about its behaviour);
    `person` (left as it was, for a person to do); `error` (the file could not be migrated).
    """

    line: int
    level: Level
    name: str
    message: str

    def show(self, path: str) -> str:
        where = f"{path}:{self.line}" if self.line else path
        return f"{where}: {self.level}: {self.name + ': ' if self.name else ''}{self.message}"

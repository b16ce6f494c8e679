"""What a code is, and what its number says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["rewritten", "note", "person", "error"]
_LEVELS: dict[str, Level] = {"1": "rewritten", "2": "note", "3": "person", "9": "error"}


@dataclass(frozen=True)
class Code:
    """One kind of finding: a line that names it, and what a reader of it should know or do."""

    title: str
    text: str


def level_of(code: str) -> Level:
    """PM1xx was rewritten, PM2xx is a note, PM3xx is left to a person, PM9xx is an error."""
    return _LEVELS[code[2]]

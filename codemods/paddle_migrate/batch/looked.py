"""What came of one file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files


@dataclass(frozen=True)
class Looked:
    """What came of a file, and the file as it was read (None when it could not be read, or does not mention Paddle)."""

    path: Path
    outcome: Outcome
    source: files.Text | None = None

"""Every kind of finding has a code that never changes its meaning: for --select, --ignore, CI and `explain`."""

from __future__ import annotations

from paddle_migrate.codes.errors import ERRORS
from paddle_migrate.codes.kinds import Code, Level, level_of
from paddle_migrate.codes.notes import NOTES
from paddle_migrate.codes.person import PERSON, RUNS
from paddle_migrate.codes.rewritten import BESIDE, REWRITTEN

__all__ = ["BESIDE", "CODES", "RUNS", "Code", "Level", "level_of"]

CODES: dict[str, Code] = {**REWRITTEN, **NOTES, **PERSON, **ERRORS}

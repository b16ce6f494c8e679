"""Modules of the tool's own making, in which helpers of several files of a project stand."""

from __future__ import annotations

import re
from pathlib import Path

from paddle_migrate.project import files
from paddle_migrate.text.parsing import SourceError

DOCSTRING = """What Paddle 1 did for the files around this one, said with today's Paddle; written by paddle-migrate."""
ENDING = "_helpers"  # of its name
_MARK = re.compile(rb'\A"""[^"]*\bwritten by paddle-migrate\."""')


def is_helper_module(path: Path) -> bool:
    """Whether an earlier run has written the file."""
    if not path.stem.endswith(ENDING):
        return False
    try:
        return is_helper_text(files.read_bytes(path))
    except SourceError:
        return False


def is_helper_text(raw: bytes) -> bool:
    return _MARK.match(raw) is not None

"""`paddle-migrate: skip` and `skip-file` where it is not Python: in comments of shells, HTML, reStructuredText."""

from __future__ import annotations

import re

_SKIP_FILE = re.compile(r"^\s*(?:#|<!--|\.\.)\s*paddle-migrate:\s*skip-file\s*(?:-->)?\s*$", re.MULTILINE)
_SKIP_BLOCK = re.compile(r"^[ \t>]*(?:#|<!--|\.\.)\s*paddle-migrate:\s*skip\s*(?:-->)?\s*\Z", re.MULTILINE)


def is_skipped(text: str) -> bool:
    """Whether the whole text is to be left alone."""
    return "paddle-migrate" in text and _SKIP_FILE.search(text) is not None


def skips_next(above: str) -> bool:
    """Whether what stands above a block of code says that the block is to be left alone."""
    return "paddle-migrate" in above and _SKIP_BLOCK.search(above.rstrip()) is not None

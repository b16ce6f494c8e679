"""Which language is spoken: --lang, else PADDLE_MIGRATE_LANG, else the locale."""

from __future__ import annotations

import os
import sys
from typing import Literal

Language = Literal["en", "zh"]
_chosen: Language | None = None


def choose(language: Language | None) -> None:
    """For the rest of the process; None: as the environment has it."""
    global _chosen
    _chosen = language


def is_chinese() -> bool:
    return (_chosen or _of_the_environment()) == "zh"


def is_chosen() -> bool:
    """Whether the user has said which, and it is not only the locale's."""
    return bool(_chosen or os.environ.get("PADDLE_MIGRATE_LANG"))


def _of_the_environment() -> Language:
    own = os.environ.get("PADDLE_MIGRATE_LANG")
    if own:
        return "zh" if own.lower().startswith("zh") else "en"
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "zh" if locale.lower().startswith("zh") and _can_be_written() else "en"


def _can_be_written() -> bool:
    """A stream that lacks the characters would show numbers in their place."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    try:
        "中文".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True

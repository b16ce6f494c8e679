"""What runs inside a user's script when the tool plays it: where it lies, and the compat layer beside it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

CHILD = Path(__file__).parent / "verify" / "child"


def compat_folder() -> Path | None:
    """Where paddle_compat lies; it is found, not imported."""
    spec = importlib.util.find_spec("paddle_compat")
    return Path(spec.origin).parent.parent if spec and spec.origin else None

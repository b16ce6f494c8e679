"""What a process tells the one that watches it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class Log:
    """Lines for the process that watches."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "a", encoding="utf-8")  # noqa: SIM115  (open until the end)

    def __call__(self, **event: Any) -> None:
        self._file.write(json.dumps(event) + "\n")
        self._file.flush()

"""What compat says of 1.8.5's files."""

from __future__ import annotations

import json
from functools import cache
from types import ModuleType
from typing import Any

from paddle_migrate.checkpoint.tensors import alone
from paddle_migrate.rules.library import library


def fields() -> ModuleType:
    """The messages of a program."""
    return alone("_native", "fields.py")


@cache
def operators() -> dict[str, Any]:
    """1.8.5's operators: inputs, outputs, and attributes with kind and default."""
    found: dict[str, Any] = json.loads(library().root.joinpath("_native", "schemas.json").read_text(encoding="utf-8"))
    return found

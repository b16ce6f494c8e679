"""Tables of compat's, read from its source."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from paddle_migrate.rules.library import library


@cache
def table(module: str, name: str) -> dict[str, Any]:
    """One that stands in a module of compat's under this name."""
    found = library().module(f"paddle_compat.{module}")
    made = found.definitions[name] if found is not None else None
    assert isinstance(made, ast.Assign)
    read: dict[str, Any] = ast.literal_eval(made.value)
    return read

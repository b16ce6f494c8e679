"""Options from the project's pyproject.toml: the table [tool.paddle-migrate], with the long options' names."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_TABLE = "paddle-migrate"


def load_config(known: Collection[str], start: Path | None = None) -> dict[str, Any]:
    """The options' defaults by parameter name, from the nearest pyproject.toml at or above `start`.

    Raises click.UsageError for a file that is not TOML or an option that does not exist.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        file = folder / "pyproject.toml"
        if file.is_file():
            return _read(file, known)
    return {}


def _read(file: Path, known: Collection[str]) -> dict[str, Any]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get(_TABLE, {})
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file}: {error}") from None
    options = {str(name).replace("-", "_"): value for name, value in table.items()}
    for name in options:
        if name not in known:
            raise click.UsageError(f"{file}: [tool.{_TABLE}] has no option {name!r}; see paddle-migrate --help")
    return options

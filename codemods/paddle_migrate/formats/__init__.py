"""Kinds of files that hold legacy code. Each knows how to take the code out, and how to put it back with every other
byte as it was."""

from __future__ import annotations

from pathlib import PurePath

from paddle_migrate.formats import texts
from paddle_migrate.formats.notebook import migrate_notebook
from paddle_migrate.formats.texts import Migrate, migrate_unknown

__all__ = ["Migrate", "migrate_unknown", "migrator"]


def migrator(path: str) -> Migrate | None:
    """What migrates a file of this name; None when files of this kind are not looked into."""
    return migrate_notebook if PurePath(path).suffix.lower() == ".ipynb" else texts.migrator(path)

"""Migrate a piece of source text."""

from __future__ import annotations

from pathlib import Path

from paddle_migrate import rewriting
from paddle_migrate.formats import docstrings
from paddle_migrate.options import Options
from paddle_migrate.outcome import Result
from paddle_migrate.project.project import Project

__all__ = ["Options", "Result", "migrate_module", "migrate_source"]


def migrate_source(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Rewrite legacy code in `text`; what cannot be rewritten stays as it was and is among the findings.

    `project`: the modules around the file, which may be asked what their functions and models return.

    Never raises for what `text` holds: text that is not Python 3 comes back unchanged with a finding of
    level `error`.
    """
    return rewriting.migrate_source(text, filename, options, project, (docstrings.rewrite,))


def migrate_module(text: str, path: Path, options: Options, project: Project) -> Result:
    """Migrate a file of a project; as `migrate_source`, with what its imports from the project's own modules mean."""
    return rewriting.migrate_module(text, path, options, project, (docstrings.rewrite,))

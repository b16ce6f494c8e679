"""Files beside the rewritten ones that import them, or that they import, and that were not given: schedules, losses
without dimension and optimizers go from file to file, so half a project in today's Paddle does not run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from paddle_migrate.project.importers import direct_importers
from paddle_migrate.project.project import Project
from paddle_migrate.project.statements import imported

_FLUID = re.compile(rb"^[^#\n]*\bfluid\b", re.MULTILINE)


def tied(rewritten: Mapping[Path, bytes], project: Project) -> list[Path]:
    """In their order; `rewritten`: Python files and what they held before."""
    found: set[Path] = set()
    for path, raw in rewritten.items():
        own = path.absolute()
        taken = (module for name in imported(raw) for module in project.modules(own, name))
        for module in (*taken, *direct_importers(own, project)):
            if module.path not in project.paths and _FLUID.search(module.raw):
                found.add(module.path)
    return sorted(found)

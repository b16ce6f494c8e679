"""The mode of a file that shows none, by the files of its project that import it and that it imports."""

from __future__ import annotations

from pathlib import Path

from paddle_migrate.project.importers import direct_importers
from paddle_migrate.project.project import Project
from paddle_migrate.project.statements import imported
from paddle_migrate.rules.modes import Answer, of_text


def mode_around(path: Path, raw: bytes, project: Project) -> Answer:
    """What all of them say that say something."""
    own = path.absolute()
    taken = {m.path: m.raw for name in imported(raw) for m in project.modules(path, name) if m.path != own}
    texts = [*taken.values(), *(module.raw for module in direct_importers(own, project))]
    said: set[Answer] = {of_text(text) for text in texts if b"paddle" in text}
    said.discard("unknown")
    return said.pop() if len(said) == 1 else "unknown"

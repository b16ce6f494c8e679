"""The mode of a file that shows none, by the files of its project that import it and that it imports."""

from __future__ import annotations

from pathlib import Path

from paddle_migrate.project.importers import direct_importers, importers
from paddle_migrate.project.project import Project
from paddle_migrate.project.statements import imported
from paddle_migrate.rules.modes import Answer, of_text


def mode_around(path: Path, raw: bytes, project: Project) -> Answer:
    """What all of them say that say something; where those beside it say nothing, what those who import these say, over
    however many steps."""
    own = path.absolute()
    taken = {m.path: m.raw for name in imported(raw) for m in project.modules(path, name) if m.path != own}
    importing = direct_importers(own, project)
    said = _said([*taken.values(), *(module.raw for module in importing)])
    if said:
        return said.pop() if len(said) == 1 else "unknown"
    behind = _said([module.raw for module in importers(own, project)])
    return behind.pop() if len(behind) == 1 else "unknown"


def _said(texts: list[bytes]) -> set[Answer]:
    return {of_text(text) for text in texts if b"paddle" in text} - {"unknown"}


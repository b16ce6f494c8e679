"""The mode of a file that shows none, by the files of its project that import it and that it imports."""

from __future__ import annotations

from pathlib import Path

from paddle_migrate.project.importers import direct_importers, importers
from paddle_migrate.project.project import Project
from paddle_migrate.project.statements import imported
from paddle_migrate.rules.modes import Answer, of_text


def mode_around(path: Path, raw: bytes, project: Project) -> Answer:
    """What all of them say that say something; where those beside it say nothing, what those who import these say, over
    however many steps, and then what those import beside it."""
    own = path.absolute()
    taken = _taken(path, raw, project)
    importing = direct_importers(own, project)
    said = _said([*taken.values(), *(module.raw for module in importing)])
    if said:
        return said.pop() if len(said) == 1 else "unknown"
    behind = importers(own, project)
    said = _said([module.raw for module in behind]) or _said(
        [text for module in behind for text in _taken(module.path, module.raw, project).values()])
    return said.pop() if len(said) == 1 else "unknown"


def _taken(path: Path, raw: bytes, project: Project) -> dict[Path, bytes]:
    """The files that a file imports, and what they say."""
    own = path.absolute()
    return {m.path: m.raw for name in imported(raw) for m in project.modules(path, name) if m.path != own}


def _said(texts: list[bytes]) -> set[Answer]:
    return {of_text(text) for text in texts if b"paddle" in text} - {"unknown"}


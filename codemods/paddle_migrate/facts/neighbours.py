"""The mode of a file that shows none, by the files of its project that import it and that it imports."""

from __future__ import annotations

from pathlib import Path

from paddle_migrate.project.importers import direct_importers
from paddle_migrate.project.project import Module, Project
from paddle_migrate.project.statements import imported
from paddle_migrate.rules.modes import Answer, of_text


def mode_around(path: Path, raw: bytes, project: Project) -> Answer:
    """What all of them say that say something. Where those beside it say nothing, they may be the `__init__.py` of a
    package that hands it on, and those who import that are dynamic or tell nothing: what means the same in both modes
    is rewritten in a file of unknown mode."""
    own = path.absolute()
    taken = {m.path: m.raw for name in imported(raw) for m in project.modules(path, name) if m.path != own}
    importing = direct_importers(own, project)
    said = _said([*taken.values(), *(module.raw for module in importing)])
    if said:
        return said.pop() if len(said) == 1 else "unknown"
    behind = _said([module.raw for module in _through_packages(own, importing, project)])
    return "dynamic" if behind == {"dynamic"} else "unknown"


def _said(texts: list[bytes]) -> set[Answer]:
    return {of_text(text) for text in texts if b"paddle" in text} - {"unknown"}


def _through_packages(path: Path, importing: list[Module], project: Project) -> list[Module]:
    found: dict[Path, Module] = {}
    waiting = [module for module in importing if module.path.name == "__init__.py"]
    while waiting:
        new = [m for m in direct_importers(waiting.pop().path, project) if m.path not in found and m.path != path]
        found.update((m.path, m) for m in new)
        waiting += [m for m in new if m.path.name == "__init__.py"]
    return list(found.values())

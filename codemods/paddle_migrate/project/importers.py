"""Which files import a file of the project and which it imports, what they name of it, and what they may call."""

from __future__ import annotations

import re
from pathlib import Path

from paddle_migrate.project.project import Module, Project, imported

# what reaches layers without naming them
_ALL = re.compile(
    rb"\.(?:sublayers|named_sublayers|children|named_children|_sub_layers)\b|\bgetattr\([^()]*\)\s*\("
)


def importers(path: Path, project: Project) -> list[bytes]:
    """What the run's files hold that import the one at `path`, over however many steps."""
    found: dict[Path, bytes] = {}
    open_files = [path.absolute()]
    while open_files:
        direct = _importing(project).get(open_files.pop(), {})
        open_files += [p for p in direct if p not in found]
        found.update(direct)
    return [raw for p, raw in sorted(found.items()) if p != path.absolute()]


def direct_importers(path: Path, project: Project) -> list[bytes]:
    """What the run's files hold that import the one at `path` themselves."""
    return list(_importing(project).get(path.absolute(), {}).values())


def _importing(project: Project) -> dict[Path, dict[Path, bytes]]:
    """Who imports each file of the run, found once."""
    if project.importing is None:
        project.importing = {}
        for each in sorted(p for p in project.paths if p.suffix == ".py"):
            raw = project.file(each).raw
            for other in {m.path for name in imported(raw) for m in project.modules(each, name)} - {each}:
                project.importing.setdefault(other, {})[each] = raw
    return project.importing


def may_call(raw: bytes, owner: str, attribute: str) -> bool:
    """Whether a file that imports the class may call its layer `attribute`: by its name, in a class of its own that
    derives from it, or with all others."""
    name = re.escape(attribute.encode())
    if _ALL.search(raw) or re.search(rb"(?<!\bself)\.%s\b(?!\s*=[^=])" % name, raw):
        return True
    derives = re.search(rb"\bclass[ \t]+\w+[ \t]*\([^)]*\b%s\b" % re.escape(owner.encode()), raw)
    return derives is not None and re.search(rb"\b%s\b" % name, raw) is not None


def may_use(raw: bytes, name: str) -> bool:
    """Whether a file speaks of something of this name."""
    return re.search(rb"\b%s\b" % re.escape(name.encode()), raw) is not None


def near_importers(project: Project, path: Path) -> list[Module]:
    """The files of the run, and those beside the file, that seem to import it."""
    path = path.absolute()
    stem = path.parent.name if path.name == "__init__.py" else path.stem
    near = {*project.paths, *(path.parent.glob("*.py") if path.is_file() else ())}
    others = (project.file(p) for p in sorted(near) if p.suffix == ".py" and p != path)
    return [module for module in others if stem in _imported_words(module)]


def _imported_words(module: Module) -> set[str]:
    """The parts of the names of the modules that it seems to import."""
    if "imported_words" not in module.kept:
        module.kept["imported_words"] = {part for name in imported(module.raw) for part in name.split(".")}
    return module.kept["imported_words"]  # type: ignore[return-value]


def named_in(project: Project, path: Path, name: str) -> list[str]:
    """The names of the files that import the one at `path` and name this class or function."""
    return [module.path.name for module in near_importers(project, path) if may_use(module.raw, name)]


def behind(path: Path, raw: bytes, project: Project) -> list[Path]:
    """The project's files that a script may ask, over however many steps; none for one that asks nothing."""
    if b"numpy()" not in raw and b"learning_rate" not in raw and b"optimizer" not in raw:
        return []
    found: dict[Path, Module] = {}
    open_files = [(path, raw)]
    while open_files:
        at, content = open_files.pop()
        modules = [m for name in imported(content) for m in project.modules(at, name) if m.may_hand_on]
        new = {m.path: m for m in modules if m.path not in found}
        found.update(new)
        open_files += [(m.path, m.raw) for m in new.values()]
    return sorted(found)


def others_draw(path: Path, raw: bytes, project: Project) -> bool:
    """Whether a module of the project that the file imports, over however many steps, has NumPy's random numbers."""
    seen: set[Path] = set()
    open_files = [(path, raw)]
    while open_files:
        at, content = open_files.pop()
        modules = [m for name in imported(content) for m in project.modules(at, name) if m.path not in seen]
        if any(b"numpy" in m.raw and b"random" in m.raw for m in modules):
            return True
        seen.update(m.path for m in modules)
        open_files += [(m.path, m.raw) for m in modules]
    return False

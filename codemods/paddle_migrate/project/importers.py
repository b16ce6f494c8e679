"""Which files import a file of the project and which it imports, what they name of it, and what they may call."""

from __future__ import annotations

import os
import re
from pathlib import Path

from paddle_migrate.project.project import Module, Project
from paddle_migrate.project.statements import imported

# what reaches layers without naming them
_ALL = re.compile(
    rb"\.(?:sublayers|named_sublayers|children|named_children|_sub_layers)\b|\bgetattr\(\s*(\w*)[^()]*\)\s*\("
)

_MADE_NAME = re.compile(
    rb"\b(?:import_module|__import__)\((?!\s*['\"][\w.]+['\"]\s*[,)])"
    rb"|\bimp\.load_|\b(?:SourceFileLoader|run_path|spec_from_file_location)\(")
_FOLDER = re.compile(rb"['\"]([\w./-]*/[\w./-]*)['\"]")
_RUN_ITSELF = re.compile(rb"__main__")


def importers(path: Path, project: Project) -> list[Module]:
    """The files that import the one at `path`, over however many steps: of the run, and of those beside each."""
    start = path.absolute()
    found: dict[Path, Module] = {}
    open_files = [start]
    while open_files:
        new = [m for m in direct_importers(open_files.pop(), project) if m.path not in found and m.path != start]
        found.update((m.path, m) for m in new)
        open_files += [m.path for m in new]
    return [found[path] for path in sorted(found)]


def direct_importers(path: Path, project: Project) -> list[Module]:
    """The files that import the one at `path` themselves."""
    path = path.absolute()
    importing = project.importing
    folder = path.parent if path.is_file() else None
    if folder not in importing.folders:
        importing.folders.add(folder)
        for each in sorted({*project.paths, *_below(folder)} - importing.read):
            importing.read.add(each)
            for other in {m.path for m in _imports(each, project)} if each.suffix == ".py" else ():
                importing.by.setdefault(other, []).append(project.file(each))
    return importing.by.get(path, [])


def _imports(path: Path, project: Project) -> list[Module]:
    """The modules of the project that the file imports itself."""
    module = project.file(path)
    if "imports" not in module.kept:
        modules = (*_named(path, module.raw, project), *_by_name(path, module.raw, project))
        module.kept["imports"] = [m for m in modules if m.path != path]
    return module.kept["imports"]  # type: ignore[return-value]


def _named(path: Path, raw: bytes, project: Project) -> list[Module]:
    """What the file imports by names that it spells out."""
    return [m for name in imported(raw) for m in project.modules(path, name)]


def _by_name(path: Path, raw: bytes, project: Project) -> list[Module]:
    """What a file that imports by a name which is made when it runs may mean: the modules of its package, below its
    folder, or in a folder that is spelt out beside it, that no file names in an import, and that are not run
    themselves."""
    if not loads_by_made_names(raw):
        return []
    if project.importing.unnamed is None:
        files = [project.file(each) for each in sorted(project.paths) if each.suffix == ".py"]
        named = {m.path for each in files for m in _named(each.path, each.raw, project) if m.path != each.path}
        project.importing.unnamed = [m for m in files if m.path not in named and not m.has(_RUN_ITSELF)]
    folder = path.absolute().parent
    while (folder / "__init__.py").is_file() and (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    spelt = _spelt_beside(path.absolute().parent, project)
    return [m for m in project.importing.unnamed if folder in m.path.parents or m.path.parent in spelt]


def _spelt_beside(folder: Path, project: Project) -> set[Path]:
    """The folders that texts of the files of this one name, as seen from here: `"../shared/nets"`."""
    beside = [project.file(each) for each in project.paths if each.parent == folder]
    texts = {text for each in beside for text in _FOLDER.findall(each.raw)}
    return {Path(os.path.normpath(folder / os.fsdecode(text))) for text in texts}


def loads_by_made_names(raw: bytes) -> bool:
    """Whether a file loads modules by names or paths that it works out when it runs."""
    return _MADE_NAME.search(raw) is not None


def _below(folder: Path | None) -> list[Path]:
    return list(folder.glob("*.py")) if folder is not None else []


_MODULE = rb"(?m)^[ \t]*(?:from[ \t]+\.+[ \t]+)?import\b[^\n#]*\b%s\b"
_NO_MODULE = rb"(?<!\bnp)(?<!\bnumpy)(?<!\bpaddle)(?<!\bfluid\.layers)"  # `np.squeeze` is no layer of that name


def may_call(raw: bytes, owner: str, attribute: str) -> bool:
    """Whether a file that imports the class may call its layer `attribute`: by its name, in a class of its own that
    derives from it, or with all others."""
    name = re.escape(attribute.encode())
    if _reaches_all(raw) or re.search(rb"(?<!\bself)%s\.%s\b(?!\s*=[^=])" % (_NO_MODULE, name), raw):
        return True
    derives = re.search(rb"\bclass[ \t]+\w+[ \t]*\([^)]*\b%s\b" % re.escape(owner.encode()), raw)
    return derives is not None and re.search(rb"\b%s\b" % name, raw) is not None


def _reaches_all(raw: bytes) -> bool:
    """What `getattr(module, name)(…)` calls stands in a module that is imported: it is no layer of a model."""
    objects = [match[1] for match in _ALL.finditer(raw)]
    return not all(name and re.search(_MODULE % re.escape(name), raw) for name in objects)


def may_use(raw: bytes, name: str) -> bool:
    """Whether a file speaks of something of this name."""
    return re.search(rb"\b%s\b" % re.escape(name.encode()), raw) is not None


def named_in(path: Path, name: str, project: Project) -> list[str]:
    """The names of the files that import the one at `path` and name this class or function."""
    return [module.path.name for module in importers(path, project) if may_use(module.raw, name)]


def behind(path: Path, raw: bytes, project: Project) -> list[Path]:
    """The project's files that a script may ask, over however many steps."""
    return sorted(_reached([*_named(path, raw, project), *_by_name(path, raw, project)], project))


def spelt_behind(path: Path, raw: bytes, project: Project) -> set[Path]:
    """Of those, the files that each step names; by a name that is made when it runs only where this script itself does:
    what another file loads so is one of many, and is not loaded with the others."""
    return _reached([*_named(path, raw, project), *_by_name(path, raw, project)], project, by_made_names=False)


def _reached(modules: list[Module], project: Project, by_made_names: bool = True) -> set[Path]:
    """The files of the modules, and those that these import, over however many steps."""
    found: set[Path] = set()
    while modules:
        module = modules.pop()
        if module.path not in found:
            found.add(module.path)
            modules += _imports(module.path, project) if by_made_names else _named(module.path, module.raw, project)
    return found


def program(path: Path, raw: bytes, project: Project) -> list[Path]:
    """The files that may run together with the one at `path`: that import it, that it imports, and that these import,
    over however many steps."""
    own = [*_named(path, raw, project), *_by_name(path, raw, project)]
    return sorted(_reached([*importers(path, project), *own], project) - {path.absolute()})


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

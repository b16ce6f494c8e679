"""Where a new module can stand that a file surely finds: what its own imports show of Python's path, and how it is
itself loaded, as a script or by the files that import it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from paddle_migrate.project.importers import direct_importers, loads_by_made_names
from paddle_migrate.project.project import Project
from paddle_migrate.project.statements import imported
from paddle_migrate.text.pytree import nodes, python_tree

_IS_SCRIPT = re.compile(rb"""^if\b.*__name__\b.*['"]__main__['"]|^(?:for|while|with)\b""", re.MULTILINE)
_CALL = re.compile(rb"^(\w+)\(", re.MULTILINE)


@dataclass(frozen=True)
class Way:
    """How a module in the folder is imported: what stands before its name, and the line behind which this is known to
    work, 0 for everywhere."""

    folder: Path
    before: str
    line: int = 0


class Loading:
    """How the files of a project are loaded."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._roots: dict[Path, frozenset[Path]] = {}
        self._packages: dict[Path, Path | None] = {}

    def ways(self, path: Path, text: str) -> list[Way]:
        """Each way in which the file, of which this is the text, can import a new module."""
        path = path.absolute()
        found: dict[Path, Way] = {}
        package = None if self._loads_by_path else self.package(path)
        known = [*(Way(root, "") for root in sorted(self.roots(path))), *(_relative(path, package) if package else ())]
        for way in (*known, *self._shown(path, text)):
            found.setdefault(way.folder, way)
        inside = [way for way in found.values() if self._is_inside(way.folder)]
        return [way for way in inside if way.before or not (way.folder / "setup.py").is_file()]

    @cached_property
    def _loads_by_path(self) -> bool:
        """Whether files of the project may be loaded by names that a run works out, and then as parts of no package."""
        python = (path for path in self.project.paths if path.suffix == ".py")
        return any(loads_by_made_names(self.project.file(path).raw) for path in python)

    def _is_inside(self, folder: Path) -> bool:
        """Whether the run was given it: a package as a whole stands in a folder that it was not."""
        return any(root == folder or root in folder.parents for root in self.project.roots)

    def roots(self, path: Path) -> frozenset[Path]:
        """The folders that are on Python's path however the file is loaded, so far as that is seen."""
        if path not in self._roots:
            self._roots[path] = frozenset()  # files may import one another in a circle
            every = [self.roots(by) if name.startswith(".") else frozenset({_root(path, name)}) if name else
                     frozenset(() if (path.parent / "__init__.py").is_file() else {path.parent})
                     for by, name in self._loads(path)]
            self._roots[path] = frozenset.intersection(*every) if every else frozenset()
        return self._roots[path]

    def package(self, path: Path) -> Path | None:
        """The outermost package that the file is a part of, however it is loaded; None where that is not sure."""
        if path not in self._packages:
            self._packages[path] = None
            every = [self._package_by(path, by, name) for by, name in self._loads(path)]
            if every and None not in every:
                self._packages[path] = max((each for each in every if each is not None), key=lambda p: len(p.parts))
        return self._packages[path]

    def _package_by(self, path: Path, by: Path, name: str) -> Path | None:
        """The same, where one file loads it."""
        plain = name.lstrip(".")
        if plain == name:
            return _root(path, name.partition(".")[2]) if "." in name else None
        dots = [len(each) - len(each.lstrip(".")) for node in self.project.file(by).tree.body for each in _named(node)]
        own = by.parents[max([len(name) - len(plain), *dots]) - 1]
        outer = self.package(by)
        return own if outer is None else min(own, outer, key=lambda p: len(p.parts))

    def _loads(self, path: Path) -> list[tuple[Path, str]]:
        """Who loads the file, and by which name; itself without a name as a script."""
        importing = direct_importers(path, self.project)
        named = {(module.path, name) for module in importing for node in nodes(module.tree) for name in _named(node)}
        found = [(by, name) for by, name in sorted(named)
                 if any(each.path == path for each in self.project.modules(by, name))]
        raw = self.project.file(path).raw
        if path.name != "__init__.py" and (_is_script(raw) or (not importing and _runs(raw))):
            found.append((path, ""))
        return found

    def _shown(self, path: Path, text: str) -> Iterator[Way]:
        """By imports at the top of the file, which fail where they cannot be found."""
        tree = python_tree(text)
        for node in tree.body if tree is not None else ():
            for name in _named(node):
                found = {_root(m.path, name): m.path for m in self.project.modules(path, name)}
                if len(found) == 1:
                    yield from self._by(path, name, found.popitem()[1], node.end_lineno or node.lineno)

    def _by(self, path: Path, name: str, module: Path, line: int) -> Iterator[Way]:
        dots = len(name) - len(name.lstrip("."))
        if dots:
            yield from _relative(path, path.parents[dots - 1], line)
            return
        root, (first, *_) = _root(module, name), name.split(".")
        if not (root / first).is_dir() and not (root / f"{first}.py").is_file():
            package = name if module.name == "__init__.py" else name.rpartition(".")[0]
            yield from _installed(package, module.parent, line)
            return
        yield Way(root, "", line)
        if (root / first / "__init__.py").is_file():
            yield Way(root / first, f"{first}.", line)


def _installed(package: str, folder: Path, line: int) -> Iterator[Way]:
    """The packages that were found inside of one that is installed under another name than its folder's, which itself
    may be no more than their place."""
    while "." in package:
        yield Way(folder, f"{package}.", line)
        package, folder = package.rpartition(".")[0], folder.parent


def _relative(path: Path, package: Path, line: int = 0) -> Iterator[Way]:
    """The folders of a file up to the package."""
    for number, folder in enumerate(path.parents):
        yield Way(folder, "." * (number + 1), line)
        if folder == package:
            return


def _named(node: ast.AST) -> list[str]:
    """What a statement asks for by name, as `statements.imported` has it."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        between = "" if module.endswith(".") else "."
        return [module, *(f"{module}{between}{alias.name}" for alias in node.names)]
    return []


def _root(path: Path, name: str) -> Path:
    """The folder that is on Python's path where the file is imported by this name."""
    plain = name.lstrip(".")
    parts = len(plain.split(".")) if plain else 0
    return path.parents[parts] if path.name == "__init__.py" else path.parents[max(0, parts - 1)]


def _is_script(raw: bytes) -> bool:
    return _IS_SCRIPT.search(raw) is not None


def _runs(raw: bytes) -> bool:
    """Whether it does something by itself: calls a function of its own, or has none."""
    functions = set(re.findall(rb"^(?:def|class)[ \t]+(\w+)", raw, re.MULTILINE))
    return not functions or any(name in functions for name in _CALL.findall(raw))


class Parts:
    """Which files of a project belong together, because one imports the other over however many steps."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def of(self, path: Path) -> Path:
        """The first file of those that the file belongs to."""
        return _find(self._above, path.absolute())

    def beside(self, own: Collection[Path]) -> list[Path]:
        """The other files that belong to the same."""
        firsts = {self.of(path) for path in own}
        return [path for path in self._all if path not in own and self.of(path) in firsts]

    @cached_property
    def _all(self) -> list[Path]:
        return sorted(path for path in self.project.paths if path.suffix == ".py")

    @cached_property
    def _above(self) -> dict[Path, Path]:
        above: dict[Path, Path] = {}
        for path in self._all:
            for name in imported(self.project.file(path).raw):
                for module in self.project.modules(path, name):
                    a, b = _find(above, path), _find(above, module.path)
                    if a != b:
                        above[max(a, b)] = min(a, b)
        return above

def _find(above: dict[Path, Path], path: Path) -> Path:
    while path in above:
        path = above[path]
    return path

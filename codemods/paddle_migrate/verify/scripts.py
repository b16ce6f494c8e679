"""The migrated copy of a script, and of the modules beside it that it imports, in a folder of its own."""

from __future__ import annotations

import ast
from pathlib import Path

from paddle_migrate.api import Options, migrate_module
from paddle_migrate.findings import Finding
from paddle_migrate.formats.notebook import migrate_notebook
from paddle_migrate.project import files
from paddle_migrate.project.project import Project
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.verify.notebooks import as_script

NUMBERS_DIFFER = "PM202"


class NotMigrated(Exception):
    """A script, or a module that it imports, could not be migrated."""


def migrate_into(folder: Path, old: Path, options: Options) -> tuple[Path, list[tuple[Path, Finding]]]:
    """Write the migration of `old` into `folder`; also returns what was left to a person, and what was said of numbers
    that differ. Raises NotMigrated."""
    findings: list[tuple[Path, Finding]] = []
    root = old.resolve().parent
    project = Project(bases=[root])
    done: set[Path] = set()
    waiting = [old.resolve()]
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        migrate = _migrate_notebook if is_notebook(path) else _migrate_one
        text, found = migrate(path, folder / path.relative_to(root), options, project)
        findings += [(path, f) for f in found if f.level == "person" or f.code == NUMBERS_DIFFER]
        waiting += _imported(text, path, root)
    return as_python(folder / old.name), findings


def is_notebook(path: Path) -> bool:
    return path.suffix == ".ipynb"


def as_python(path: Path) -> Path:
    """Where the script that a notebook comes to is written."""
    return path.with_suffix(".py") if is_notebook(path) else path


def script_of(folder: Path, path: Path) -> Path:
    """A script as it is; of a notebook, the script that it comes to, in `folder`. Raises NotMigrated."""
    if not is_notebook(path):
        return path
    target = as_python(folder / path.name)
    try:
        files.write(target, as_script(files.read(path).text).encode())
    except SourceError as error:
        raise NotMigrated(f"{path}: {error}") from None
    return target


def _migrate_notebook(path: Path, target: Path, options: Options, project: Project) -> tuple[str, list[Finding]]:
    try:
        source = files.read(path)
        result = migrate_notebook(source.text, str(path), options, project)
        files.write(as_python(target), as_script(result.text).encode())
        return as_script(source.text), result.findings
    except SourceError as error:
        raise NotMigrated(f"{path}: {error}") from None


def _migrate_one(path: Path, target: Path, options: Options, project: Project) -> tuple[str, list[Finding]]:
    try:
        source = files.read(path)
        result = migrate_module(source.text, path, options, project)
        errors = [finding for finding in result.findings if finding.level == "error"]
        if errors:
            raise NotMigrated(errors[0].show(str(path)))
        files.write(target, source.encode(result.text) if result.changed else source.raw)
    except SourceError as error:
        raise NotMigrated(f"{path}: {error}") from None
    return source.text, result.findings


def _imported(text: str, path: Path, root: Path) -> list[Path]:
    """The files below the script's folder that a module imports, the packages that hold them included."""
    tree = python_tree(text)
    if tree is None:
        return []
    names: list[tuple[Path, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [(root, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = root if not node.level else path.parents[node.level - 1]
            module = node.module or ""
            names += [(base, module), *((base, f"{module}.{alias.name}".lstrip(".")) for alias in node.names)]
    return [found for base, name in names for found in _files(base, name) if found.is_relative_to(root)]


def _files(base: Path, dotted: str) -> list[Path]:
    found: list[Path] = []
    here = base
    for part in dotted.split(".") if dotted else []:
        found += [here / f"{part}.py", here / part / "__init__.py"]
        here = here / part
    return [path for path in found if path.is_file()]

"""The migrated copy of a script, and of the modules beside it that it imports, in a folder of its own."""

from __future__ import annotations

import ast
from pathlib import Path

from paddle_migrate import files
from paddle_migrate.api import Options
from paddle_migrate.borrowed import migrate_module
from paddle_migrate.findings import Finding
from paddle_migrate.parsing import SourceError
from paddle_migrate.project import Project
from paddle_migrate.pytree import python_tree

NUMBERS_DIFFER = "PM202"


class NotMigrated(Exception):
    """A script, or a module that it imports, could not be migrated."""


def migrate_into(folder: Path, old: Path, options: Options) -> tuple[Path, list[tuple[Path, Finding]]]:
    """Write the migration of `old` into `folder`; also returns what was left to a person, and what was said of numbers
    that differ. Raises NotMigrated."""
    findings: list[tuple[Path, Finding]] = []
    root = old.resolve().parent
    project = Project(bases=[root])
    waiting, done = [old.resolve()], set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        text, found = _migrate_one(path, folder / path.relative_to(root), options, project)
        findings += [(path, f) for f in found if f.level == "person" or f.code == NUMBERS_DIFFER]
        waiting += _imported(text, path, root)
    return folder / old.name, findings


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
    found, here = [], base
    for part in dotted.split(".") if dotted else []:
        found += [here / f"{part}.py", here / part / "__init__.py"]
        here = here / part
    return [path for path in found if path.is_file()]

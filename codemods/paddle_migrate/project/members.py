"""Legacy names that a file reaches through a module of its project as a whole: `import utils`, `utils.fluid.layers`."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from paddle_migrate.project.project import Project
from paddle_migrate.project.statements import modules_of
from paddle_migrate.text.pytree import dotted, nodes

Statement = ast.Import | ast.ImportFrom | ast.Assign  # `nets = importlib.import_module("nets")`
Imported = dict[str, tuple[str, Statement]]


@dataclass(frozen=True)
class Member:
    """One `module.name` with the legacy name that it means, and the statement that imports the module."""

    node: ast.Attribute
    module: str
    meaning: str
    statement: Statement


def members(tree: ast.Module, path: Path, project: Project) -> list[Member]:
    """In the order of the text; only of modules whose local name means nothing else anywhere in the file."""
    counts = bound(tree)
    imported = {
        local: (module, statement)
        for statement in nodes(tree)
        if isinstance(statement, Statement)
        for local, module in modules_of(statement)
        if counts[local.partition(".")[0]] == 1
    }
    found: list[Member] = []
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            module, statement = _module_of(dotted(node.value), imported)
            meaning = project.meaning(path, module, node.attr) if statement else ""
            if statement and meaning:
                found.append(Member(node, module, meaning, statement))
    return sorted(found, key=lambda member: (member.node.lineno, member.node.col_offset))


def _module_of(name: str, imported: Imported) -> tuple[str, Statement | None]:
    """The module that a chain of names means, and the statement that imports it, or the package that it is of."""
    first, rest = name, ""
    while first not in imported and "." in first:
        first, _, last = first.rpartition(".")
        rest = f".{last}{rest}"
    module, statement = imported.get(first, ("", None))
    return f"{module}{rest}", statement


@lru_cache(maxsize=64)
def bound(tree: ast.Module) -> Counter[str]:
    """How often each name is given a meaning anywhere in the file, parameters included."""
    names: Counter[str] = Counter()
    packages: set[str] = set()  # `import pkg.a` and `import pkg.b` give `pkg` one meaning
    for node in nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names[node.name] += 1
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names[node.id] += 1
        elif isinstance(node, ast.arg):
            names[node.arg] += 1
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names[node.name] += 1
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update(a.asname or a.name for a in node.names if a.asname or isinstance(node, ast.ImportFrom))
            packages |= {a.name.partition(".")[0] for a in node.names if not a.asname and isinstance(node, ast.Import)}
    return names + Counter(packages)

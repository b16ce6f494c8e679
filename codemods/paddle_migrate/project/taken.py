"""What other files take of a file of the project, by name."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from paddle_migrate.project.importers import direct_importers, importers
from paddle_migrate.project.project import Module, Project
from paddle_migrate.text.pytree import CHANGES, nodes, python_tree

_MADE = re.compile(r"(?<![.\w])(?:getattr|globals|vars|eval)\(|\b__dict__\b")  # finds names that are worked out


@dataclass
class Taken:
    """By the files that import one. `is_all`: they may take whatever it has; `set`: names of what they may change."""

    is_all: bool = False
    names: set[str] = field(default_factory=set[str])
    set: set[str] = field(default_factory=set[str])
    texts: list[str] = field(default_factory=list[str])

    def has(self, name: str) -> bool:
        """Whether any may take what is called so."""
        wanted = re.compile(rf"\.{re.escape(name)}\b|['\"]{re.escape(name)}['\"]")
        return self.is_all or name in self.names or any(wanted.search(text) for text in self.texts)


def taken_of(path: Path, project: Project | None) -> Taken:
    """What is taken of the file at `path`; nothing where no file imports it."""
    found = Taken()
    if project is None:
        return found
    for module in importers(path, project):
        found.texts.append(module.raw.decode(errors="replace"))
        tree = python_tree(found.texts[-1])
        if tree is None:
            found.is_all = True
            continue
        found.set |= {name for node in nodes(tree) if (name := _changed(node))}
    for module in direct_importers(path, project):
        _take(found, module, path.absolute(), project)
    return found


def _changed(node: ast.AST) -> str:
    """What a node may change: `x` of `m.x = 1`, `m.x["a"] = 1`, `x.append(1)`, `setattr(m, "x", 1)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr" and len(
            node.args) > 1 and isinstance(node.args[1], ast.Constant):
        return str(node.args[1].value)
    is_set = isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Attribute) and is_set:
        return node.attr
    is_called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES
    at: ast.AST | None = node.func.value if isinstance(node, ast.Call) and isinstance(
        node.func, ast.Attribute) and is_called else node.value if isinstance(node, ast.Subscript) and is_set else None
    while isinstance(at, ast.Subscript):
        at = at.value
    return at.attr if isinstance(at, ast.Attribute) else at.id if isinstance(at, ast.Name) else ""


def _take(found: Taken, module: Module, path: Path, project: Project) -> None:
    """What one file takes."""
    text = module.raw.decode(errors="replace")
    tree = python_tree(text)
    has_whole = not any(_is_from(node, module, path, project) for node in nodes(tree)) if tree is not None else True
    for node in nodes(tree) if tree is not None else ():
        if not isinstance(node, ast.ImportFrom):
            continue
        names = {alias.name for alias in node.names}
        if _is_from(node, module, path, project):
            found.is_all |= "*" in names
            found.names |= names
        has_whole |= any(path in {m.path for m in project.modules(
            module.path, f"{'.' * node.level}{node.module or ''}{'.' if node.module else ''}{name}")} for name in names)
    has_whole |= any(isinstance(node, ast.Import) and any(path in {m.path for m in project.modules(
        module.path, alias.name)} for alias in node.names) for node in nodes(tree)) if tree is not None else True
    found.is_all |= has_whole and _MADE.search(text) is not None


def _is_from(node: ast.AST, module: Module, path: Path, project: Project) -> bool:
    """Whether it is `from this_file import …`."""
    return isinstance(node, ast.ImportFrom) and path in {m.path for m in project.modules(
        module.path, f"{'.' * node.level}{node.module or ''}")}

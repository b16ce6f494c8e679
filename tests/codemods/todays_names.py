"""Which names of Paddle a text uses that the installed Paddle has not.

`python tests/codemods/todays_names.py FOLDER...` tells it of the Python files of folders.
"""

from __future__ import annotations

import ast
import importlib
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path


def used(text: str) -> set[str]:
    """Every `paddle.x.y` that the text says, through whatever name it has imported it by, and imports."""
    tree = ast.parse(text)
    bound = dict(_imports(tree))
    again = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    again |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    found = {name for name in bound.values() if name.startswith("paddle.")}
    inner = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            root, *parts = ast.unparse(node).split(".") if _is_chain(node) else [""]
            if root in bound and root not in again:
                found.add(".".join([bound[root], *parts]))
    return {name for name in found if name.startswith("paddle.")}


def _is_chain(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.split(".")[0], alias.name if alias.asname else alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


@cache
def exists(name: str) -> bool:
    """Whether the installed Paddle has it: an attribute, or a module that can be imported."""
    first, *parts = name.split(".")
    thing = importlib.import_module(first)
    at = first
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for part in parts:
            at += f".{part}"
            try:
                thing = getattr(thing, part)
            except AttributeError:
                try:
                    thing = importlib.import_module(at)
                except ImportError:
                    return False
    return True


def missing(text: str) -> list[str]:
    """Those that it has not."""
    return sorted(name for name in used(text) if not exists(name))


if __name__ == "__main__":
    for folder in map(Path, sys.argv[1:]):
        files = sorted(folder.rglob("*.py"))
        lacking = {path: found for path in files if (found := missing(path.read_text(encoding="utf-8")))}
        print(f"{folder}: {len(files)} files, {len(lacking)} use a name that is not there")
        for path, names in lacking.items():
            print(f"  {path}: {', '.join(names)}")

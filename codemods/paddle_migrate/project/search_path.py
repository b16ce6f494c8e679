"""Folders that scripts put on Python's path themselves: `sys.path.append("../shared")`."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.pytree import nodes, python_tree

_ADDS = re.compile(rb"\bsys\.path\.(?:append|insert)\(")
_SAME = ("abspath", "normpath", "realpath")  # of os.path: which give the same folder


def added_folders(path: Path, raw: bytes) -> list[Path]:
    """Those that the file at `path` adds, as far as it shows them; a relative one as from the file's own folder, in
    which such scripts are run."""
    if not _ADDS.search(raw):
        return []
    try:
        tree = python_tree(raw.decode("utf-8", "replace"))
    except (SourceError, SyntaxError, ValueError):
        return []
    if tree is None:
        return []
    names = {node.targets[0].id: node.value for node in tree.body
             if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    calls = [node for node in nodes(tree) if isinstance(node, ast.Call) and _adds(node)]
    found = [_text(call.args[-1], path, names, 0) for call in calls]
    return [Path(os.path.normpath(path.parent / each)) for each in found if each is not None]


def _adds(call: ast.Call) -> bool:
    return bool(call.args) and ast.unparse(call.func) in ("sys.path.append", "sys.path.insert")


def _text(node: ast.expr, path: Path, names: dict[str, ast.expr], depth: int) -> str | None:
    """The path that an expression gives; None where the file does not show it."""
    if depth > 8:
        return None
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        given = names.get(node.id)
        return str(path) if node.id == "__file__" else _text(given, path, names, depth + 1) if given else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = [_text(each, path, names, depth + 1) for each in (node.left, node.right)]
        return None if None in sides else "".join(each for each in sides if each is not None)
    if isinstance(node, ast.Subscript):
        return str(path.parent) if ast.unparse(node) == "sys.path[0]" else None
    parts = [_text(each, path, names, depth + 1) for each in node.args] if isinstance(node, ast.Call) else []
    given_parts = [each for each in parts if each is not None]
    if not isinstance(node, ast.Call) or len(given_parts) < len(parts):
        return None
    called = ast.unparse(node.func).rpartition(".")[2]
    if called == "getcwd":
        return str(path.parent)
    if called == "join" and parts:
        return os.path.join(*given_parts)
    if called == "dirname" and len(parts) == 1:
        return os.path.dirname(given_parts[0])
    return given_parts[0] if called in _SAME and len(parts) == 1 else None

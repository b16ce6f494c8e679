"""Modules of the tool's own making, in which helpers of several files of a project stand."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from paddle_migrate.project import files
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.pytree import first_line, python_tree

DOCSTRING = """What Paddle 1 did for the files around this one, said with today's Paddle; written by paddle-migrate."""
ENDING = "_helpers"  # of its name
_MARK = re.compile(rb'\A"""[^"]*\bwritten by paddle-migrate\."""')


def is_helper_module(path: Path) -> bool:
    """Whether an earlier run has written the file, and it is Python still."""
    if not path.stem.endswith(ENDING):
        return False
    try:
        raw = files.read_bytes(path)
        return is_helper_text(raw) and python_tree(files.decode(raw).text) is not None
    except SourceError:
        return False


def is_helper_text(raw: bytes) -> bool:
    return _MARK.match(raw) is not None


def definitions(text: str) -> dict[str, str]:
    """What a module of this kind defines, by its names."""
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = _text(text, node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = _text(text, node)
    return found


def imports(text: str) -> dict[str, str]:
    """The import lines of such a module, and the name that each binds."""
    nodes = [node for node in ast.parse(text).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    return {ast.unparse(node): alias.asname or alias.name.partition(".")[0] for node in nodes for alias in node.names}


def _text(text: str, node: ast.stmt) -> str:
    return "".join(text.splitlines(keepends=True)[first_line(node) - 1 : node.end_lineno]).rstrip() + "\n"

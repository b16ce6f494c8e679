"""What an earlier run of the tool has written into a script: known by its name and by what its docstring says."""

from __future__ import annotations

import ast
from functools import cache
from importlib.resources import files

import libcst as cst

from paddle_migrate.facts.facts import Facts


def is_written(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it stands in such a function or class."""
    at = facts.source.parent(node, cst.FunctionDef, cst.ClassDef)
    while at is not None:
        known = _docstrings().get(at.name.value.rstrip("_"))  # type: ignore[attr-defined]
        if known is not None and _first_line(at.get_docstring()) == known:  # type: ignore[attr-defined]
            return True
        at = facts.source.parent(at, cst.FunctionDef, cst.ClassDef)
    return False


@cache
def _docstrings() -> dict[str, str]:
    """The first line of each docstring in ``written/``, by the name of the function or class."""
    found = {}
    for file in files("paddle_migrate.written").iterdir():
        if file.name.endswith(".py"):
            nodes = ast.parse(file.read_text(encoding="utf-8")).body
            named = [each for each in nodes if isinstance(each, (ast.FunctionDef, ast.ClassDef))]
            found.update({each.name: _first_line(ast.get_docstring(each)) for each in named})
    return {name: line for name, line in found.items() if line}


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n")[0]

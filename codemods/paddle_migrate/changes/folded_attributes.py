"""A class whose `__init__` keeps a parameter that is always the same: its methods know the value by themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from paddle_migrate.changes.folded_parameters import decided, definition, takes_arguments


def without_attribute(text: str, name: str, value: Any, its_own: frozenset[str]) -> str:
    """The text of a class without the attribute that `self.attribute = name` sets, where the value decides all that is
    asked of it, and nobody else reads it, as of all of ``its_own``; any other text as it is."""
    begin, made = takes_arguments(text), definition(text)
    if begin is None or not isinstance(made, ast.ClassDef):
        return text
    kept = next((s for s in begin.body if _keeps(s, name)), None)
    target = kept.targets[0] if isinstance(kept, ast.Assign) else None
    if kept is None or not isinstance(target, ast.Attribute) or target.attr not in its_own:
        return text
    attribute = f"self.{target.attr}"
    if [n for n in _named(made, attribute) if isinstance(n.ctx, ast.Store)] != [target]:
        return text
    less = decided(text, lambda t: [s for s in _methods(t) if s.name != "__init__"], attribute, value, {})
    if less is None:
        return text
    lines = less.splitlines(keepends=True)
    again = next(s for s in (takes_arguments(less) or begin).body if _keeps(s, name))
    del lines[again.lineno - 1 : again.end_lineno]
    less = "".join(lines)
    return text if any(_named(definition(less), attribute)) else less


def _keeps(statement: ast.stmt, name: str) -> bool:
    """`self.attribute = name`."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    value = statement.value if isinstance(statement, ast.Assign) else None
    own = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
    return own and isinstance(value, ast.Name) and value.id == name


def _named(made: ast.AST, attribute: str) -> Iterator[ast.Attribute]:
    return (n for n in ast.walk(made) if isinstance(n, ast.Attribute) and ast.unparse(n) == attribute)


def _methods(text: str) -> list[ast.FunctionDef]:
    made = definition(text)
    return [s for s in made.body if isinstance(s, ast.FunctionDef)] if isinstance(made, ast.ClassDef) else []

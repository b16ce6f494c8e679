"""Functions that other files take of one whose network is layers by now: they are there as they were."""

from __future__ import annotations

import ast
from collections.abc import Callable

from paddle_migrate.text.pytree import python_tree

_DEFINES, _IMPORTS = (ast.FunctionDef, ast.ClassDef), (ast.Import, ast.ImportFrom)


def with_kept(new: str, old: str, is_taken: Callable[[str], bool]) -> tuple[str, str]:
    """The new text with what is taken of the old one, a program in today's names, and is not in it any more; and the
    name of what it cannot have, if there is any."""
    before, after = python_tree(old), python_tree(new)
    if before is None or after is None:
        return new, ""
    names, bound = _bound(before), _bound(after)
    gone = [name for name in names if name not in bound and is_taken(name)]
    wanted = {id(names[name]): names[name] for name in gone}.values()
    lost = {name for node in wanted for name in _read(node)} & (names.keys() - bound.keys() - set(gone))
    imports = {id(names[name]): names[name] for name in lost if isinstance(names[name], _IMPORTS)}.values()
    wrong = [name for name in gone if not isinstance(names[name], _DEFINES)]
    wrong += sorted(name for name in lost if not isinstance(names[name], _IMPORTS))
    if wrong or not gone:
        return new, next(iter(wrong), "")
    rows, behind = new.split("\n"), next(node.lineno for node in after.body if isinstance(
        node, _DEFINES) and node.name not in names)
    while rows[behind - 2].startswith(("#", "@")):
        behind -= 1
    first = next(node.lineno for node in after.body if isinstance(node, _IMPORTS))
    rows[behind - 1 : behind - 1] = [row for node in wanted for row in [*_rows(old, node), "", ""]]
    rows[first - 1 : first - 1] = [row for node in imports for row in _rows(old, node)]
    return "\n".join(rows), ""


def _rows(text: str, node: ast.stmt) -> list[str]:
    decorators = node.decorator_list if isinstance(node, _DEFINES) else []
    first = min([node.lineno, *(each.lineno for each in decorators)])
    return text.split("\n")[first - 1 : node.end_lineno]


def _bound(tree: ast.Module) -> dict[str, ast.stmt]:
    """What statements at the top of a file bind, by name."""
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        names = [node.name] if isinstance(node, _DEFINES) else [
            alias.asname or alias.name.partition(".")[0] for alias in node.names] if isinstance(node, _IMPORTS) else [
            each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
        found |= dict.fromkeys(names, node)
    return found


def _read(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}

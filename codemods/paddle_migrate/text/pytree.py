"""Python's own syntax trees, for what needs no positions or white space: half the price of LibCST's."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache
from symtable import symtable

from paddle_migrate.text.limits import LARGEST

CHANGES = (  # methods that change a list, a dictionary or a set
    "append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear", "update", "setdefault", "add")


def python_tree(text: str) -> ast.Module | None:
    """Python's own tree of the text; None when Python does not take it, or it is too large."""
    if len(text) > LARGEST:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the script's own, such as invalid escapes
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


@lru_cache(maxsize=1024)
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a file's tree: many ask for them, file after file, and a walk takes as long as the parse."""
    return tuple(ast.walk(tree))


def dotted(node: ast.expr) -> str:
    """`a.b.c` of a chain of names; empty for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def dotted_name(name: str) -> ast.expr:
    """The chain of names that `a.b.c` is."""
    parts = name.split(".")
    node: ast.expr = ast.Name(id=parts[0], ctx=ast.Load())
    for part in parts[1:]:
        node = ast.Attribute(value=node, attr=part, ctx=ast.Load())
    return node


def first_line(statement: ast.stmt) -> int:
    """The line that the statement begins in, which is that of its first decorator."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def segment(text: str, node: ast.AST) -> str:
    """The node's own text; `ast.get_source_segment` of ASCII, which looks at each character of the whole text."""
    first, last = node.lineno - 1, node.end_lineno - 1  # type: ignore[attr-defined]
    lines = text.splitlines(keepends=True)[first : last + 1]
    lines[-1] = lines[-1][: node.end_col_offset]  # type: ignore[attr-defined]
    return "".join(lines)[node.col_offset :]  # type: ignore[attr-defined]


@lru_cache(maxsize=512)
def read_in(text: str) -> frozenset[str]:
    """The names that code reads and does not bind itself; all that it has, of what Python parses and does not run, such
    as `nonlocal x` of a name that is annotated."""
    try:
        tables = [symtable(text, "<text>", "exec")]
    except SyntaxError:
        return frozenset(node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name))
    found: set[str] = set()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            bound = symbol.is_assigned() or symbol.is_imported()
            if symbol.is_referenced() and (symbol.is_global() or (table.get_type() == "module" and not bound)):
                found.add(symbol.get_name())
    return frozenset(found)

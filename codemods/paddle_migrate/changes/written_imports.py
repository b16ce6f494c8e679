"""Imports of what is written into a script: modules of the standard library, and what copied functions need."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache
from symtable import symtable

from paddle_migrate.changes.changes import Changes


def of_helpers(changes: Changes, needed: dict[str, str], at_top: bool) -> list[str]:
    """The imports that helpers need at the top of the file; ``needed``: import lines, and the name that each binds.

    Where the script imports Paddle in functions, in a `try` or an `if` only (not ``at_top``), a helper that is a
    function imports what it needs itself, when it is called.
    """
    if at_top:
        return list(needed)
    defined = [text for text in changes.helpers.values() if not text.startswith("def ")]  # run when the file is loaded
    for_all = [line for line, name in needed.items() if any(names(text, name) for text in defined)]
    for helper, text in changes.helpers.items():
        own = [line for line, name in needed.items() if line not in for_all and names(text, name)]
        changes.helpers[helper] = _with_imports(text, ordered(own))
    return for_all


def names(text: str, name: str) -> bool:
    """Whether it speaks of something that an import binds."""
    return name in read_in(text)


@lru_cache(maxsize=512)
def read_in(text: str) -> frozenset[str]:
    """The names that a definition reads and does not bind itself."""
    tables = [symtable(text, "<helper>", "exec")]
    found: set[str] = set()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            bound = symbol.is_assigned() or symbol.is_imported()
            if symbol.is_referenced() and (symbol.is_global() or (table.get_type() == "module" and not bound)):
                found.add(symbol.get_name())
    return frozenset(found)


def _with_imports(function: str, lines: list[str]) -> str:
    """The function's text with imports before the first statement of its body."""
    if not lines:
        return function
    body = ast.parse(function).body[0].body  # type: ignore[attr-defined]
    first = body[1] if isinstance(body[0], ast.Expr) and len(body) > 1 else body[0]
    text = function.splitlines(keepends=True)
    text[first.lineno - 1 : first.lineno - 1] = [f"    {line}\n" for line in lines]
    return "".join(text)


def ordered(lines: Iterable[str]) -> list[str]:
    """`import paddle` before its parts."""
    return sorted(lines, key=lambda line: (line.split()[1], line))

"""The head of a module, its docstring and first imports: where it ends, and imports written there."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from math import inf

import libcst as cst

from paddle_migrate.changes.changes import Changes
from paddle_migrate.changes.lines import IMPORTS
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.text.source import Source


def end_of_head(source: Source, before: float = inf) -> int:
    """The start of the line behind the first run of imports, of those that stand before a place."""
    last = None
    for statement in source.module.body:
        if source.core(statement)[0] >= before:
            break
        if isinstance(statement, cst.SimpleStatementLine):
            docstring = statement is source.module.body[0] and isinstance(statement.body[0], cst.Expr)
            if docstring or _import(statement):
                last = statement
        elif not isinstance(statement, (cst.If, cst.Try)):
            break
    return 0 if last is None else _behind(source, last)


def end_of_imports(source: Source, bringing: Sequence[cst.CSTNode], before: float = inf) -> int:
    """The end of the head, or of the later run of imports that has the last of these."""
    last = max((source.core(node)[0] for node in bringing), default=0)
    end = end_of_head(source, before)
    if last < end:
        return end
    for statement in source.module.body:
        if source.core(statement)[1] < last:
            continue
        if not _import(statement):
            break
        end = _behind(source, statement)
    return end


def end_of_run(source: Source, bringing: cst.CSTNode) -> int:
    """Behind the statement at the top that holds an import, and the imports that follow it at once."""
    end = None
    for statement in source.module.body:
        if end is not None and not _import(statement):
            break
        if end is not None or source.lies_in(bringing, statement):
            end = _behind(source, statement)
    return end_of_head(source) if end is None else end


def write(changes: Changes, lines: Sequence[str], at: int | None = None) -> None:
    """Imports behind the head, or at the start of another line."""
    if lines:
        where = end_of_head(changes.source) if at is None else at
        changes.edits.insert(where, "".join(line + changes.source.newline for line in lines), IMPORTS)


def write_standard(changes: Changes, modules: Iterable[str], before: float = inf) -> None:
    """New imports of the standard library: among the script's own ones where these are in order, else behind them;
    before its first import where it has none."""
    source = changes.source
    at, seen = None, False
    plain: list[tuple[str, int]] = []
    for statement in source.module.body:
        line = _import(statement)
        if source.core(statement)[0] >= before:
            break  # imports that the script needs late
        if line is None:
            continue
        module = line.module if isinstance(line, cst.ImportFrom) else line.names[0].name
        name = dotted(module).partition(".")[0]
        if name == "__future__" or name in sys.stdlib_module_names:
            at, seen = _behind(source, statement), True
            if name != "__future__" and isinstance(line, cst.Import):
                plain.append((name, source.line_start(source.line(statement))))
        elif at is None:
            at = source.line_start(source.line(statement))
        if name not in sys.stdlib_module_names and seen:
            break
    in_order = plain == sorted(plain)
    for new in sorted(modules):
        behind = next((start for name, start in plain if in_order and name > new), at)
        write(changes, [f"import {new}"], behind)


def _import(statement: cst.CSTNode) -> cst.Import | cst.ImportFrom | None:
    """The import that a line begins with."""
    line = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    return line if isinstance(line, (cst.Import, cst.ImportFrom)) else None


def _behind(source: Source, statement: cst.CSTNode) -> int:
    return source.line_start(source.line_at(source.core(statement)[1]) + 1)

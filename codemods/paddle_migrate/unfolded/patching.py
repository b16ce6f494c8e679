"""Statements that stay, with what their expressions come to in place of what is not there any more."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.text.edits import Edits
from paddle_migrate.unfolded.machine import Machine, atom, free_names
from paddle_migrate.unfolded.values import Code, Scope, Stuck

_CHANGES = ("append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear", "update", "setdefault", "add")
_BINDS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef)


def patched(machine: Machine, statement: ast.stmt, node: ast.AST | None = None) -> str:
    """The text of a statement, or of a part of it."""
    edits = Edits(machine.text)
    for child in _parts_of(node or statement):
        _patch(machine, edits, child)
    part = node.context_expr if isinstance(node, ast.withitem) else None
    start, end = machine.said.span(part or statement)
    text = edits.render(start, end, closed=False)
    if part is not None:
        named = node.optional_vars if isinstance(node, ast.withitem) else None
        return text + (f" as {ast.unparse(named)}" if named is not None else "")
    return machine.said.head(statement) + text + machine.said.tail(statement)


def _parts_of(node: ast.AST) -> list[ast.AST]:
    return [node] if isinstance(node, (ast.expr, ast.FunctionDef)) else list(ast.iter_child_nodes(node))


def _patch(machine: Machine, edits: Edits, node: ast.AST) -> None:
    names = free_names(node) if isinstance(node, (ast.expr, *_BINDS)) else set[str]()
    if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        if all(map(machine.is_spelled, names)):
            return
        text = _text(machine, node)
        if text is not None:
            edits.replace(*machine.said.span(node), text)
            return
        if isinstance(node, ast.Name):
            raise Stuck
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.value, ast.Name) and (
            not machine.is_spelled(node.value.id)) and (
            getattr(node, "attr", "") in _CHANGES or not isinstance(node.ctx, ast.Load)):
        raise Stuck
    with_inner = isinstance(node, _BINDS)
    if with_inner:
        outer = machine.scope
        machine.scope = Scope({}, outer)
        for name in _bound(node):
            machine.bind(name, Code(name), is_spelled=True)
        home, machine.home = machine.home, machine.scope
        machine.scope.names = {**{k: v for k, v in home.names.items() if home is not machine.module}, **machine.scope.names}
        machine.scope.spelled |= home.spelled if home is not machine.module else set()
    try:
        for child in ast.iter_child_nodes(node):
            _patch(machine, edits, child)
    finally:
        if with_inner:
            machine.scope, machine.home = outer, home


def _bound(node: ast.AST) -> set[str]:
    stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    return stored | {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}


def _text(machine: Machine, node: ast.expr) -> str | None:
    """What it comes to; None where that is more than what is known already."""
    from paddle_migrate.unfolded.expressions import value_of

    is_reading, machine.is_reading = machine.is_reading, True
    try:
        value: Any = value_of(machine, node)
        text = machine.lift(value)
    except Stuck:
        return None
    finally:
        machine.is_reading = is_reading
    return text if isinstance(node, (ast.Name, ast.Call, ast.Attribute, ast.Subscript)) else (
        atom(text) if isinstance(value, Code) else text)

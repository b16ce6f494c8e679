"""Statements that stay, with what their expressions come to in place of what is not there any more."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.text.edits import Edits
from paddle_migrate.text.pytree import CHANGES
from paddle_migrate.unfolded.machine import Machine, atom, free_names, stored_names
from paddle_migrate.unfolded.values import Code, Object, Scope, Stuck

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
    return text + machine.said.tail(statement)


def _parts_of(node: ast.AST) -> list[ast.AST]:
    return [node] if isinstance(node, (ast.expr, ast.FunctionDef)) else list(ast.iter_child_nodes(node))


def _patch(machine: Machine, edits: Edits, node: ast.AST) -> None:
    names = free_names(node) if isinstance(node, (ast.expr, *_BINDS)) else set[str]()
    if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        if isinstance(node, ast.Call) and _fetch(machine, edits, node):
            return
        if all(map(machine.is_spelled, names)) and not (machine.rates and any(
                isinstance(each, ast.Attribute) and each.attr == "run" for each in ast.walk(node))):
            return
        text = _text(machine, node)
        if text is not None:
            edits.replace(*machine.said.span(node), text)
            return
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Name) and machine.holder(node.id) is not None):
            raise Stuck
    if isinstance(node, (ast.Attribute, ast.Subscript)) and (
            getattr(node, "attr", "") in CHANGES or not isinstance(node.ctx, ast.Load)) and _is_gone(
            machine, node.value):
        raise Stuck
    with_inner = isinstance(node, _BINDS)
    if with_inner:
        outer = machine.scope
        machine.scope = Scope({}, outer)
        for name in _bound(node):
            machine.bind(name, Code(name), is_spelled=True)
        home, machine.home = machine.home, machine.scope
        if home is not machine.module:
            machine.scope.names = {**home.names, **machine.scope.names}
            machine.scope.spelled |= home.spelled
    try:
        for child in ast.iter_child_nodes(node):
            _patch(machine, edits, child)
    finally:
        if with_inner:
            machine.scope, machine.home = outer, home


def _is_gone(machine: Machine, owner: ast.expr) -> bool:
    """Whether what is changed there has no name in the text that is written: `kept` of an object that is unfolded."""
    if all(map(machine.is_spelled, free_names(owner))):
        return False
    return isinstance(owner, ast.Name) or isinstance(known(machine, owner), (list, dict, set, Object))


def _fetch(machine: Machine, edits: Edits, node: ast.Call) -> bool:
    """Have a rate that is fetched be asked of its optimizer, where a program is run; whether it is such a run."""
    if not machine.rates or not isinstance(node.func, ast.Attribute) or node.func.attr != "run":
        return False
    fetched = next((each.value for each in node.keywords if each.arg == "fetch_list"), None) or (
        node.args[2] if len(node.args) > 2 else None)
    for child in ast.iter_child_nodes(node):
        value = known(machine, fetched) if fetched is not None and (child is fetched or getattr(
            child, "value", None) is fetched) else None
        if isinstance(value, (list, tuple)) and fetched is not None and any(_rate(machine, each) for each in value):
            program = machine.render(node.args[0], known(machine, node.args[0])) if node.args and isinstance(
                node.args[0], ast.Name) else ""
            texts = [_rate(machine, each, program) or machine.lift(each) for each in value]
            edits.replace(*machine.said.span(fetched), f"[{', '.join(texts)}]")
        else:
            _patch(machine, edits, child)
    return True


def _rate(machine: Machine, value: Any, program: str = "") -> str:
    text = value.text.removesuffix(".name") if isinstance(value, Code) else ""
    return next((f"{of.text}._global_learning_rate({program})" for rate, of in machine.rates if rate.text == text), "")


def known(machine: Machine, node: ast.expr) -> Any:
    """What an expression gives; None where that is not known."""
    is_reading, machine.is_reading = machine.is_reading, True
    try:
        return machine.value(node)
    except Stuck:
        return None
    finally:
        machine.is_reading = is_reading


def _bound(node: ast.AST) -> set[str]:
    return stored_names(node) | {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}


def _text(machine: Machine, node: ast.expr) -> str | None:
    """What it comes to; None where that is more than what is known already."""
    is_reading, machine.is_reading = machine.is_reading, True
    try:
        value: Any = machine.value(node)
        is_held = isinstance(node, (ast.Attribute, ast.Subscript)) and not value  # by something, to be filled
        if isinstance(value, (list, dict, set)) and (machine.is_later or is_held):
            return None
        text = machine.lift(value)
    except Stuck:
        return None
    finally:
        machine.is_reading = is_reading
    return text if isinstance(node, (ast.Name, ast.Call, ast.Attribute, ast.Subscript)) else (
        atom(text) if isinstance(value, Code) else text)

"""How the interpreter runs each kind of statement."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.assigning import assign
from paddle_migrate.interpreter.branching import run_if, run_try
from paddle_migrate.interpreter.control import Leave
from paddle_migrate.interpreter.defining import run_class, run_function
from paddle_migrate.interpreter.imports import import_from, import_module
from paddle_migrate.interpreter.looping import run_for, run_while
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.operators import operate
from paddle_migrate.interpreter.values import Items


def _expression(machine: Machine, node: Any) -> None:
    machine.value(node.value)


def _assign(machine: Machine, node: Any) -> None:
    value = machine.value(node.value)
    for target in node.targets:
        assign(machine, target, value)


def _annotated(machine: Machine, node: Any) -> None:
    if node.value is not None:
        assign(machine, node.target, machine.value(node.value))


def _augmented(machine: Machine, node: Any) -> None:
    old = machine.value(node.target)
    value = machine.value(node.value)
    if isinstance(old, Items) and isinstance(value, (Items, tuple)) and isinstance(node.op, ast.Add):
        more = value.values if isinstance(value, Items) else list(value)
        old.values.extend(more)
        old.exact = old.exact and not machine.uncertain and (not isinstance(value, Items) or value.exact)
        return
    machine.note_division(node, node.op, old, value)
    machine.note_mixed(node, old, value)
    machine.note_met(node, node.op, old, value)
    assign(machine, node.target, operate(node.op, old, value))


def _return(machine: Machine, node: Any) -> None:
    machine.frame.returned.append(machine.value(node.value) if node.value is not None else None)
    raise Leave("return")


def _leave(machine: Machine, node: Any) -> None:
    raise Leave(type(node).__name__.lower())


def _with(machine: Machine, node: Any) -> None:
    for item in node.items:
        value = machine.value(item.context_expr)
        if item.optional_vars is not None:
            assign(machine, item.optional_vars, value)
    machine.execute(node.body)


def _global(machine: Machine, node: Any) -> None:
    for name in node.names:
        machine.frame.scope.shared[name] = machine.module


def _nonlocal(machine: Machine, node: Any) -> None:
    for name in node.names:
        scope = machine.frame.scope.outer
        while scope is not None and name not in scope.names:
            scope = scope.outer
        if scope is not None:
            machine.frame.scope.shared[name] = scope


def _delete(machine: Machine, node: Any) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            machine.frame.scope.names.pop(target.id, None)


def _assert(machine: Machine, node: Any) -> None:
    machine.value(node.test)


STATEMENTS: dict[type[ast.stmt], Any] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: run_if,
    ast.For: run_for,
    ast.While: run_while,
    ast.Return: _return,
    ast.Break: _leave,
    ast.Continue: _leave,
    ast.Raise: _leave,
    ast.With: _with,
    ast.Try: run_try,
    ast.FunctionDef: run_function,
    ast.ClassDef: run_class,
    ast.Import: import_module,
    ast.ImportFrom: import_from,
    ast.Global: _global,
    ast.Nonlocal: _nonlocal,
    ast.Delete: _delete,
    ast.Assert: _assert,
}

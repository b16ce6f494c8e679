"""Other files of the project, as far as they are known without a run: their functions, classes and constants."""

from __future__ import annotations

import ast

from paddle_migrate.text.pytree import python_tree
from paddle_migrate.unfolded.machine import Machine
from paddle_migrate.unfolded.values import Beside, Code, Function, Scope, Stuck

_DONE = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


def module_of(machine: Machine, name: str) -> Beside | None:
    """None where the project has no such module, or not only one."""
    if name not in machine.beside:
        machine.beside[name] = None  # for one that imports it again
        text = machine.find(name)
        tree = python_tree(text) if text is not None else None
        if tree is not None:
            machine.beside[name] = _read(machine, tree)
    return machine.beside[name]


def _read(machine: Machine, tree: ast.Module) -> Beside:
    for node in ast.walk(tree):
        node.is_foreign = True  # type: ignore[attr-defined]
    found = Beside(Scope(is_foreign=True))
    outer, rows = machine.scope, machine.rows
    machine.scope = found.scope
    try:
        for line in tree.body:
            is_said = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
            found.is_plain &= isinstance(line, _DONE) or is_said
            machine.rows = []
            try:
                if isinstance(line, (ast.Import, ast.ImportFrom)):
                    machine.bring(line)
                elif isinstance(line, _DONE):
                    machine.execute([line])
                if machine.rows:
                    raise Stuck
            except Stuck:
                _forget(found.scope, line)
                found.is_whole = False
    finally:
        machine.scope, machine.rows = outer, rows
    return found


def _forget(scope: Scope, line: ast.stmt) -> None:
    """What a statement binds is not known."""
    for node in ast.walk(line):
        name = node.id if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) else getattr(
            node, "name", "")
        value = scope.names.get(name)
        if value is not None and not isinstance(value, (Function, Code)):
            del scope.names[name]

"""Imports, as the interpreter sees them: full names to be looked up when something is done with them."""

from __future__ import annotations

import ast

from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import External


def import_module(machine: Machine, node: ast.Import) -> None:
    for alias in node.names:
        if alias.asname:
            machine.bind(alias.asname, External(alias.name))
        else:
            root = alias.name.partition(".")[0]
            machine.bind(root, External(root))


def import_from(machine: Machine, node: ast.ImportFrom) -> None:
    home = machine.frame.home
    base = home.absolute(node) if home is not None else "." * node.level + (node.module or "")
    for alias in node.names:
        if alias.name != "*":
            machine.bind(alias.asname or alias.name, External(f"{base}.{alias.name}"))

"""Runs the interpreter over a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddle_migrate.names import Reference
from paddle_migrate.pytree import python_tree
from paddle_migrate.sizes.dialect import ScriptDialect
from paddle_migrate.sizes.machine import Machine
from paddle_migrate.sizes.places import Places
from paddle_migrate.sizes.records import Made

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def interpret(script: Script, places: Places, old: list[Reference]) -> list[Made]:
    """Every old-form layer that the script makes, with what it is called with."""
    tree = python_tree(script.source.text)
    if tree is None:
        return []
    machine = Machine(ScriptDialect(script, places, old))
    machine.run(tree)
    return machine.made

"""Runs the interpreter over a script that holds old forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddle_migrate.facts.names import Reference
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import Made
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.unsized.dialect import ScriptDialect

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def interpret(script: Script, places: Places, old: list[Reference]) -> list[Made]:
    """Every old-form layer that the script makes, with what it is called with."""
    tree = python_tree(script.source.text)
    if tree is None:
        return []
    machine = Interpreter(ScriptDialect(script, places, old))
    machine.run(tree)
    return machine.made

"""Runs the interpreter over a script."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

from paddle_migrate.names import Reference
from paddle_migrate.sizes.dialect import ScriptDialect
from paddle_migrate.sizes.machine import Machine
from paddle_migrate.sizes.places import Places
from paddle_migrate.sizes.records import Made

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def interpret(script: Script, places: Places, old: list[Reference]) -> list[Made]:
    """Every old-form layer that the script makes, with what it is called with."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the script's own, such as invalid escapes
            tree = ast.parse(script.source.text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    machine = Machine(ScriptDialect(script, places, old))
    machine.run(tree)
    return machine.made

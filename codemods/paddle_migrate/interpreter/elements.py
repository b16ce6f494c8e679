"""How many dimensions `value[index]` has at each place of a script, wherever its text tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import Place
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.unsized.dialect import ScriptDialect

if TYPE_CHECKING:
    from paddle_migrate.script import Script


def dimensions(script: Script, places: Places) -> dict[Place, int]:
    """The number of dimensions by place, of what has the same number in every run of the place.

    Elements have none here, as today. The values are arrays as well as tensors.
    """
    tree = python_tree(script.source.text)
    if tree is None:
        return {}
    machine = Machine(ScriptDialect(script, places, []))
    machine.run(tree)
    return {where: max(found) for where, found in machine.indexed.items() if len(found) == 1 and -1 not in found}

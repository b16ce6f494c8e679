"""How many dimensions `value[index]` has at each place of a script, wherever its text tells."""

from __future__ import annotations

from collections.abc import Iterable

from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.records import Place
from paddle_migrate.text.pytree import python_tree


def dimensions(text: str, modules: Iterable[str]) -> dict[Place, int]:
    """The number of dimensions by place, of what has the same number in every run of the place, as today counts them.

    What is taken from a list counts as having one at least: it is no element of a vector.
    `modules` are those that the script imports everything from. The values are arrays as well as tensors.
    """
    tree = python_tree(text)
    if tree is None:
        return {}
    machine = Interpreter(Stars(modules), today=True)
    machine.run(tree)
    return {where: max(found) for where, found in machine.indexed.items() if len(found) == 1 and -1 not in found}

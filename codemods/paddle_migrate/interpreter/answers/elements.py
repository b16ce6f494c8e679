"""How many dimensions `value[index]` has at each place of a script, wherever its text tells."""

from __future__ import annotations

from collections.abc import Iterable

from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.records import Place
from paddle_migrate.text.pytree import python_tree


def dimensions(text: str, modules: Iterable[str]) -> tuple[dict[Place, int], set[Place]]:
    """The number of dimensions by place, of what has the same number in every run of the place, as today counts them;
    and the places of what is a tensor for sure, and no array.

    What is taken from a list counts as having one at least: it is no element of a vector.
    `modules` are those that the script imports everything from.
    """
    tree = python_tree(text)
    if tree is None:
        return {}, set()
    machine = Interpreter(Stars(modules), today=True)
    machine.run(tree)
    numbers = {where: {number for number, _ in found} for where, found in machine.indexed.items()}
    tensors = {where for where, found in machine.indexed.items() if all(kind == "tensor" for _, kind in found)}
    return {where: max(found) for where, found in numbers.items() if len(found) == 1 and -1 not in found}, tensors

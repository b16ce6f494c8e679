"""Which divisions of a script may be of whole numbers in tensors, which 1.8.5 cut off."""

from __future__ import annotations

from collections.abc import Iterable

from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.records import Place
from paddle_migrate.text.pytree import python_tree

_WHOLE = ("int", "uint")


def whole_divisions(text: str, modules: Iterable[str]) -> set[Place]:
    """The places, of expressions and of `a /= b`, where no side is of floats, and one a tensor of whole numbers, at
    least once."""
    tree = python_tree(text)
    if tree is None:
        return set()
    machine = Interpreter(Stars(modules))
    machine.run(tree)
    return {where for where, dtypes in machine.divided.items() if any(each.startswith(_WHOLE) for each in dtypes)}

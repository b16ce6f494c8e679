"""How many dimensions `value[index]`, and what a call gives, has at each place of a script, wherever its text tells."""

from __future__ import annotations

from dataclasses import dataclass

from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.records import Place
from paddle_migrate.text.pytree import python_tree


@dataclass(frozen=True)
class Dimensions:
    """By place, as today counts them: all numbers that a place has in some run, -1 where one is not known. What is
    taken from a list counts as having one at least: it is no element of a vector."""

    elements: dict[Place, set[int]]
    tensors: set[Place]  # elements of what is a tensor for sure, and no array
    results: dict[Place, set[int]]  # of what calls give


def dimensions(facts: Facts) -> Dimensions:
    return facts.once(_run)


def _run(facts: Facts) -> Dimensions:
    tree = python_tree(facts.source.text)
    machine = Interpreter(Stars([module for module, _ in facts.scopes.stars]), today=True)
    if tree is not None:
        machine.run(tree)
    elements = {where: {number for number, _ in found} for where, found in machine.indexed.items()}
    tensors = {where for where, found in machine.indexed.items() if all(kind == "tensor" for _, kind in found)}
    return Dimensions(elements, tensors, machine.results)

"""Comprehensions: every combination of what their generators go through."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.assigning import assign
from paddle_migrate.interpreter.iteration import elements, one_of
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.operators import PLAIN, truth
from paddle_migrate.interpreter.values import Items, Table


def comprehend(machine: Machine, node: Any) -> Any:
    values: list[Any] = []
    exact = _go_through(machine, node.generators, lambda: values.append(machine.value(node.elt)))
    return Items(values, exact)


def comprehend_dict(machine: Machine, node: Any) -> Any:
    table = Table({})

    def add() -> None:
        key, value = machine.value(node.key), machine.value(node.value)
        if isinstance(key, PLAIN):
            table.values[key] = value
        else:
            table.exact = False

    table.exact = _go_through(machine, node.generators, add) and table.exact
    return table


def _go_through(machine: Machine, generators: list[ast.comprehension], action: Any) -> bool:
    """Do it for every combination of the generators' elements; returns whether their number is known."""
    if not generators:
        action()
        return True
    first, rest = generators[0], generators[1:]
    source = machine.value(first.iter)
    found = elements(source)
    exact = found is not None
    shadowed = dict(machine.frame.scope.names)
    machine.uncertain += not exact
    try:
        for element in found if found is not None else [one_of(source)]:
            assign(machine, first.target, element)
            kept = [truth(machine.value(test)) for test in first.ifs]
            if False in kept:
                continue
            exact = _go_through(machine, rest, action) and exact and None not in kept
    finally:
        machine.uncertain -= found is None
        for name in {n.id for n in ast.walk(first.target) if isinstance(n, ast.Name)}:
            if name in shadowed:
                machine.frame.scope.names[name] = shadowed[name]
            else:
                machine.frame.scope.names.pop(name, None)
    return exact

"""Loops: as many rounds as tell something new."""

from __future__ import annotations

import ast
import itertools
from typing import Any

from paddle_migrate.interpreter.assigning import assign
from paddle_migrate.interpreter.branching import merged
from paddle_migrate.interpreter.control import Leave
from paddle_migrate.interpreter.iteration import elements, one_of
from paddle_migrate.interpreter.joining import same
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.operators import truth
from paddle_migrate.interpreter.values import UNKNOWN, Array

ENOUGH = 200  # rounds of a loop after which one without news is the last
MOST_ROUNDS = 2000
_TRAINING = ("backward", "minimize", "clear_gradients")


def run_for(machine: Machine, node: Any) -> None:
    source = machine.value(node.iter)
    found = elements(source)
    if found is None:
        _unknown_rounds(machine, node, one_of(source))
    elif _rounds(machine, node, found):
        return
    machine.execute(node.orelse)


def _rounds(machine: Machine, node: Any, found: list[Any]) -> bool:
    """Go round once for each element, or until nothing new comes; returns whether `break` ended it."""
    enough = 1 if _trains(node) else ENOUGH
    for number, element in enumerate(found):
        if number >= MOST_ROUNDS:
            break
        news, before = machine.news, dict(machine.frame.scope.names)
        assign(machine, node.target, element)
        try:
            machine.execute(node.body)
        except Leave as leave:
            if leave.kind == "break":
                return True
            if leave.kind != "continue":
                raise
        if number >= enough and machine.news == news and _steady(before, machine.frame.scope.names, node.target):
            if number + 1 < len(found) and enough == ENOUGH:
                _unknown_rounds(machine, node, found[-1])
            break
    return False


def _trains(node: ast.AST) -> bool:
    """Whether it is a loop over epochs or batches: each round calls what the one before called."""
    return any(isinstance(n, ast.Attribute) and n.attr in _TRAINING for n in ast.walk(node))


def _steady(before: dict[str, Any], after: dict[str, Any], target: ast.expr) -> bool:
    moving = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    return all(name in moving or same(before.get(name, UNKNOWN), value) for name, value in after.items())


def _unknown_rounds(machine: Machine, node: Any, element: Any) -> None:
    """A loop of unknown length: its body once, as something that may not happen or happen again."""
    before = dict(machine.frame.scope.names)
    machine.uncertain += 1
    bound = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    machine.repeating.append((machine.frame, {name for name in bound if isinstance(before.get(name), Array)}))
    try:
        if isinstance(node, ast.For):
            assign(machine, node.target, element)
        machine.execute(node.body)
    except Leave as leave:
        if leave.kind not in ("break", "continue"):
            machine.frame.scope.names = merged([before, machine.frame.scope.names])
            return
    finally:
        machine.uncertain -= 1
        machine.repeating.pop()
    machine.frame.scope.names = merged([machine.frame.scope.names, before])


def run_while(machine: Machine, node: Any) -> None:
    for _ in itertools.islice(itertools.count(), MOST_ROUNDS):
        test = machine.value(node.test)
        decided = truth(test)
        if decided is False:
            break
        if decided is None or isinstance(node.test, ast.Constant):
            _unknown_rounds(machine, node, None)
            break
        try:
            machine.execute(node.body)
        except Leave as leave:
            if leave.kind == "break":
                return
            if leave.kind != "continue":
                raise
    machine.execute(node.orelse)

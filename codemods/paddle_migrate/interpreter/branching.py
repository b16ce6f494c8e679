"""Blocks of which one runs: conditions and handlers."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.control import Leave
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.operators import truth


def run_if(machine: Machine, node: Any) -> None:
    decided = truth(machine.value(node.test))
    if decided is not None:
        machine.execute(node.body if decided else node.orelse)
    else:
        branches(machine, [node.body, node.orelse])


def branches(machine: Machine, bodies: list[list[ast.stmt]]) -> None:
    """Run blocks of which one will run; what they agree on is known behind them."""
    before = dict(machine.frame.scope.names)
    ends: list[dict[str, Any]] = []
    left: list[str] = []
    machine.uncertain += 1
    try:
        for body in bodies:
            machine.frame.scope.names = dict(before)
            try:
                machine.execute(body)
                ends.append(machine.frame.scope.names)
            except Leave as leave:
                left.append(leave.kind)
    finally:
        machine.uncertain -= 1
    if not ends:
        machine.frame.scope.names = before
        raise Leave(left[0])
    machine.frame.scope.names = merged(ends)


def merged(ends: list[dict[str, Any]]) -> dict[str, Any]:
    merged = dict(ends[0])
    for end in ends[1:]:
        for name in dict.fromkeys([*merged, *end]):
            if name in merged and name in end:
                merged[name] = join(merged[name], end[name])
            else:
                merged[name] = merged.get(name, end.get(name))  # unbound elsewhere: using it would fail
    return merged


def run_try(machine: Machine, node: Any) -> None:
    try:
        machine.execute(node.body)
        machine.execute(node.orelse)
    except Leave as leave:
        if leave.kind != "raise" or not node.handlers:
            raise
        branches(machine, [h.body for h in node.handlers])
    finally:
        machine.execute(node.finalbody)

"""Notes of an old-form layer: the calls that lead to its making, and the shapes that it is called with."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.joining import same
from paddle_migrate.interpreter.machine import Frame, Machine
from paddle_migrate.interpreter.records import Made, View, place
from paddle_migrate.interpreter.values import Array, Instance, Items

MOST_CANDIDATES = 20
_WHOLE = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)


def record(machine: Machine, short: str, site: ast.Call) -> Made:
    """Note that an old-form layer is made at `site`."""
    made = Made(short, views(machine, site), explored=machine.explored)
    machine.made.append(made)
    machine.news += 1
    return made


def called_with(machine: Machine, made: Made, args: list[Any]) -> None:
    if args and isinstance(args[0], (Items, tuple)):
        made.listed = True
        args = list(args[0].values if isinstance(args[0], Items) else args[0])
    shapes = tuple(a.shape if isinstance(a, Array) else None for a in args)
    if not any(same(shapes, known) for known in made.inputs):
        made.inputs.append(shapes)
        machine.news += 1


def views(machine: Machine, site: ast.Call | None) -> list[View]:
    """The calls that lead to where the machine is, seen from each function of the script, the innermost first."""
    found: list[View] = []
    frame: Frame | None = machine.frame
    while frame is not None:
        if frame.home is None:
            function = (frame.function.node.lineno, 0, 0, 0) if frame.function else None
            found.append(View(place(site) if site else None, function, frame.run, _numbers(machine, frame, site)))
        site, frame = frame.site, frame.caller
    return found


def _numbers(machine: Machine, frame: Frame, site: ast.Call | None) -> dict[str, int]:
    """The whole numbers that can be written down in this frame: names, and arguments of the call."""
    found = {n: v for n, v in frame.scope.names.items() if _is_number(v)}
    mine = frame.scope.names.get("self")
    if isinstance(mine, Instance):
        found.update({f"self.{n}": v for n, v in mine.attributes.items() if _is_number(v)})
    before, machine.frame = machine.frame, frame
    try:
        for text, node in _candidates(machine, frame, site):
            value = machine.value(node)
            if _is_number(value):
                found[text] = value
    finally:
        machine.frame = before
    return found


def _candidates(machine: Machine, frame: Frame, site: ast.Call | None) -> list[tuple[str, ast.expr]]:
    """Expressions that can be written at the call: the call's own arguments, and the function's arithmetic."""
    own = [*site.args, *(k.value for k in site.keywords)] if site is not None else []
    found = [n for n in own if not isinstance(n, (ast.Constant, ast.Name))]
    function = frame.function.node if frame.function is not None else None
    if function not in machine.arithmetic:
        inside = [n for n in ast.walk(function) if _is_arithmetic(n)] if function is not None else []
        by_text = {ast.unparse(n): n for n in inside if isinstance(n, ast.expr) and not _does_something(n)}
        machine.arithmetic[function] = list(by_text.items())[:MOST_CANDIDATES]
    written = [(ast.unparse(n), n) for n in found if not _does_something(n)]
    return [*written, *machine.arithmetic[function]]


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_arithmetic(node: ast.AST) -> bool:
    """Sums and products of whole numbers, and elements of lists."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, (ast.Constant, ast.Name, ast.UnaryOp))
    return isinstance(node, ast.BinOp) and isinstance(node.op, _WHOLE)


def _does_something(node: ast.expr) -> bool:
    kinds = (ast.Call, ast.Lambda, ast.ListComp, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.GeneratorExp)
    return any(isinstance(n, kinds) for n in ast.walk(node))

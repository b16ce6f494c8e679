"""Which constants a value may be, where the script shows every call that gives it."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.passed import passed

Constant = str | int | float | bool | None


def constants(facts: Facts, node: cst.BaseExpression) -> tuple[Constant, ...]:
    """All that the value may be; nothing where it may be something that is not seen, or no constant."""
    found: dict[str, Constant] = {}
    waiting, seen = [node], set[int]()
    while waiting:
        at = waiting.pop()
        if id(at) in seen:
            continue
        seen.add(id(at))
        if isinstance(at, (cst.SimpleString, cst.Integer, cst.Float)) or _is_word(at):
            text = facts.source.code(at)
            found[text] = ast.literal_eval(text)
            continue
        before = _before(facts, at)
        if not before:
            return ()
        waiting += before
    return tuple(found.values())


def _is_word(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value in ("None", "True", "False")


def _before(facts: Facts, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What it may be, one step before; nothing where that is not seen."""
    if isinstance(node, cst.IfExp):
        return [node.body, node.orelse]
    if not isinstance(node, cst.Name):
        return []
    found: list[cst.BaseExpression] = []
    for binding in facts.origins.bindings(node):
        given = passed(facts, binding.node) if isinstance(binding.node, cst.Param) else [binding.value]
        if not given or None in given:
            return []
        found += [value for value in given if value is not None]
    return found

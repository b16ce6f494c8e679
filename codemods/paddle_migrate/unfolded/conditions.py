"""Tests of which only the text is known before the program runs."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.unfolded.machine import Machine, atom
from paddle_migrate.unfolded.operators import truth
from paddle_migrate.unfolded.values import Code, Stuck

_WORDS = {ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"}


def condition_of(machine: Machine, node: ast.expr) -> bool | str:
    """What a test gives, or its text."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = condition_of(machine, node.operand)
        return not inner if isinstance(inner, bool) else f"not {_apart(inner)}"
    if isinstance(node, ast.BoolOp):
        return _joined(machine, node)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        try:
            return _told(machine.value(node))
        except Stuck:
            return _comparison(machine, node)
    return _told(machine.value(node))


def _told(value: Any) -> bool | str:
    try:
        return truth(value)
    except Stuck:
        if not isinstance(value, Code):
            raise
        return value.text


def _joined(machine: Machine, node: ast.BoolOp) -> bool | str:
    ends, word = isinstance(node.op, ast.Or), "or" if isinstance(node.op, ast.Or) else "and"
    found: list[str] = []
    for each in node.values:
        one = condition_of(machine, each)
        if one is ends:
            if found:
                raise Stuck
            return ends
        if not isinstance(one, bool):
            found.append(one)
    texts = found if len(found) < 2 else map(_apart, found)
    return f" {word} ".join(texts) if found else not ends


def _comparison(machine: Machine, node: ast.Compare) -> str:
    word = _WORDS.get(type(node.ops[0]))
    if word is None:
        raise Stuck
    left, right = machine.value(node.left), machine.value(node.comparators[0])
    return f"{_apart(machine.lift(left))} {word} {_apart(machine.lift(right))}"


def _apart(text: str) -> str:
    return text if text.startswith("not ") and text[4:].isidentifier() else atom(text)

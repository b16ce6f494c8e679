"""Which expressions are variables of a program: what a layer gives."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script


def is_made_by_layer(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is what a layer gives somewhere, or calculated with it."""
    asked: set[int] = set()
    open_ones = [node]
    while open_ones:
        each = open_ones.pop()
        bindings = script.scopes.find(each) if isinstance(each, cst.Name) else []
        values = [binding.value for binding in bindings if binding.value is not None] or [each]
        ends = [end for value in values for end in origins_of(script.facts, value) if end is not None]
        if any(is_variable(script, end) for end in ends):
            return True
        sides = [side for end in ends if isinstance(end, cst.BinaryOperation) for side in (end.left, end.right)]
        open_ones += [side for side in sides if id(side) not in asked]
        asked |= set(map(id, sides))
    return False


def is_variable(script: Script, end: cst.BaseExpression) -> bool:
    """Whether a layer is called there."""
    reference = script.by_call.get(end) if isinstance(end, cst.Call) else None
    return reference is not None and not reference.beyond and is_layer(reference.name)


def is_layer(name: str) -> bool:
    return name.startswith(("paddle.fluid.layers.", "paddle.fluid.data")) and not name.endswith("create_array")

"""Which expressions are variables of a program: what a layer gives."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.script import Script


def is_made_by_layer(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it is what a layer gives somewhere, or a sum and the like of such."""
    bindings = script.scopes.find(node) if isinstance(node, cst.Name) else []
    values = [binding.value for binding in bindings if binding.value is not None] or [node]
    ends = [end for value in values for end in origins_of(script.facts, value) if end is not None]
    sides = [side for end in ends if isinstance(end, cst.BinaryOperation) for side in _sides(end)]
    ends += [end for side in sides for end in origins_of(script.facts, side) if end is not None]
    return any(is_variable(script, end) for end in ends)


def _sides(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What is calculated with there."""
    return [*_sides(node.left), *_sides(node.right)] if isinstance(node, cst.BinaryOperation) else [node]


def is_variable(script: Script, end: cst.BaseExpression) -> bool:
    """Whether a layer is called there."""
    reference = script.by_call.get(end) if isinstance(end, cst.Call) else None
    return reference is not None and not reference.beyond and is_layer(reference.name)


def is_layer(name: str) -> bool:
    return name.startswith(("paddle.fluid.layers.", "paddle.fluid.data")) and not name.endswith("create_array")

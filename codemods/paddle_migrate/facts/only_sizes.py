"""Whether a shape is worked out for nothing but sizes, for which whole numbers of any width do."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.rules.shapes import SIZES

_DEEPEST = 6  # names for names


def is_of_sizes(facts: Facts, value: cst.CSTNode, depth: int = 0) -> bool:
    """Whether every use that the file has of a shape, or of a part of it, is as a size that a layer is given."""
    parent = facts.source.parents.get(value)
    if isinstance(parent, cst.Subscript):
        return parent.value is value and is_of_sizes(facts, parent, depth)
    if isinstance(parent, cst.Element):
        listed = facts.source.parents.get(parent)
        return isinstance(listed, (cst.List, cst.Tuple)) and is_of_sizes(facts, listed, depth)
    if isinstance(parent, cst.BinaryOperation):
        return _is_scaled(parent) and is_of_sizes(facts, parent, depth)
    if isinstance(parent, cst.Arg):
        return _is_size(facts, value) or _is_cut(facts, value, depth)
    name = facts.assigned_name(value)
    if name is None or depth >= _DEEPEST:
        return False
    bindings = facts.scopes.find(name)
    if not bindings or any(binding.kind != "value" for binding in bindings):
        return False
    if facts.others is not None and facts.scopes.of(name) is facts.scopes.module:
        return False  # another file may use it
    uses = {id(use): use for binding in bindings for use in binding.uses}
    read = [use for use in uses.values() if any(b.value is value for b in facts.origins.bindings(use))]
    return all(_only_stops_gradients(facts, use) or is_of_sizes(facts, use, depth + 1) for use in read)


def _is_size(facts: Facts, value: cst.CSTNode) -> bool:
    """`reshape(x, shape=value)`; a cast gives a width of its own."""
    reference = facts.taken_by(value)
    if reference is None or reference.beyond:
        return False
    names = SIZES.get(facts.layer_function(reference.call), ())
    return any(reference.argument(name) is value for name in names)


def _is_cut(facts: Facts, value: cst.CSTNode, depth: int) -> bool:
    """`slice(value, …)`, whose result is a part of the shape."""
    reference = facts.taken_by(value)
    if reference is None or reference.call is None or facts.layer_function(reference.call) != "slice":
        return False
    return reference.argument("input") is value and is_of_sizes(facts, reference.call, depth + 1)


def _is_scaled(operation: cst.BinaryOperation) -> bool:
    """`value * 2`, which has the width of the value."""
    kept = isinstance(operation.operator, (cst.Add, cst.Subtract, cst.Multiply))
    return kept and isinstance(operation.right, cst.Integer)


def _only_stops_gradients(facts: Facts, use: cst.CSTNode) -> bool:
    """`value.stop_gradient = True`, which whole numbers have none of."""
    attribute = facts.source.parents.get(use)
    is_its = isinstance(attribute, cst.Attribute) and attribute.attr.value == "stop_gradient"
    return is_its and isinstance(facts.source.parents.get(attribute), cst.AssignTarget)

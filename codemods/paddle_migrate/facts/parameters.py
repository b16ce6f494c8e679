"""Whether an expression is a parameter of a layer, or may be one, as far as the files show where it comes from."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of

_HELD = ("all_parameters", "named_parameters", "parameters", "state_dict")  # what gives many
_MANY = (*_HELD, "items", "values")
_NAMES = ("_mean", "_variance", "bias", "weight")  # a step writes into the first two, too
_MAKER = "create_parameter"


def may_be_parameter(spot: Spot, *, seen: bool = False) -> bool:
    """Whether one of its values may be; with `seen`, whether one is for sure."""
    return any(_is(end, seen) for end in values_of(spot.facts).ends(spot))


def _is(end: Spot, seen: bool) -> bool:
    node = end.node
    if node is None:
        return not seen
    if isinstance(node, Part):
        return not _is_computed(end, node.whole) and (_gives_many(end, node.whole) or not seen)
    if isinstance(node, cst.Subscript):
        ends = values_of(end.facts).ends(end.at(node.value))
        return any(_gives_many(each, each.node) for each in ends) or (not seen and any(e.node is None for e in ends))
    if isinstance(node, cst.Attribute):
        return node.attr.value in _NAMES or not seen
    if isinstance(node, cst.Call):
        made = last_name(node.func) == _MAKER
        return made or (not seen and not _is_computed(end, node))
    return isinstance(node, cst.Name) and not seen


def _gives_many(end: Spot, node: cst.CSTNode | Part | None) -> bool:
    """`net.parameters()`, `net.state_dict().items()`."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return False
    name, owner = node.func.attr.value, node.func.value
    if name in _HELD:
        return True
    held = values_of(end.facts).ends(end.at(owner)) if name in _MANY else []
    return any(isinstance(each.node, cst.Call) and _gives_many(each, each.node) for each in held)


def _is_computed(end: Spot, node: cst.CSTNode) -> bool:
    """Whether it is no call, or one of a layer or of a function of Paddle's or NumPy's, which give no parameter."""
    if not isinstance(node, cst.Call) or last_name(node.func) in ("detach", "clone"):
        return True
    facts = end.facts
    known = node in facts.by_call or facts.names.resolve(node.func).startswith(("paddle.", "numpy."))
    return known or facts.kinds.is_layer(node.func) or facts.kinds.called(node) is not None

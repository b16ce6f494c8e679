"""What loaders give to loops: lists of what is fed, which were tensors of 1.8.5's, and are arrays today."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.called_values import legacy_called
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import makes_reader

_PASSING = ("enumerate", "iter", "list", "next", "tuple", "zip")  # what gives what it is given, or its elements


def is_loader(end: Spot) -> bool:
    """Whether a call, or what is a part of it, makes a loader or reader of 1.8.5's."""
    made = end.node.whole if isinstance(end.node, Part) else end.node
    if not isinstance(made, cst.Call):
        return False
    return any(map(makes_reader, (end.facts.names.resolve(made.func), *legacy_called(end.facts, made))))


def is_fed(spot: Spot, depth: int = 8) -> bool:
    """Whether an expression is a batch that a loader gives, or a part of one, wherever it comes from."""
    ends = values_of(spot.facts).ends(spot)
    return depth > 0 and any(_gives(end, depth - 1) for end in ends)


def _gives(end: Spot, depth: int) -> bool:
    node = end.node.whole if isinstance(end.node, Part) else end.node
    if isinstance(node, cst.Subscript):
        return is_fed(end.at(node.value), depth)
    if not isinstance(node, cst.Call):
        return False
    if isinstance(node.func, cst.Name) and node.func.value in _PASSING:
        return any(is_fed(end.at(arg.value), depth) for arg in node.args)
    is_next = isinstance(node.func, cst.Attribute) and node.func.attr.value in ("next", "__next__", "__iter__")
    of = node.func.value if is_next else node.func  # type: ignore[attr-defined]
    called = values_of(end.facts).ends(end.at(of))
    return is_loader(end) or any(map(is_loader, called)) or (is_next and is_fed(end.at(of), depth))

"""`piecewise_decay(bd, lr)` → `piecewise_decay(bd or [0], [*lr, lr[-1]])` where `bd` may be empty when it runs: 1.8.5
took the last rate then, and today's refuses it. A rate more at the end changes nothing where there are boundaries."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.nones import is_list
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = False  # 1.8.5's refused it there
_NAMES = ("piecewise_decay", "PiecewiseDecay")
_DEEPEST = 3
_PLAIN = (cst.Name, cst.Attribute, cst.Subscript)
_EMPTY = "PiecewiseDecay of today refuses boundaries that are empty: give the optimizer the rate itself then"


def rewrite(script: Script) -> None:
    for reference in script.open(*_NAMES):
        boundaries, values = (reference.argument(each) for each in ("boundaries", "values"))
        if boundaries is None or values is None or script.is_reported(reference):
            continue
        if isinstance(boundaries, (cst.List, cst.Tuple)) or _has_elements(Spot(script.facts, boundaries)):
            continue
        if not _lengthen(script, values):
            script.say(values, "PM303", reference.short, _EMPTY)
            continue
        opening, closing = ("", "") if isinstance(boundaries, (*_PLAIN, cst.Call, cst.ListComp)) else ("(", ")")
        if not is_list(script.facts, boundaries):
            opening, closing = f"[*{opening}", f"{closing}]"
        script.edits.wrap(*script.source.core(boundaries), opening, f"{closing} or [0]")


def _lengthen(script: Script, values: cst.BaseExpression) -> bool:
    """Write one rate more, the last one again; whether that is possible."""
    start, end = script.source.core(values)
    name = script.source.code(values)
    if isinstance(values, _PLAIN) and not script.source.has_effects(values):
        script.edits.replace(start, end, f"[*{name}, {name}[-1]]")
    elif isinstance(values, (cst.List, cst.Tuple, cst.ListComp)):
        script.edits.insert(end, " * 2")
    else:
        return False
    return True


def _has_elements(spot: Spot, depth: int = 0) -> bool:
    """Whether it is a list that has some, wherever the script has it from."""
    ends = values_of(spot.facts).ends(spot)
    return bool(ends) and all(_is_filled(end, depth) for end in ends)


def _is_filled(end: Spot, depth: int) -> bool:
    node = end.node
    if isinstance(node, (cst.List, cst.Tuple)):
        return any(isinstance(each, cst.Element) for each in node.elements)
    if depth >= _DEEPEST:
        return False
    if isinstance(node, cst.BinaryOperation):
        return any(_has_elements(end.at(side), depth + 1) for side in (node.left, node.right))
    if isinstance(node, cst.ListComp) and not node.for_in.ifs and node.for_in.inner_for_in is None:
        return _has_elements(end.at(node.for_in.iter), depth + 1)
    return False

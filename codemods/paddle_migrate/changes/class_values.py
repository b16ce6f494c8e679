"""Legacy classes that are handed on: `norm=BatchNorm`, `[Conv2D, Linear]`, `layer = Conv2D if deep else Linear`.

Today's class stands in its place where every call that it can come to is seen, and reads the same today.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.changes.inline import Inliner
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.rules.expansion import Given, Refused, helper_mark
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.script import Script
from paddle_migrate.text.pytree import dotted as dotted_tree


def names_a_class(script: Script | Facts, node: cst.CSTNode) -> bool:
    """Whether a class is only named, not handed on: in an annotation, in isinstance(), beside `is`."""
    parents = script.source.parents
    parent = parents.get(node)
    while isinstance(parent, (cst.Tuple, cst.Element, cst.Subscript, cst.SubscriptElement, cst.Index)):
        parent = parents.get(parent)
    if isinstance(parent, (cst.Annotation, cst.Comparison, cst.ComparisonTarget)):
        return True
    called = parents.get(parent) if isinstance(parent, cst.Arg) else None
    func = called.func if isinstance(called, cst.Call) else None
    return isinstance(func, cst.Name) and func.value in ("isinstance", "issubclass")


def why_not_handed_on(script: Script, reference: Reference, rule: Rule, target: str) -> str:
    """Why `target` cannot stand for the legacy class in this place; empty where it can."""
    seen = _seen(script, reference.node)
    if seen.lost:
        return f"where it goes in line {_line(script, reference, seen.lost[0])} cannot be followed to its calls"
    if not seen.is_called:
        return "" if seen.is_named else "its calls are not in this file"  # what is compared alone is today's class
    for call in seen.calls:
        reason = _why_changed(script, reference, rule, call, target)
        if reason:
            return f"its call in line {script.source.line(call)} {reason}"
    return ""


def is_only_called(script: Script, node: cst.CSTNode) -> bool:
    """Whether all that is seen of what becomes of a class are calls, or that it is handed to something else: a function
    can stand for it then."""
    seen = _seen(script, node)
    return not seen.is_named and all(isinstance(each.taker, cst.Call) or isinstance(each.above, cst.Return)
                                     for each in seen.lost)


@dataclass
class _Seen:
    """What becomes of a class that is a value: its calls in the file that are not rewritten as calls of the class by
    its name, whether it is called or only named, and where it goes out of sight."""

    calls: list[cst.Call] = field(default_factory=list)
    is_called: bool = False
    is_named: bool = False
    lost: list[Spot] = field(default_factory=list)


def _seen(script: Script, node: cst.CSTNode) -> _Seen:
    found, seen = reached(script.facts, node), _Seen()
    for spot in [*found.spots, *found.holders]:
        above = spot.above
        if names_a_class(spot.facts, spot.node):  # type: ignore[arg-type]
            seen.is_named = True
        elif not isinstance(above, cst.Call) or above.func is not spot.node or spot.facts is not script.facts:
            seen.lost.append(spot)
        else:
            seen.is_called = True
            seen.calls += [above] if above not in script.by_call else []
    if not found.are_all and not seen.lost:
        seen.lost.append(Spot(script.facts, node))
    return seen


def _line(script: Script, reference: Reference, spot: Spot) -> int:
    here = spot.facts is script.facts and isinstance(spot.node, cst.CSTNode)
    return script.source.line(spot.node if here else reference.node)  # type: ignore[arg-type]


def _why_changed(script: Script, reference: Reference, rule: Rule, call: cst.Call, target: str) -> str:
    """What of the call would have to be written otherwise for today's class."""
    try:
        expansion = Inliner(
            script, Reference(reference.name, reference.node, call, reference.binding, rule, [])
        ).expansion
    except Refused as refused:
        return f"cannot be read ({refused})"
    value = expansion.value
    own = helper_mark(rule.written_base.short) if rule.written_base is not None else target
    if expansion.activation is not None or not isinstance(value, ast.Call) or dotted_tree(value.func) != own:
        return "means another class or an activation too"
    places = [p[0] for p in targets().get(target) or ()]
    passed = [*zip(places, value.args, strict=False), *((str(k.arg), k.value) for k in value.keywords)]
    wanted = {given.number: name for name, given in passed if isinstance(given, Given)}
    for number, arg in enumerate(call.args):
        now = arg.keyword.value if arg.keyword else places[number] if number < len(places) else ""
        if wanted.get(number) != now:
            old = arg.keyword.value if arg.keyword else f"argument {number + 1}"
            return f"has {old}, which is {wanted[number]} today" if number in wanted else f"has {old}, which is gone"
    plain = (k for k in value.keywords if not isinstance(k.value, Given))
    more = [k.arg for k in plain if not is_default(target, str(k.arg), k.value)]
    return f"would need {more[0]}= today" if more else ""

"""`optimizer.state_dict()["global_step"]`, where a decay of Paddle 1 kept how far it had come: today's state has no
such entry."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.schedules import may_have_schedule
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = False  # optimizers of programs had no state_dict()
_ENTRY, _METHOD = "global_step", "state_dict"
_SAID = (
    "an optimizer's state has no 'global_step' today, and so one entry less: a schedule has its state under "
    "'LR_Scheduler', where 'last_epoch' is the step it has come to"
)


def rewrite(script: Script) -> None:
    if not script.references or _METHOD not in script.source.attributes:
        return
    for node, state in _asked(script):
        if not script.is_skipped(node) and _is_state(script, state):
            script.say(node, "PM343", script.source.code(node), _SAID)


def _asked(script: Script) -> list[tuple[cst.BaseExpression, cst.BaseExpression]]:
    """What asks for the entry or counts all, with what is asked."""
    found: list[tuple[cst.BaseExpression, cst.BaseExpression]] = []
    for node in script.source.all(cst.Comparison):
        target = node.comparisons[0]
        if _is_entry(node.left) and isinstance(target.operator, (cst.In, cst.NotIn)):
            found.append((node, target.comparator))
    for part in script.source.all(cst.Subscript):
        index = part.slice[0].slice
        if isinstance(index, cst.Index) and _is_entry(index.value):
            found.append((part, part.value))
    for call in script.source.all(cst.Call):
        given = call.args[0].value if call.args and not call.args[0].star else None
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in ("get", "pop") and _is_entry(given):
            found.append((call, call.func.value))
        elif isinstance(call.func, cst.Name) and call.func.value == "len" and given is not None:
            found.append((call, given))
    return found


def _is_entry(node: cst.BaseExpression | None) -> bool:
    return isinstance(node, cst.SimpleString) and node.evaluated_value == _ENTRY


def _is_state(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it may be the state of an optimizer that has a schedule."""
    return any(_is_asked(script, end) for end in values_of(script.facts).ends(Spot(script.facts, node)))


def _is_asked(script: Script, end: Spot) -> bool:
    func = end.node.func if isinstance(end.node, cst.Call) else None
    if end.facts is not script.facts or not isinstance(func, cst.Attribute) or func.attr.value != _METHOD:
        return False
    return script.kinds.what(func.value) == "optimizer" and may_have_schedule(script.facts, func.value)

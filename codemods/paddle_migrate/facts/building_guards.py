"""Under which `program_guard` something runs: that around it, or around who calls its function."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import around
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Part, Spot, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.text.arguments import argument

_GUARDS = re.compile(rb"program_guard")
_NONE: Hashable = None
_DEEPEST = 8


def is_built_elsewhere(facts: Facts, loss: cst.BaseExpression, call: cst.Call) -> bool:
    """Whether what the call is given may be built under other guards than those that the call runs under."""
    if not facts.says(_GUARDS):
        return False
    ends = values_of(facts).ends(Spot(facts, loss))
    made = {guard for end in ends if end.node is not None for guard in _guards(end)}
    return not made <= set(_guards(Spot(facts, call)))


def _guards(spot: Spot, depth: int = 0) -> Iterable[Hashable]:
    """The programs whose guard is the innermost one, as far as it is seen who runs it."""
    node = spot.node.whole if isinstance(spot.node, Part) else spot.node
    if node is None or depth > _DEEPEST:
        return []
    guards, function = around(spot.facts, node), function_around(spot.facts, node)
    if guards and (function is None or spot.facts.source.lies_in(guards[0], function)):
        return [_program(spot, guards[0])]
    if function is None:
        return [_NONE]
    known = spot.way is not None and spot.way.function is function
    calls = [spot.way.call] if known and spot.way is not None else callers(
        values_of(spot.facts), spot.facts, function).calls
    return {guard for each in calls for guard in _guards(each, depth + 1)}


def _program(spot: Spot, guard: cst.Call) -> Hashable:
    """The same for guards of one program: where it is made, else how the file names it."""
    program = argument(guard, 0, "main_program")
    ends = values_of(spot.facts).ends(spot.at(program)) if program is not None else []
    if ends and all(isinstance(end.node, cst.Call) for end in ends):
        return frozenset(end.place for end in ends)
    return spot.facts.path, spot.facts.source.code(program) if program is not None else id(guard)

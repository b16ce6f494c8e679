"""Under which `program_guard` something runs: that around it, or around who calls its function."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import around, makes_program
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Part, Spot, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import is_program
from paddle_migrate.text.arguments import argument

_GUARDS = re.compile(rb"program_guard")
_NONE: Hashable = None
_DEEPEST = 8


def is_built_elsewhere(facts: Facts, loss: cst.BaseExpression, call: cst.Call) -> bool:
    """Whether what the call is given may be built under other guards than those that the call runs under."""
    return facts.says(_GUARDS) and _is_elsewhere(Spot(facts, loss), Spot(facts, call))


def computed_elsewhere(value: Spot, if_unseen: bool) -> list[Spot]:
    """The operators that a variable comes of, `total = loss * 2`, and that stand under other guards than their
    variables, or under none where it is not seen who made these."""
    ends = values_of(value.facts).ends(value) if value.facts.says(_GUARDS) else []
    operators = [end for end in ends if isinstance(end.node, cst.BinaryOperation)]
    return [each for each in operators if _is_elsewhere(each, each) or (if_unseen and not any(_made_of(each)))]


def _is_elsewhere(value: Spot, where: Spot) -> bool:
    made = {guard for end in _made_of(value) for guard in _guards(end)}
    return not made <= set(_guards(where))


def _made_of(value: Spot, depth: int = 0) -> Iterator[Spot]:
    """What a value comes of as far as it is seen; of operators, the calls that they compute with."""
    for end in values_of(value.facts).ends(value):
        if isinstance(end.node, cst.BinaryOperation) and depth < _DEEPEST:
            for side in (end.node.left, end.node.right):
                yield from _made_of(end.at(side), depth + 1)
        elif isinstance(end.node, cst.Call) or (end.node is not None and not depth):
            yield end


def are_built_apart(one: Spot, other: Spot) -> bool:
    """Whether two lines build in programs that are made new for each."""
    mine, theirs = _new_programs(one), _new_programs(other)
    return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)


def _new_programs(spot: Spot) -> set[Hashable]:
    """Where the programs are made that the line builds in; nothing where one may be there already, or is not seen."""
    found: set[Hashable] = set()
    for guard in _opened(spot):
        program = argument(guard.node, 0, "main_program") if isinstance(guard.node, cst.Call) else None
        ends = values_of(guard.facts).ends(guard.at(program)) if program is not None else []
        if not ends or not all(makes_program(end) and not is_program(end.facts.by_call[end.node].name)  # type: ignore[index]
                               for end in ends):
            return set()
        found |= {end.place for end in ends}
    return found


def _guards(spot: Spot) -> list[Hashable]:
    """The programs whose guard is the innermost one, as far as it is seen who runs it."""
    return [_program(each, each.node) if isinstance(each.node, cst.Call) else _NONE for each in _opened(spot)]


def _opened(spot: Spot, depth: int = 0) -> list[Spot]:
    """The innermost guards around, as far as it is seen who runs it; without a node where there is none."""
    node = spot.node.whole if isinstance(spot.node, Part) else spot.node
    if node is None or depth > _DEEPEST:
        return []
    guards, function = around(spot.facts, node), function_around(spot.facts, node)
    if guards and (function is None or spot.facts.source.lies_in(guards[0], function)):
        return [spot.at(guards[0])]
    if function is None:
        return [spot.at(None)]
    known = spot.way is not None and spot.way.function is function
    calls = [spot.way.call] if known and spot.way is not None else callers(
        values_of(spot.facts), spot.facts, function).calls
    return list(dict.fromkeys(guard for each in calls for guard in _opened(each, depth + 1)))


def _program(spot: Spot, guard: cst.Call) -> Hashable:
    """The same for guards of one program: where it is made, else how the file names it."""
    program = argument(guard, 0, "main_program")
    ends = values_of(spot.facts).ends(spot.at(program)) if program is not None else []
    if ends and all(isinstance(end.node, cst.Call) for end in ends):
        return frozenset(end.place for end in ends)
    return spot.facts.path, spot.facts.source.code(program) if program is not None else id(guard)

"""Whether an array may be changed in its place while a tensor of it is in use, wherever either is done; and whether a
list may, of which an optimizer was made."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.generators import is_generator
from paddle_migrate.facts.values.order import holding
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of

METHODS = ("fill", "partition", "put", "sort")
FUNCTIONS = ("at", "copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask", "shuffle")
_MADE, _NONE = "made", "none"
_MAKERS = (cst.Call, cst.List, cst.ListComp, cst.BinaryOperation)
_OPERATIONS = (cst.BinaryOperation, cst.UnaryOperation, cst.Subscript)


def changed_in_use(
    facts: Facts, made: cst.Call, value: cst.BaseExpression, methods: tuple[str, ...] = METHODS
) -> str:
    """The line that may write into the array behind the call that makes a tensor of it, and before the tensor is done
    with, with its file where that is another; empty where none does. `methods`: of the array, which write into it."""
    arrays = (end for end in values_of(facts).ends(Spot(facts, _whole(value))) if isinstance(end.node, _MAKERS))
    having = [(end, each) for end in arrays for each in reached(end.facts, end.node).spots]  # type: ignore[arg-type]
    writes = {spot.place: spot for array, each in having for spot in [_write(each, methods)]
              if spot is not None and not _is_still_its_own(array, spot, made)}
    writes.update({spot.place: spot for spot in _added(facts, value)})
    if not writes:
        return ""
    makes = {Spot(facts, made).place, *(each.at(each.taker).place for _, each in having if _makes(each, facts, made))}
    uses = set(_uses(facts, made))

    def sets(event: Spot) -> object:
        return _MADE if event.place in makes else event.place if event.place in writes else None

    others = facts.others.importing() if facts.others is not None else []
    held = holding([facts, *map(Facts.of_other, others)], sets, lambda event: event.place in uses, _NONE)
    return next((_line(facts, spot) for place, spot in writes.items() if place in held), "")


def _line(facts: Facts, spot: Spot) -> str:
    line, path = str(spot.facts.source.line(spot.node)), spot.facts.path  # type: ignore[arg-type]
    return line if spot.facts is facts or path is None else f"{path.name}:{line}"


def _whole(value: cst.BaseExpression) -> cst.BaseExpression:
    """Of `a[:n]` and `a[0]`, which are views of it."""
    while isinstance(value, cst.Subscript) and len(value.slice) == 1:
        part = value.slice[0].slice
        if isinstance(part, cst.Index) and not isinstance(part.value, cst.Integer):
            break
        value = value.value
    return value


def _is_still_its_own(array: Spot, write: Spot, made: cst.Call) -> bool:
    """Whether the function that makes the array writes into it, and only hands it out at its end: no tensor is made of
    it before."""
    function = function_around(array.facts, array.node)  # type: ignore[arg-type]
    if function is None or write.facts is not array.facts or is_generator(array.at(function)):
        return False

    def is_handed_on(call: cst.Call) -> bool:
        own = call is made or any(each.node is not None for each in values.called(array.at(call)))
        return own and any(array.place == end.place for arg in call.args for end in values.ends(array.at(arg.value)))

    values, inside = values_of(array.facts), function_around(array.facts, write.node) is function  # type: ignore[arg-type]
    return inside and not any(map(is_handed_on, array.facts.source.inside(function.body, cst.Call)))


def _added(facts: Facts, value: cst.BaseExpression) -> Iterator[Spot]:
    """`a += …` of the name."""
    for each in facts.scopes.find(value) if isinstance(value, cst.Name) else ():
        if isinstance(each.node, cst.AugAssign):
            yield Spot(facts, each.node)


def _write(spot: Spot, methods: tuple[str, ...]) -> Spot | None:
    """What writes into it there: `a[i] = …`, `a += …`, `a.fill(…)`, `np.copyto(a, …)`, `np.exp(b, out=a)`."""
    source, node, above = spot.facts.source, spot.node, spot.above
    while isinstance(above, cst.Subscript) and above.value is node:
        node, above = above, source.parents.get(above)
    is_part = node is not spot.node
    if isinstance(above, cst.AugAssign) and above.target is node:
        return spot.at(above)
    if isinstance(above, cst.AssignTarget) and is_part:
        return spot.at(above)
    if isinstance(above, cst.Attribute) and above.attr.value in methods:
        call = source.parents.get(above)
        return spot.at(call) if isinstance(call, cst.Call) and call.func is above else None
    call = source.parents.get(above) if isinstance(above, cst.Arg) else None
    if not isinstance(above, cst.Arg) or not isinstance(call, cst.Call):
        return None
    is_out = above.keyword is not None and above.keyword.value == "out"
    is_first = above is call.args[0] and last_name(call.func) in FUNCTIONS
    return spot.at(call) if is_out or is_first else None


def _makes(spot: Spot, facts: Facts, made: cst.Call) -> bool:
    """Whether it makes a tensor in the same way."""
    there = spot.facts.by_call.get(spot.taker) if isinstance(spot.taker, cst.Call) else None
    return there is not None and there.rule is facts.by_call[made].rule


def _uses(facts: Facts, made: cst.Call) -> Iterator[object]:
    """Where the tensor is computed with or read, and where gradients are worked out of what is made of it."""
    for spot in reached(facts, made).spots:
        yield from (each.place for each in _used_in(spot))
    passed: list[Spot] = []

    def further(spot: Spot) -> list[cst.CSTNode] | None:
        passed.append(spot)
        found = [each.node for each in _used_in(spot) if isinstance(each.node, (cst.Call, *_OPERATIONS))]
        return found or None  # type: ignore[return-value]

    reached(facts, made, further)
    for spot in passed:
        if isinstance(spot.above, cst.Attribute) and spot.above.attr.value == "backward":
            yield spot.at(spot.at(spot.above).above).place


def _used_in(spot: Spot) -> Iterator[Spot]:
    """The call that takes it, that of a method of its own, or the operation."""
    above = spot.above
    if isinstance(spot.taker, cst.Call):
        yield spot.at(spot.taker)
    elif isinstance(above, cst.Attribute) and isinstance(spot.at(above).above, cst.Call):
        yield spot.at(spot.at(above).above)
    elif isinstance(above, _OPERATIONS):
        yield spot.at(above)

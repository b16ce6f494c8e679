"""Strategies that a fleet is handed, over functions and files: what is set on them, which nothing of today reads."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.programs import COMPILED
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.strategies import COMPILING, OF_FLEETS, SCALE, SETTABLE, SETTINGS

_ASKING = (cst.Comparison, cst.If, cst.IfExp, cst.UnaryOperation, cst.While)


def settings_of(facts: Facts, call: cst.CSTNode) -> list[Spot] | None:
    """The statements, of whichever file, that set something on the strategy that the call makes; None where anything
    else is done with it but to hand it to a fleet and to ask whether it is there."""
    found, settings = reached(facts, call), list[Spot]()
    for spot in found.spots:
        at = setting(spot)
        if at is not None:
            settings.append(at)
        elif not (_is_taken(spot) or isinstance(spot.above, _ASKING)):
            return None
    return settings if found.are_all and not found.holders else None


def settings_of_others(facts: Facts) -> list[cst.Assign]:
    """The statements of this file that set something on strategies which other files make, and hand to fleets alone."""
    named = [each for name in SETTINGS for each in facts.source.attributes.get(name, ())]
    found = [setting(Spot(facts, each.value)) for each in named]
    return [at.node for at in found if at is not None and isinstance(at.node, cst.Assign) and _is_of_others(at)]


def asked_of(facts: Facts, call: cst.CSTNode) -> set[str] | None:
    """The attributes that are read of a strategy which is set, over functions and files, and handed to what compiles
    for several devices, and nothing else; None of any other."""
    found, read = reached(facts, call), set[str]()
    for spot in found.spots:
        above = spot.above
        if isinstance(above, cst.Attribute) and above.value is spot.node and setting(spot) is None:
            read.add(above.attr.value)
        elif setting(spot) is None and not (_is_compiled_by(spot) or isinstance(above, _ASKING)):
            return None
    return read if found.are_all and not found.holders else None


def only_scales(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a way to scale gradients is set on strategies of that kind, and nothing else is done with it."""
    found = reached(facts, node)
    return found.are_only and bool(found.spots) and all(map(_scales, found.spots))


def _scales(spot: Spot) -> bool:
    assign = spot.above
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    if not isinstance(target, cst.Attribute) or target.attr.value != SCALE:
        return False
    ends = values_of(spot.facts).ends(Spot(spot.facts, target.value))
    return bool(ends) and all(isinstance(end.node, cst.Call) and end.node in end.facts.by_call and
                              end.facts.by_call[end.node].short.endswith(SETTABLE) and
                              asked_of(end.facts, end.node) is not None for end in ends)


def _is_compiled_by(spot: Spot) -> bool:
    taker = spot.taker
    if not isinstance(taker, cst.Call):
        return False
    reference = spot.facts.by_call.get(taker)
    if reference is not None:
        return reference.name.rpartition(".")[2] in COMPILING and not reference.beyond
    return isinstance(taker.func, cst.Attribute) and taker.func.attr.value in COMPILED


def _is_of_others(at: Spot) -> bool:
    receiver = at.node.targets[0].target.value  # type: ignore[union-attr]
    ends = values_of(at.facts).ends(at.at(receiver))
    made = [end for end in ends if not (isinstance(end.node, cst.Name) and end.node.value == "None")]
    return any(end.facts is not at.facts for end in made) and all(
        _makes(end) and settings_of(end.facts, end.node) is not None for end in made)  # type: ignore[arg-type]


def _makes(spot: Spot) -> bool:
    reference = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    return reference is not None and reference.short.endswith(OF_FLEETS)


def setting(spot: Spot) -> Spot | None:
    """`strategy.memory_optimize = True`: the statement."""
    parents = spot.facts.source.parents
    target = parents.get(spot.above)
    statement = parents.get(target)
    is_one = isinstance(spot.above, cst.Attribute) and isinstance(target, cst.AssignTarget)
    is_alone = is_one and isinstance(statement, cst.Assign) and len(statement.targets) == 1
    return spot.at(statement) if is_alone else None


def _is_taken(spot: Spot) -> bool:
    func = spot.taker.func if isinstance(spot.taker, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == "distributed_optimizer"

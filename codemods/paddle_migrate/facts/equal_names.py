"""Guards under which the names of one program begin anew, and alike: what is made under them has equal names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.branches import may_both_run
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.opened_programs import builds_in_own_programs, opens_program
from paddle_migrate.facts.programs import blocks_around
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Spot, Way
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.parameters import BEGINS_NAMES
from paddle_migrate.rules.shapes import LAYERS
from paddle_migrate.text.arguments import argument

_REPEATED = (cst.For, cst.While, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
_TRAINS = ("minimize", "backward", "append_backward", "gradients")
_DEEPEST = 8  # calls within calls


@dataclass(frozen=True)
class _Run:
    """A guard that is opened: in which `program_guard`, or the module, at which call there, and after which names."""

    call: cst.Call
    around: cst.CSTNode
    at: Spot
    prefix: str
    is_repeated: bool
    trains: bool


def equal_guards(facts: Facts) -> list[cst.Call]:
    """The guards of the file under which the same names begin once more in a program that is not yet trained."""
    calls = [each.call for each in facts.references if each.name.endswith(BEGINS_NAMES)]
    runs = [run for call in calls if call is not None and not _is_of_own_programs(facts, call)
            for run in _runs(facts, call)]
    again = [run for place, run in enumerate(runs)
             if not run.trains and (run.is_repeated or any(_is_again(run, each) for each in runs[:place]))]
    return list(dict.fromkeys(run.call for run in again))


def _is_of_own_programs(facts: Facts, call: cst.Call) -> bool:
    item = facts.source.parents.get(call)
    guard = facts.source.parents.get(item) if isinstance(item, cst.WithItem) else None
    return isinstance(guard, cst.With) and not opens_program(facts, guard) and builds_in_own_programs(facts, guard)


def mixed_guards(facts: Facts) -> list[cst.Call]:
    """The guards of the file that begin names without a prefix, and under which a layer is made that the same program
    has outside of them, too."""
    layers = [(each, facts.source.parent(each.call, cst.FunctionDef, cst.Lambda)) for each in facts.references
              if each.call is not None and each.name.startswith(LAYERS) and each.argument("name") is None]
    found = []
    for call in [each.call for each in facts.references if each.name.endswith(BEGINS_NAMES)]:
        item = facts.source.parents.get(call) if call is not None else None
        guard = facts.source.parents.get(item) if isinstance(item, cst.WithItem) else None
        if call is None or guard is None or _prefix(Spot(facts, call)) != "":
            continue
        home, program = facts.source.parent(guard, cst.FunctionDef, cst.Lambda), _program(facts, call)
        near = [each for each, function in layers if function is home and _program(facts, each.call) is program]
        outside = {each.name for each in near if not _is_under_guard(facts, each.call)}
        if any(each.name in outside and facts.source.lies_in(each.node, guard) for each in near):
            found.append(call)
    return found


def _program(facts: Facts, node: cst.CSTNode | None) -> cst.CSTNode | None:
    """The `with` that opens the program which the node is made in; None outside of all."""
    return next((each for each in blocks_around(facts, node) if opens_program(facts, each)), None)


def _is_under_guard(facts: Facts, node: cst.CSTNode | None) -> bool:
    calls = [item.item for each in blocks_around(facts, node) for item in each.items if isinstance(item.item, cst.Call)]
    return not all(call in facts.by_call and not facts.by_call[call].name.endswith(BEGINS_NAMES) for call in calls)


def _is_again(one: _Run, other: _Run) -> bool:
    if one.around is not other.around or one.prefix != other.prefix or other.trains:
        return False
    return may_both_run(one.at, other.at) and not _is_trained_between(one.at, other.at)


def _is_trained_between(one: Spot, other: Spot) -> bool:
    order = one.facts.source.order
    first, last = sorted(order(each.node) for each in (one, other))  # type: ignore[arg-type]
    return any(first < order(call) < last for call in _training(one.facts))


def _training(facts: Facts) -> list[cst.Call]:
    named = [reference.call for reference in facts.references
             if reference.call is not None and reference.name.rpartition(".")[2] in _TRAINS]
    return named + [call for name in _TRAINS for _, call in facts.source.method_calls(name)]


def _runs(facts: Facts, call: cst.Call) -> Iterator[_Run]:
    for around, at, way, is_repeated, trains in _climbed(Spot(facts, call), None, False, False, 0):
        prefix = _prefix(Spot(facts, call, way))
        if prefix is not None:
            yield _Run(call, around, at, prefix, is_repeated, trains)


_Climbed = tuple[cst.CSTNode, Spot, Way | None, bool, bool]


def _climbed(spot: Spot, way: Way | None, is_repeated: bool, trains: bool, depth: int) -> Iterator[_Climbed]:
    """Up to what opens the program, once for each call that leads there; `way` is that of the innermost function."""
    facts, node, below = spot.facts, spot.node, None
    while isinstance(node, cst.CSTNode):
        if isinstance(node, cst.Module) or (isinstance(node, cst.With) and opens_program(facts, node)):
            yield node, spot, way, is_repeated, trains
            return
        if isinstance(node, cst.Lambda) or (isinstance(node, cst.With) and _may_open_program(facts, node, below)):
            return
        if isinstance(node, cst.FunctionDef):
            break
        if isinstance(node, _REPEATED):
            is_repeated = True
            trains = trains or _trains_in(facts, node)
        below, node = node, facts.source.above.get(id(node))
    if isinstance(node, cst.FunctionDef) and depth < _DEEPEST:
        trains = trains or _trains_in(facts, node)
        for call in callers(values_of(facts), facts, node).calls:
            yield from _climbed(call, way or Way(node, call), is_repeated, trains, depth + 1)


def _trains_in(facts: Facts, node: cst.CSTNode) -> bool:
    return any(facts.source.lies_in(call, node) for call in _training(facts))


def _may_open_program(facts: Facts, node: cst.With, below: object) -> bool:
    """Whether something of the script's own is around the block."""
    return below is node.body and not all(item.item in facts.by_call for item in node.items)


def _prefix(spot: Spot) -> str | None:
    """What the names begin with; None where that is not known."""
    given = argument(spot.node, 0, "new_generator")  # type: ignore[arg-type]
    if given is None or (isinstance(given, cst.Name) and given.value == "None"):
        return None if any(arg.star for arg in spot.node.args) else ""  # type: ignore[union-attr]
    found = texts(spot.at(given))
    return found[0].start if len(found) == 1 and found[0].end is None else None

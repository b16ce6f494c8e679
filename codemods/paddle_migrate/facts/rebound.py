"""Names that hold variables of several programs, one after another: `loss` of the program that trains, then, where the
same function builds the one that tests, of that.

1.8 fetched by what a variable is called, and both are called the same; today's runs want the variable of their program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fetched import fetched_by
from paddle_migrate.facts.programs import COMPILED, built_into, clones, guards_of, program_of_run
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Spot, Way, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.text.arguments import argument

_Programs = frozenset[Hashable]  # the calls of `Program()`, and what the default one is called
_DEFAULT = ".default_main_program"


@dataclass(frozen=True)
class Rebound:
    """A name that holds a variable of another program than is meant; `own`: the assignment of the one that is meant,
    where that shows, and `program`: the expression of its guard."""

    own: cst.Assign | None = None
    program: cst.BaseExpression | None = None


def rebound_names(facts: Facts) -> dict[cst.Name, Rebound]:
    """What runs fetch, `loss` and `loss.name`, of names that hold, there, variables of no program that is run."""
    meant: dict[cst.Name, set[_Programs]] = defaultdict(set)
    for _, call in facts.source.method_calls("run"):
        fetched = fetched_by(facts, call)
        for way in _ways(facts, call) if fetched is not None else ():
            programs = _programs(Spot(facts, program_of_run(facts, call), way))
            for name in _names(Spot(facts, fetched, way)):
                meant[name].add(programs)
    found: dict[cst.Name, Rebound] = {}
    for name, runs in meant.items():
        each = [_rebound(facts, name, programs) for programs in runs]
        if any(each):
            found[name] = each[0] if len(each) == 1 and each[0] is not None else Rebound()
    return found


def _ways(facts: Facts, call: cst.Call) -> list[Way | None]:
    """Each call that the function around runs for."""
    function = function_around(facts, call)
    calls = callers(values_of(facts), facts, function).calls if function is not None else []
    return [Way(function, each) for each in calls] if function is not None and calls else [None]


def _names(fetched: Spot) -> Iterator[cst.Name]:
    values, facts = values_of(fetched.facts), fetched.facts
    for held in elements(values, fetched) or []:
        for each in (held, *values.ends(_itself(held), _is_of_several)):
            taken = _itself(each).node
            if isinstance(taken, cst.Name) and each.facts is facts:
                yield taken


def _itself(spot: Spot) -> Spot:
    """`v` of `v.name`."""
    node = spot.node
    return spot.at(node.value) if isinstance(node, cst.Attribute) and node.attr.value == "name" else spot


def _is_of_several(spot: Spot) -> bool:
    """A name that is set under guards of several programs, or what is asked for the name of such a one."""
    node = _itself(spot).node
    bindings = spot.facts.scopes.find(node) if isinstance(node, cst.Name) else []
    guards = [guards_of(spot.facts, b.node) for b in bindings if isinstance(b.node, cst.Assign)]
    return len({spot.facts.source.code(each[0]) for each in guards if each and each[0] is not None}) > 1


def _rebound(facts: Facts, name: cst.Name, programs: _Programs) -> Rebound | None:
    order = facts.source.order
    made = [b.node for b in facts.scopes.find(name) if isinstance(b.node, cst.Assign) and order(b.node) < order(name)]
    made.sort(key=order)
    built = [_built(facts, each) for each in made]
    if not programs or not made or not built[-1] or not built[-1].isdisjoint(programs):
        return None
    own = next((each for each, its in zip(reversed(made), reversed(built), strict=True) if its == programs), None)
    is_alike = own is not None and _is_built_alike(facts, name.value, own, made[-1])
    return Rebound(own, guards_of(facts, own)[0]) if own is not None and is_alike else Rebound()


def _is_built_alike(facts: Facts, name: str, one: cst.Assign, other: cst.Assign) -> bool:
    """Whether one function of the script gives both, as the same of its results: they have one name in 1.8. Layers that
    are called in both programs may be counted otherwise."""
    calls, code = (one.value, other.value), facts.source.code
    if not all(isinstance(call, cst.Call) and call not in facts.by_call for call in calls):
        return False
    if code(one.value.func) != code(other.value.func):  # type: ignore[attr-defined]
        return False
    given, again = _given_as(facts, one, name), _given_as(facts, other, name)
    return given is again if given is not None and again is not None else _place(one, name) == _place(other, name)


def _place(assign: cst.Assign, name: str) -> list[int]:
    """At which of the results that are unpacked it stands."""
    found = [n for target in _unpacked(assign) for n, each in enumerate(target.elements)
             if isinstance(each.value, cst.Name) and each.value.value == name]
    return found or [-1]


def _unpacked(assign: cst.Assign) -> list[cst.Tuple | cst.List]:
    return [each.target for each in assign.targets if isinstance(each.target, (cst.Tuple, cst.List))]


def _given_as(facts: Facts, assign: cst.Assign, name: str) -> Binding | None:
    """What the function has called it that gives it: the one name, set once, that the only `return` of as many results
    has in its place."""
    targets, place = _unpacked(assign), _place(assign, name)
    functions = values_of(facts).called(Spot(facts, assign.value))
    if len(targets) != 1 or len(place) != 1 or len(functions) != 1:
        return None
    (function,) = functions
    node, there = function.node, function.facts
    tuples = [each.value for each in there.definitions.returns(node)] if isinstance(node, cst.FunctionDef) else []
    given = [each.elements for each in tuples
             if isinstance(each, cst.Tuple) and len(each.elements) == len(targets[0].elements)]
    every = [each for elements in (targets[0].elements, *given) for each in elements]
    is_starred = any(isinstance(each, cst.StarredElement) for each in every)
    if len(given) != 1 or is_starred or not all(isinstance(each, cst.Tuple) for each in tuples):
        return None
    taken = given[0][place[0]].value
    bindings = there.scopes.find(taken) if isinstance(taken, cst.Name) else []
    return bindings[0] if len(bindings) == 1 and bindings[0].scope is there.scopes.of(taken) else None


def _built(facts: Facts, assign: cst.Assign) -> _Programs:
    """The programs under whose guard it stands."""
    guards = guards_of(facts, assign)
    return _programs(Spot(facts, guards[0]), is_built=True) if guards else frozenset()


def _programs(program: Spot, is_built: bool = False) -> _Programs:
    """The calls of `Program()` that it may be of, itself, compiled, or as a copy, and the copies into which more is
    built; none where it may be another. `is_built`: of what is built into a copy, that alone."""
    found: set[Hashable] = set()
    open_ends = values_of(program.facts).ends(program) if program.node is not None else []
    asked: set[object] = set()  # `self.p = self.p.clone()` comes back to itself
    while open_ends:
        end = open_ends.pop()
        call = end.node
        if call in asked:
            continue
        asked.add(call)
        reference = end.facts.by_call.get(call) if isinstance(call, cst.Call) else None
        if not isinstance(call, cst.Call):
            return frozenset()
        if reference is not None and reference.name.endswith(".Program"):
            found.add(call)
            continue
        if reference is not None and reference.name.endswith(_DEFAULT) and not guards_of(end.facts, call):
            found.add(_DEFAULT)
            continue
        is_compiled = reference is not None and reference.name.endswith(".CompiledProgram")
        source = argument(call, 0, "program_or_graph") if is_compiled else None
        if isinstance(call.func, cst.Attribute) and (call.func.attr.value in COMPILED or call in clones(end.facts)):
            is_own = bool(built_into(end.facts, call))
            found |= {call} if is_own else set()
            if is_own and is_built:
                continue
            source = call.func.value
        if source is None:
            return frozenset()
        open_ends += values_of(end.facts).ends(end.at(source))
    return frozenset(found)

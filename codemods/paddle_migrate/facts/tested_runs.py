"""Copies of programs for tests of which all runs are seen: what they fetch, and which data that is computed of."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.constants import Constant, constants_at
from paddle_migrate.facts.data_behind import data_behind
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fed_lists import fed_names, name_fed, name_of_data
from paddle_migrate.facts.fetched import fed_by, fetched_by
from paddle_migrate.facts.programs import is_for_test, is_run_of_executor, may_be_clone, program_of_run
from paddle_migrate.facts.pure import only_gives_a_value
from paddle_migrate.facts.schedules import may_count
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.sequences import feeds_sequences
from paddle_migrate.facts.values.containers import written_out
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.rules.acting import ACTING


@dataclass(frozen=True)
class Tested:
    """What a copy is asked for in every run, and the data that it takes, as they are called where it is made, or by the
    names that they have in programs."""

    feeds: tuple[str, ...]
    names: tuple[str, ...]  # where not all feeds are called something there
    fetches: tuple[str, ...]
    idle: tuple[cst.DictElement, ...]  # what is fed beside, of which none of it is computed


def is_idle(facts: Facts, copy: cst.Call) -> bool:
    """Whether nothing has the copy, here or where the file's names may be asked for."""
    having, scope = reached(facts, copy), facts.scopes.of(copy)
    runs = [call for _, call in facts.source.method_calls("run") if facts.scopes.of(call) is scope]
    if not any(is_run_of_executor(facts, call) for call in runs):
        return False
    return having.are_only and not having.spots


def tested_by(facts: Facts, copy: cst.Call) -> Tested | None:
    """None where not all of that is seen, or a run does more than to give what it is asked for."""
    if not is_for_test(facts, copy) or feeds_sequences(facts) or _says(facts, ACTING):
        return None
    if may_be_clone(facts, copy.func.value):  # type: ignore[attr-defined]
        return None  # in which the variables are others
    if may_count(facts, copy):
        return None
    asked = set[Constant]()
    runs = _runs(facts, copy, asked)
    lists = [_fetched(facts, run) for run in runs or []]
    if not lists or None in lists:
        return None
    named = [[_name_at(copy, each) for each in listed or []] for listed in lists]
    names = named[0]
    if not all(names) or any(each != names for each in named):
        return None
    data = [data_behind(each) for each in lists[0] or []]
    if None in data or any(map(_is_scaled, lists[0] or [])):
        return None
    made = sorted({end for each in data for end in each or ()}, key=_in_order)
    feeds = [_name_of_data(facts, copy, end) for end in made]
    taken = [name_of_data(end.facts, end.node) for end in made if isinstance(end.node, cst.Call)]
    beside = [_fed_beside(facts, run, set(taken)) for run in runs or []]
    if not feeds or not all(taken) or not asked.issubset(taken) or None in beside:
        return None
    if set(feeds) & set(names):
        return None  # what is fed itself
    idle = (each for elements in beside for each in elements or ())
    called = tuple(each for each in feeds if each)
    unseen = taken if len(called) < len(feeds) else []
    return Tested(called, tuple(map(str, unseen)), tuple(map(str, names)), tuple(idle))


def _in_order(end: Spot) -> tuple[str, int]:
    """Of data that several files make, too."""
    return str(end.facts.path), end.facts.source.order(end.node)  # type: ignore[arg-type]


def _says(facts: Facts, text: re.Pattern[bytes]) -> bool:
    return facts.says(text) or (facts.others is not None and bool(facts.others.program(text)))


def _runs(facts: Facts, copy: cst.Call, names: set[Constant]) -> list[Spot] | None:
    """The runs of the copy, if it is nothing else than run, here, and asked for data by their names, which are added
    to `names`."""
    having = reached(facts, copy)
    if not having.are_only:
        return None
    found = []
    for spot in having.spots:
        asked = _asked_for(spot)
        if asked:
            names.update(asked)
            continue
        run = spot.taker
        is_run = isinstance(run, cst.Call) and spot.facts is facts and is_run_of_executor(facts, run)
        if not is_run or program_of_run(facts, run) is not spot.node:  # type: ignore[arg-type]
            return None
        found.append(spot.at(run))
    return found


def _asked_for(program: Spot) -> tuple[Constant, ...]:
    """The names of `program.global_block().var(name)`."""
    parents, block = program.facts.source.parents, program.above
    call = parents.get(parents.get(parents.get(block)))
    is_asked = (
        isinstance(block, cst.Attribute) and block.attr.value == "global_block" and isinstance(call, cst.Call)
        and isinstance(call.func, cst.Attribute) and call.func.attr.value == "var" and len(call.args) == 1
        and call.func.value is parents.get(block)
    )
    return constants_at(program.at(call.args[0].value)) if is_asked else ()  # type: ignore[union-attr]


def _fetched(facts: Facts, run: Spot) -> list[Spot] | None:
    """The elements of the one list that a run fetches."""
    call = run.node
    fetched = fetched_by(facts, call) if isinstance(call, cst.Call) else None
    held = written_out(values_of(facts), run.at(fetched)) if fetched is not None else None
    return None if held is None else [each.at(_named(each.node)) for each in held]


def _named(fetched: cst.CSTNode | Part | None) -> cst.CSTNode | Part | None:
    """`loss` of `loss.name`, which is fetched itself today."""
    return fetched.value if isinstance(fetched, cst.Attribute) and fetched.attr.value == "name" else fetched


def _is_scaled(variable: Spot) -> bool:
    """Whether it may be `x * 1.0 + b`, in whose place Paddle 3 gives `x` where that is data or a parameter."""
    ends = values_of(variable.facts).ends(variable)
    made = [end.facts.by_call.get(end.node) if isinstance(end.node, cst.Call) else None for end in ends]
    return any(isinstance(end.node, cst.BinaryOperation) for end in ends) or any(
        each is not None and each.name.endswith(".scale") for each in made)


def _name_at(copy: cst.Call, variable: Spot) -> str | None:
    """What is called so where the copy is made, and is the variable there."""
    at: Spot | None = variable
    while at is not None and isinstance(at.node, cst.Name):
        bindings = at.facts.origins.bindings(at.node)
        if len(bindings) != 1:
            return None
        if _is_seen_from(at.facts, copy, bindings[0]):
            return at.node.value
        back = values_of(at.facts).back(at) or []
        at = back[0] if len(back) == 1 else None
    return None


def _is_seen_from(facts: Facts, copy: cst.Call, binding: Binding) -> bool:
    """Whether what the binding gives a name still has it where the copy is made."""
    if facts.source.parents.get(copy) is None:
        return False
    here, home = facts.scopes.of(copy), binding.scope
    if home is not here or binding.kind == "param":
        return False
    statement = facts.source.parent(copy, cst.SimpleStatementLine)
    made = facts.source.parent(binding.node, cst.SimpleStatementLine)
    if made is None or statement is None or facts.source.order(made) >= facts.source.order(statement):
        return False
    block = facts.source.parents[made]
    while isinstance(around := facts.source.parents.get(block), cst.With):
        block = facts.source.parents[around]
    if not facts.source.lies_in(statement, block):
        return False  # in a branch
    between = [each for each in home.bindings[binding.name] if each is not binding
               and facts.source.order(made) < facts.source.order(each.node) < facts.source.order(statement)]
    return not between and facts.source.parent(made, cst.For, cst.While) is facts.source.parent(
        statement, cst.For, cst.While)


def _name_of_data(facts: Facts, copy: cst.Call, end: Spot) -> str | None:
    """`x` of `x = data(…)`."""
    name = facts.assigned_name(end.node) if end.facts is facts and isinstance(end.node, cst.Call) else None
    bindings = facts.scopes.find(name) if name is not None else []
    return name.value if name is not None and len(bindings) == 1 and _is_seen_from(facts, copy, bindings[0]) else None


def _fed_beside(facts: Facts, run: Spot, taken: Set[str | None]) -> list[cst.DictElement] | None:
    """What a run is fed beside the data that are taken; None where that cannot be left out."""
    feed = fed_by(facts, run.node) if isinstance(run.node, cst.Call) else None
    if feed is None or not (fed_names(facts, feed) - taken):
        return []
    if not isinstance(feed, cst.Dict):
        return None
    found = [each for each in feed.elements if isinstance(each, cst.DictElement)
             and name_fed(facts, each.key) not in taken]
    if len(origins_of(facts, program_of_run(facts, run.node))) != 1:  # type: ignore[arg-type]
        return None  # which another program may take
    return found if all(only_gives_a_value(facts, each.value) for each in found) else None

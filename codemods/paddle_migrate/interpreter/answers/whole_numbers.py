"""Which divisions of a script may be of whole numbers in tensors, which 1.8.5 cut off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.interpreter.calling import call_closure
from paddle_migrate.interpreter.control import Leave, OutOfSteps
from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import Arguments, Place
from paddle_migrate.interpreter.values import Closure, Instance, OwnClass
from paddle_migrate.text.pytree import python_tree

_DEEPEST = 4  # files that hand on to files


@dataclass(frozen=True)
class Whole:
    """`divided`: the places, of expressions and of `a /= b`, where a side may be a tensor of whole numbers. `handed`:
    the calls that are given such a tensor, of functions that the script does not show."""

    divided: set[Place]
    handed: dict[Place, Arguments]


def whole_numbers(text: str, modules: Iterable[str]) -> Whole:
    machine = _run(text, modules)
    return Whole(machine.divided, machine.handed) if machine is not None else Whole(set(), {})


def divided_elsewhere(
    facts: Facts, handed: dict[Place, Arguments], dividers: tuple[str, ...], depth: int = 0
) -> Iterator[tuple[cst.Call, Spot]]:
    """The calls because of which another file divides what they are given, with the division. `dividers`: the
    legacy functions that are one."""
    calls = Places(facts.source).calls if handed else {}
    for where, arguments in handed.items():
        call = calls.get(where)
        for function in values_of(facts).called(Spot(facts, call)) if call is not None else ():
            if isinstance(function.node, cst.FunctionDef) and function.facts is not facts:
                yield from ((call, each) for each in _divisions(function, arguments, dividers, depth))  # type: ignore[misc]


def _divisions(function: Spot, arguments: Arguments, dividers: tuple[str, ...], depth: int) -> Iterator[Spot]:
    """Those of a function that is called with these arguments."""
    facts, node = function.facts, function.node
    machine = _run(facts.source.text, [module for module, _ in facts.scopes.stars])
    if machine is None or depth > _DEEPEST:
        return
    known = set(machine.divided) if facts.references else set()  # the file has them cut off by itself
    machine.divided, machine.handed = set(), {}
    owner = facts.source.parent(node, cst.ClassDef)  # type: ignore[arg-type]
    held = machine.module.names.get(owner.name.value if owner is not None else node.name.value)  # type: ignore[union-attr]
    method = held.scope.names.get(node.name.value) if isinstance(held, OwnClass) else held  # type: ignore[union-attr]
    receiver = [Instance(held)] if isinstance(held, OwnClass) else []
    if isinstance(method, Closure):
        with suppress(Leave, OutOfSteps, RecursionError):
            call_closure(machine, method, [*receiver, *arguments[0]], arguments[1], None)
    places = Places(facts.source)
    of_legacy = [each for each in facts.references if each.short.rpartition(".")[2] in dividers]
    named = [each.call for each in of_legacy if each.call is not None]
    nodes = {places.of(each): each for each in (*facts.source.all(cst.BinaryOperation, cst.AugAssign), *named)}
    yield from (Spot(facts, nodes[each]) for each in machine.divided - known if each in nodes)
    yield from (each for _, each in divided_elsewhere(facts, machine.handed, dividers, depth + 1))


def _run(text: str, modules: Iterable[str]) -> Interpreter | None:
    tree = python_tree(text)
    if tree is None:
        return None
    machine = Interpreter(Stars(modules))
    machine.run(tree)
    return machine

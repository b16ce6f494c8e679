"""Which divisions of a script may be of whole numbers in tensors, which 1.8.5 cut off."""

from __future__ import annotations

from collections.abc import Iterator
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
    the calls that are given such a tensor, of functions that the script does not show. `mixed`: the dtypes that the
    first of two tensors has where the second has another; an empty text where that is not known. `lower`: which of two
    tensors has fewer dimensions, of a first one that is not known, and how many the other has. `met`: on which
    side a number with a point is that 1.8.5 cut off beside whole numbers, and the dtype of the other one: "open" where
    it is left open, an empty text where it is none of those. `lengthened`: where the second of two tensors is longer in
    a dimension in which the first one has 1."""

    divided: set[Place]
    handed: dict[Place, Arguments]
    mixed: dict[Place, set[str]]
    lower: dict[Place, set[tuple[str, int]]]
    met: dict[Place, set[tuple[str, str]]]
    lengthened: set[Place]

    @property
    def cut(self) -> set[Place]:
        """Where 1.8.5 may have cut a number off."""
        return {each for each, met in self.met.items() if any(dtype for _, dtype in met)}


def whole_numbers(facts: Facts) -> Whole:
    return facts.once(_own)


def _own(facts: Facts) -> Whole:
    return _Run(facts).own


def divided_elsewhere(
    facts: Facts,
    handed: dict[Place, Arguments],
    dividers: tuple[str, ...],
    runs: dict[Facts, _Run] | None = None,
    depth: int = 0,
) -> Iterator[tuple[cst.Call, Spot]]:
    """The calls because of which another file divides what they are given, or has it meet numbers with a point, with
    the operation. `dividers`: the legacy functions that are one. `runs`: of the other files so far; none lasts longer
    than the question, as calls leave something behind in them."""
    runs = {} if runs is None else runs
    calls = Places(facts.source).calls if handed and depth <= _DEEPEST else {}
    for where, arguments in handed.items():
        call = calls.get(where)
        for function in values_of(facts).called(Spot(facts, call)) if call is not None else ():
            there = function.facts
            if call is None or there is facts or not isinstance(function.node, cst.FunctionDef):
                continue
            if there not in runs:
                runs[there] = _Run(there)
            found = runs[there].called(function.node, arguments)
            cut = found.divided | found.cut
            nodes = _dividing(there, dividers) if cut else {}
            yield from ((call, Spot(there, nodes[each])) for each in cut if each in nodes)
            yield from ((call, each) for _, each in divided_elsewhere(there, found.handed, dividers, runs, depth + 1))


def _dividing(facts: Facts, dividers: tuple[str, ...]) -> dict[Place, cst.CSTNode]:
    """What may divide, or have a number meet a tensor, by its place."""
    places = Places(facts.source)
    named = [each.call for each in facts.references if each.call is not None
             and each.short.rpartition(".")[2] in dividers]
    operations = facts.source.all(cst.BinaryOperation, cst.AugAssign), facts.source.all(cst.Comparison)
    return {places.of(each): each for each in (*operations[0], *operations[1], *named)}


class _Run:
    """A file that has been run once, and whose functions can be called now; `own`: what it divides by itself."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.machine = Interpreter(Stars(module for module, _ in facts.scopes.stars))
        tree = python_tree(facts.source.text)
        if tree is not None:
            self.machine.run(tree)
        self.own = Whole(self.machine.divided, self.machine.handed, self.machine.mixed, self.machine.lower,
                         self.machine.met, self.machine.lengthened)

    def called(self, function: cst.FunctionDef, arguments: Arguments) -> Whole:
        """What a call finds that the file does not have cut off by itself."""
        machine, owner = self.machine, self.facts.source.parent(function, cst.ClassDef)
        machine.start_again()
        held = machine.module.names.get(function.name.value if owner is None else owner.name.value)
        method = held.scope.names.get(function.name.value) if isinstance(held, OwnClass) else held
        receiver = [Instance(held)] if isinstance(held, OwnClass) else []
        if isinstance(method, Closure):
            with suppress(Leave, OutOfSteps, RecursionError):
                call_closure(machine, method, [*receiver, *arguments[0]], arguments[1], None)
        machine.forget_floats()
        known = self.own.divided | self.own.cut if self.facts.references else set()
        met = {each: sides for each, sides in machine.met.items() if each not in known}
        return Whole(machine.divided - known, machine.handed, {}, {}, met, set())

"""A place in the files of a run: an expression, the file that it stands in, and because of which calls it runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding

Function = cst.FunctionDef | cst.Lambda


@dataclass(frozen=True)
class Part:
    """One of several values that an expression, or a part of one, gives: `a` of `a, b = layer(x)`."""

    of: cst.CSTNode | Part
    place: object

    @property
    def whole(self) -> cst.CSTNode:
        """The expression."""
        return self.of.whole if isinstance(self.of, Part) else self.of


@dataclass(frozen=True)
class Rest(Part):
    """What calls give a parameter with a star: what no other parameter takes, by places, or by names."""

    held: tuple[tuple[object, Spot], ...] = ()


@dataclass(frozen=True)
class Spot:
    """`node` is an expression, the definition of a function or a class, which are values, too, or a part; None stands
    for what no file of the run shows. `way`: the call that the function around runs for; None where it may be any."""

    facts: Facts
    node: cst.CSTNode | Part | None
    way: Way | None = None
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Once: spots are looked up all the time, and a way leads over many."""
        object.__setattr__(self, "_hash", hash((self.facts, self.node, self.way)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def expression(self) -> cst.BaseExpression | None:
        return self.node if isinstance(self.node, cst.BaseExpression) else None

    @property
    def place(self) -> Hashable:
        """The same for all that come to the node through whichever file."""
        source, node = self.facts.source, self.node
        if not isinstance(node, cst.CSTNode) or source.parents.get(node) is None:
            return id(node)
        return self.facts.path, source.order(node)

    @property
    def above(self) -> cst.CSTNode | None:
        """What the node stands in."""
        return self.facts.source.parents.get(self.node) if isinstance(self.node, cst.CSTNode) else None

    @property
    def taker(self) -> cst.CSTNode | None:
        """What the expression is an argument of: a call, or a class of which it is a base."""
        return self.facts.source.parents.get(self.above) if isinstance(self.above, cst.Arg) else None

    def at(self, node: cst.CSTNode | Part | None) -> Spot:
        """Another node of the same file that runs because of the same calls."""
        return Spot(self.facts, node, self.way)

    def within(self, scope: cst.CSTNode) -> Way | None:
        """The way to the function that the scope is, or lies in: closures keep what they were made with."""
        function = scope if isinstance(scope, (cst.FunctionDef, cst.Lambda)) else function_around(self.facts, scope)
        way = self.way
        while way is not None and way.function is not function:
            way = way.call.way
        return way


def function_around(facts: Facts, node: cst.CSTNode) -> Function | None:
    found: Function | None = facts.source.parent(node, cst.FunctionDef, cst.Lambda)  # type: ignore[assignment]
    return found


@dataclass(frozen=True)
class Way:
    """A function that runs because of a call."""

    function: Function
    call: Spot
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.function, self.call)))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def depth(self) -> int:
        return 1 + (self.call.way.depth if self.call.way is not None else 0)


class Following(Protocol):
    """Whom to ask where a value comes from (values.py)."""

    def ends(self, spot: Spot, is_end: Callable[[Spot], bool] = ...) -> list[Spot]: ...

    def called(self, call: Spot, constructors: bool = False) -> list[Spot]: ...

    def of_binding(self, spot: Spot, binding: Binding) -> list[Spot]: ...

    def unnamed(self, facts: Facts, way: Way) -> int:
        """How many parameters the call does not name: the object that a method is called on."""

    def cut_short(self) -> None:
        """What is answered now leaves something out, and may be answered better later."""

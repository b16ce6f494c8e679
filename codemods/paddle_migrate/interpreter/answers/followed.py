"""What is followed through a program: a value, and what is found at its end."""

from __future__ import annotations

import os
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.text.parsing import shortened
from paddle_migrate.text.source import Source

Uses = tuple[int, bool, int, int | None]  # a name by its bindings, or an expression; and the kind of value
_DEEPEST = 3  # lists within lists


@dataclass(frozen=True)
class Value:
    """What an expression gives: the tensor, its array, or what holds it (at one place of a tuple). `held`: how many
    lists within each other do."""

    node: cst.CSTNode
    array: bool = False
    held: int = 0
    place: int | None = None

    @property
    def came_from(self) -> cst.CSTNode | None:
        """The expression itself, where a name is given it as it is."""
        return None if self.held else self.node

    def within(self, holder: cst.CSTNode, place: int | None = None) -> Value:
        """A list or the like that has it as an element."""
        return Value(holder, self.array, min(self.held + 1, _DEEPEST), place)

    def taken(self, node: cst.CSTNode | None = None) -> Value:
        """An element of what holds it."""
        return Value(node or self.node, self.array, max(self.held - 1, 0))

    @property
    def key(self) -> Uses:
        return id(self.node), self.array, self.held, self.place


@dataclass(frozen=True)
class Need:
    """An expression that would come out otherwise, or fail, without the value's dimension."""

    node: cst.CSTNode
    source: Source
    array: bool = False  # of the array that numpy() gives

    def where(self, script: Source) -> str:
        """The place, as it is told in a finding of the script."""
        code, line = shortened(" ".join(self.source.code(self.node).split())), self.source.line(self.node)
        if self.source is script:
            return f"`{code}` in line {line}"
        return f"`{code}` in {os.path.basename(self.source.path)}:{line}"


def params_of(
    function: cst.FunctionDef | cst.Lambda, call: cst.Call, arg: cst.Arg, shift: int, value: Value
) -> list[tuple[cst.Param, Value]]:
    """The parameters that may take the argument, each with what it is given: of what a star hands on, its parts."""
    if not arg.star:
        param = param_of(function, call, arg, shift)
        return [] if param is None else [(param, value)]
    given = function.params
    params = [*given.posonly_params, *given.params]
    if arg.star == "*":
        first = list(call.args).index(arg) + shift
        params = params[first:] if value.place is None else params[first + value.place :][:1]
    rest = given.star_arg if arg.star == "*" else given.star_kwarg
    params = [*params, rest] if isinstance(rest, cst.Param) else params
    part = value.taken()
    return [(param, part) for param in params]


def param_of(function: cst.FunctionDef | cst.Lambda, call: cst.Call, arg: cst.Arg, shift: int) -> cst.Param | None:
    """The parameter that takes the argument."""
    given = function.params
    params = [*given.posonly_params, *given.params]
    if arg.keyword is not None:
        named = (p for p in [*params, *given.kwonly_params] if p.name.value == arg.keyword.value)
        return next(named, given.star_kwarg)
    place = list(call.args).index(arg) + shift
    if arg.star:
        return None
    rest = given.star_arg if isinstance(given.star_arg, cst.Param) else None
    return params[place] if place < len(params) else rest

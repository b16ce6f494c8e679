"""Calls within calls: what a parameter stands for in this one, and one key for each thing that a script speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.definitions import position_of
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.kinds import wrapped_model
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.text.arguments import argument

Key = tuple[object, ...]  # a variable, or what is reached from it: a part's key begins with that of the whole
_DEEPEST = 8  # names of names


@dataclass(frozen=True)
class Frame:
    """A function that runs because of a call in another one; both are None for a root."""

    function: cst.FunctionDef | None = None
    call: cst.Call | None = None
    outer: Frame | None = None

    @cached_property
    def _hash(self) -> int:
        return hash((self.function, self.call, self.outer))

    def __hash__(self) -> int:
        return self._hash  # found once: frames stand in the keys of all that is gone through

    @property
    def chain(self) -> list[Frame]:
        """The frame, the one that it was called in, and so on."""
        return [self, *(self.outer.chain if self.outer else [])]

    def given(self, facts: Facts, binding: Binding) -> cst.BaseExpression | None:
        """What the call passes for a parameter of this frame's function."""
        param = binding.node
        if self.function is None or self.call is None or not isinstance(param, cst.Param):
            return None
        place = position_of(self.function, param)
        if place < 0 or self.function.params.params[place : place + 1] != (param,):
            return None
        method = facts.definitions.takes_object(self.function)
        return argument(self.call, place - method, param.name.value)


def key_of(facts: Facts, node: cst.CSTNode, frame: Frame, depth: int = 0) -> Key:
    """The same for all that mean the same thing, as far as the script tells."""
    if type(node) is cst.Attribute:
        return (*key_of(facts, node.value, frame, depth), node.attr.value)
    if type(node) is not cst.Name:
        return ("text", facts.source.code(node))
    owner = facts.definitions.own_class(node)
    if owner is not None:
        return (id(owner),)
    bindings = facts.scopes.find(node)
    if not bindings:
        return ("unbound", node.value)
    meant, at = _meant(facts, bindings, frame)
    if meant is not None and depth < _DEEPEST:
        return key_of(facts, meant, at, depth + 1)
    home = bindings[0].scope.node
    return (next((f for f in frame.chain if f.function is home), id(home)), node.value)


def _meant(facts: Facts, bindings: list[Binding], frame: Frame) -> tuple[cst.BaseExpression | None, Frame]:
    """What a variable is another name for, and where that is to be read: an argument, a model that is wrapped."""
    if len(bindings) != 1:
        return None, frame
    if bindings[0].kind == "param":
        value, at = frame.given(facts, bindings[0]), frame.outer or frame
    else:
        value, at = bindings[0].value, frame
    if isinstance(value, cst.Call) and facts.kinds.what(value) == "parallel":
        value = wrapped_model(value)
    return (value, at) if isinstance(value, (cst.Name, cst.Attribute)) else (None, frame)


def related(one: Key, other: Key) -> bool:
    """Whether one is the other, or a part of it."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]

"""Where a value goes: over names, attributes, containers, arguments, results and files, to what is done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeGuard

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.containers import is_dict_of_keywords
from paddle_migrate.facts.values.decorators import takes_object
from paddle_migrate.facts.values.objects import classes_of, is_one, line
from paddle_migrate.facts.values.spot import Function, Spot, function_around
from paddle_migrate.facts.values.values import Values, values_of

_MOST = 400  # steps of one value
_ADDING = ("add", "append", "appendleft", "insert")
_PARTS = ("get", "items", "pop", "popleft", "values")  # of what is held
_HOLDING = ("enumerate", "iter", "list", "reversed", "set", "sorted", "tuple", "zip")


@dataclass(frozen=True)
class Had:
    """An expression that has the value, or holds it: at one place of a tuple or a list, or somewhere (None). `given`:
    what it has gives the value when it is called."""

    spot: Spot
    held: bool = False
    place: int | None = None
    given: bool = False

    def at(self, node: cst.CSTNode) -> Had:
        return replace(self, spot=self.spot.at(node))

    def alone(self, node: cst.CSTNode) -> Had:
        return replace(self, spot=self.spot.at(node), held=False, place=None)


@dataclass
class Reached:
    """`spots`: the expressions that have the value and do not hand it on, in the order in which they were come to;
    `holders`: what holds it where something is done that is not known; `compared`: where only something is compared
    with what holds it, or asked to be in it. `are_all`: no other has it or holds it."""

    spots: list[Spot] = field(default_factory=list)
    holders: list[Spot] = field(default_factory=list)
    compared: list[Spot] = field(default_factory=list)
    are_all: bool = True


Further = Callable[[Spot], list[cst.CSTNode] | None]


def reached(facts: Facts, node: cst.CSTNode, further: Further = lambda spot: None, many: bool = False) -> Reached:
    """All that has the value in the end. `further`: expressions of the same file that serve who asks as the value does
    (`x + 1` of `x`), or None where that is for the house to tell. `many`: the expression holds several such values."""
    return _Going(values_of(facts), further).all(Had(Spot(facts, node), many))


def runs_of(facts: Facts, function: Function) -> list[Spot]:
    """The calls of a function, as far as files show them: by its name, and by whatever has it."""
    found = callers(values_of(facts), facts, function)
    having = [spot for held in found.held for spot in reached(held.facts, held.node).spots]  # type: ignore[arg-type]
    return [*found.calls, *(each.at(each.above) for each in having if _is_called(each))]


def _is_called(spot: Spot) -> bool:
    return isinstance(spot.above, cst.Call) and spot.above.func is spot.node


class _Going:
    def __init__(self, values: Values, further: Further) -> None:
        self.values, self.further, self.found = values, further, Reached()

    def all(self, start: Had) -> Reached:
        waiting, seen = [start], set[Had]()
        while waiting:
            had = waiting.pop(0)
            if had in seen:
                continue
            seen.add(had)
            if len(seen) > _MOST:
                self.found.are_all = False
                break
            on = None if had.held or had.given else self.further(had.spot)
            if on is not None:
                waiting += [had.at(each) for each in on]
                continue
            step = list(self._step(had, had.spot.node))
            if None in step:
                (self.found.holders if had.held or had.given else self.found.spots).append(had.spot)
            waiting += [each for each in step if each is not None]
        return self.found

    def _step(self, had: Had, node: object) -> Iterator[Had | None]:
        """Where the value is had next; None where something is done with it."""
        above = had.spot.facts.source.parents.get(node)  # type: ignore[arg-type]
        if isinstance(above, cst.Expr):
            return
        if isinstance(above, cst.Assign):
            for target in above.targets:
                yield from self._given(had, above, target.target)
        elif isinstance(above, (cst.AnnAssign, cst.NamedExpr)) and above.value is node:
            yield from self._given(had, above, above.target)
            if isinstance(above, cst.NamedExpr):
                yield had.at(above)
        elif isinstance(above, cst.BooleanOperation) or (isinstance(above, cst.IfExp) and above.test is not node):
            yield had.at(above)
        elif isinstance(above, cst.Return):
            yield from self._returned(had, function_around(had.spot.facts, above))
        elif isinstance(above, cst.Lambda) and above.body is node:
            yield from self._returned(had, above)
        elif had.given and not had.held and isinstance(above, cst.Call) and above.func is node:
            yield replace(had.at(above), given=False)
        elif isinstance(above, (cst.Element, cst.DictElement)):
            yield from self._element(had, above)
        elif comprehends(above, node):
            yield replace(had.at(above), held=True)
        elif isinstance(above, cst.Arg):
            yield from self._argument(had, above)
        elif isinstance(above, cst.Param):
            function = had.spot.facts.source.parent(above, cst.FunctionDef, cst.Lambda)
            yield from self._parameter(had, Spot(had.spot.facts, function), above)
        elif had.held:
            yield from self._of_held(had, above)
        else:
            yield None

    # -- names and attributes ----------------------------------------------------------------------------------

    def _given(self, had: Had, where: cst.CSTNode, target: cst.BaseExpression) -> Iterator[Had | None]:
        if isinstance(target, (cst.Tuple, cst.List)):
            yield from self._taken_apart(had, where, target)
        elif isinstance(target, cst.Name):
            yield from self._named(had, where, target)
        elif isinstance(target, cst.Attribute):
            yield from self._kept(had, target)
        elif isinstance(target, cst.Subscript):
            yield from self._put_into(had, target.value)
        else:
            yield None

    def _taken_apart(self, had: Had, where: cst.CSTNode, target: cst.Tuple | cst.List) -> Iterator[Had | None]:
        if not had.held:
            yield None
            return
        is_certain = True  # before a star
        for place, each in enumerate(target.elements):
            is_one = isinstance(each, cst.Element)
            is_certain = is_certain and is_one
            if had.place in (None, place) or (not is_certain and (had.place or 0) >= place - 1):
                yield from self._given(replace(had, held=not is_one, place=None), where, each.value)

    def _named(self, had: Had, where: cst.CSTNode, name: cst.Name) -> Iterator[Had | None]:
        """Every use that may have what the name is given there."""
        facts = had.spot.facts
        bindings = facts.scopes.find(name)
        mine = [each for each in bindings if each.node is where]
        if not mine or (facts.scopes.stars and mine[0].scope is facts.scopes.module):
            yield None  # a star may bring another of the name
        if mine:
            yield from self._uses(had, mine, bindings)

    def _uses(self, had: Had, mine: list[Binding], bindings: list[Binding]) -> Iterator[Had | None]:
        facts, scope = had.spot.facts, mine[0].scope
        if isinstance(scope.node, cst.ClassDef):
            yield from self._read(had, facts, mine[0].name, [Spot(facts, scope.node)])
        home = had.spot.within(scope.node)
        for use in {id(use): use for each in bindings for use in each.uses}.values():
            if any(each in mine for each in facts.origins.bindings(use)):
                yield replace(had, spot=Spot(facts, use, home))
        if scope is facts.scopes.module and facts.others is not None:
            yield from self._elsewhere(had, facts, mine[0].name)

    def _elsewhere(self, had: Had, facts: Facts, name: str) -> Iterator[Had | None]:
        """Uses in files that import this one."""
        assert facts.others is not None
        for other in facts.others.naming(name):
            if other is None:
                yield None
            else:
                there = Facts.of_other(other)
                yield from (replace(had, spot=Spot(there, use)) for use in other.uses_of(facts.others.path, name))

    def _kept(self, had: Had, target: cst.Attribute) -> Iterator[Had | None]:
        """Every reading of an attribute of that name, of what may be the same object."""
        owners = [owner for _, owner in classes_of(self.values, had.spot.at(target.value))]
        yield from self._read(had, had.spot.facts, target.attr.value, owners)

    def _read(self, had: Had, facts: Facts, name: str, owners: list[Spot]) -> Iterator[Had | None]:
        others = facts.others.naming(name) if facts.others is not None else []
        if None in others or not owners:
            yield None
        for there in [facts, *(Facts.of_other(each) for each in others if each is not None)]:
            for read in there.source.attributes.get(name, ()):
                if not _is_written(there, read) and self._may_be_of(Spot(there, read.value), owners):
                    yield replace(had, spot=Spot(there, read))

    def _may_be_of(self, receiver: Spot, owners: list[Spot]) -> bool:
        classes = [found for _, found in classes_of(self.values, receiver)]
        if not classes and receiver.facts.names.resolve(receiver.node):  # type: ignore[arg-type]
            return False
        lines = [each for found in classes for each in line(self.values, found)]
        own = [each for owner in owners for each in line(self.values, owner)]
        return not classes or not owners or any(is_one(a, b) for a in lines for b in own)

    # -- containers --------------------------------------------------------------------------------------------

    def _element(self, had: Had, above: cst.Element | cst.DictElement) -> Iterator[Had | None]:
        holder = had.spot.facts.source.parents.get(above)
        if had.held or not isinstance(holder, (cst.List, cst.Tuple, cst.Set, cst.Dict)):
            yield None
            return
        place = list[cst.CSTNode](holder.elements).index(above) if isinstance(holder, (cst.List, cst.Tuple)) else None
        yield replace(had.at(holder), held=True, place=place)

    def _put_into(self, had: Had, container: cst.BaseExpression) -> Iterator[Had | None]:
        """On from a container that the value is put into: wherever what it is made by goes."""
        if had.held:
            yield None
            return
        for end in self.values.ends(had.spot.at(container)):
            if isinstance(end.node, (cst.List, cst.Dict, cst.Set)) or is_dict_of_keywords(end):
                yield replace(had, spot=end, held=True)
            else:
                yield None

    def _of_held(self, had: Had, above: cst.CSTNode | None) -> Iterator[Had | None]:
        node = had.spot.node
        if isinstance(above, cst.Subscript) and above.value is node and len(above.slice) == 1:
            index = above.slice[0].slice
            number = index.value if isinstance(index, cst.Index) else None
            place = number.evaluated_value if isinstance(number, cst.Integer) else None
            if isinstance(index, cst.Slice):
                yield replace(had, spot=had.spot.at(above), place=None)
            elif had.place is None or place is None or place == had.place:
                yield had.alone(above)
        elif isinstance(above, (cst.For, cst.CompFor)) and above.iter is node:
            yield from self._given(replace(had, held=False, place=None), above, above.target)
        elif isinstance(above, cst.Attribute) and above.value is node:
            called = had.spot.facts.source.parents.get(above)
            loop = had.spot.facts.source.parents.get(called)
            pair = loop.target if isinstance(loop, (cst.For, cst.CompFor)) and loop.iter is called else None
            if above.attr.value == "items" and isinstance(pair, cst.Tuple) and len(pair.elements) == len("kv"):
                yield from self._given(replace(had, held=False, place=None), loop, pair.elements[1].value)  # type: ignore[arg-type]
            elif above.attr.value in _PARTS and isinstance(called, cst.Call):
                yield replace(had.alone(called), held=above.attr.value in ("items", "values"))
            elif above.attr.value not in ("append", "clear", "keys"):
                yield None
        elif isinstance(above, (cst.ComparisonTarget, cst.Comparison)):
            self.found.compared.append(had.spot)
        else:
            yield None

    # -- calls -------------------------------------------------------------------------------------------------

    def _returned(self, had: Had, function: Function | None) -> Iterator[Had | None]:
        if had.spot.way is not None and had.spot.way.function is function:
            yield replace(had, spot=had.spot.way.call)
            return
        found = callers(self.values, had.spot.facts, function) if function is not None else None
        if found is None or found.are_hidden or not (found.calls or found.held) or (found.held and had.given):
            yield None
        for call in found.calls if found is not None else ():
            yield replace(had, spot=call)
        for each in found.held if found is not None and not had.given else ():
            yield replace(had, spot=each, given=True)

    def _argument(self, had: Had, arg: cst.Arg) -> Iterator[Had | None]:
        facts = had.spot.facts
        call = facts.source.parents.get(arg)
        if not isinstance(call, cst.Call) or arg.star:
            yield None
            return
        name = call.func.value if isinstance(call.func, cst.Name) and not facts.scopes.find(call.func) else ""
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in _ADDING and not had.held:
            yield from self._put_into(had, call.func.value)
        elif not had.held and is_dict_of_keywords(had.spot.at(call)):
            yield replace(had.at(call), held=True)
        elif had.held and name in _HOLDING:
            yield replace(had, spot=had.spot.at(call), place=None)
        elif not (had.held and name == "len"):
            yield from self._taken(had, arg, had.spot.at(call))

    def _taken(self, had: Had, arg: cst.Arg, call: Spot) -> Iterator[Had | None]:
        """On from the parameters of the functions that take it."""
        functions = self.values.called(call, constructors=True)
        if not functions:
            yield None
        for function in functions:
            param = param_of(function, call, arg)
            if function.node is None or param is None:
                yield None
            else:
                yield from self._parameter(had, function, param)

    def _parameter(self, had: Had, function: Spot, param: cst.Param) -> Iterator[Had | None]:
        """On from a parameter that is given the value, or has it as its default."""
        scope = function.facts.scopes.scope(function.node)  # type: ignore[arg-type]
        bindings = scope.bindings.get(param.name.value, [])
        mine = [each for each in bindings if each.node is param]
        yield from self._uses(replace(had, spot=function), mine, bindings)


def param_of(function: Spot, call: Spot, arg: cst.Arg) -> cst.Param | None:
    """The parameter that an argument is for; None where stars hide it."""
    node = function.node
    if not isinstance(node, (cst.FunctionDef, cst.Lambda)) or not isinstance(call.node, cst.Call):
        return None
    if any(each.star for each in call.node.args):
        return None
    params = [*node.params.posonly_params, *node.params.params]
    if arg.keyword is not None:
        named = [*params, *node.params.kwonly_params]
        return next((each for each in named if each.name.value == arg.keyword.value), None)
    place = [each for each in call.node.args if each.keyword is None].index(arg)
    place += int(takes_object(function.facts, node))
    return params[place] if place < len(params) else None


def comprehends(above: cst.CSTNode | None, node: object) -> TypeGuard[cst.CSTNode]:
    """Whether the one is a comprehension that makes the other of each."""
    if isinstance(above, cst.DictComp):
        return above.value is node
    return isinstance(above, (cst.ListComp, cst.SetComp, cst.GeneratorExp)) and above.elt is node


def _is_written(facts: Facts, attribute: cst.Attribute) -> bool:
    at = facts.source.parents.get(attribute)
    while isinstance(at, (cst.Element, cst.Tuple, cst.List)):
        at = facts.source.parents.get(at)
    return isinstance(at, cst.AssignTarget)

"""Where a value goes: over names, attributes, containers, arguments, results and files, to what is done with it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeGuard

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.containers import index_of, is_dict_of_keywords
from paddle_migrate.facts.values.decorators import changing, owner_of, taker, takes_object
from paddle_migrate.facts.values.handed import (
    Had,
    fields_of,
    holder_of,
    methods_looked_up,
    name_of,
    params_of,
    place_in,
    place_of,
    put,
    through,
)
from paddle_migrate.facts.values.objects import classes_of, is_one, line, naming
from paddle_migrate.facts.values.spot import Function, Spot, function_around
from paddle_migrate.facts.values.values import Values, values_of

_MOST = 400  # steps of one value
_PARTS = {"get": (), "items": (None, 1), "pop": (), "popitem": (1,), "popleft": (), "setdefault": (), "values": (None,)}
_LEAVING = ("append", "clear", "keys")  # what is held as it is, or let go
_MADE = (cst.List, cst.Dict, cst.Set)
_MAKING = ("collections.deque", "list", "set")
_OPERATORS = {
    cst.Add: "add", cst.Subtract: "sub", cst.Multiply: "mul", cst.LeftShift: "lshift", cst.RightShift: "rshift",
    cst.BitOr: "or", cst.AddAssign: "iadd", cst.LeftShiftAssign: "ilshift", cst.BitOrAssign: "ior",
}  # fmt: skip
_BY_PYTHON = re.compile(rb"def __(?:set(?:attr|item)|[ir]?(?:add|sub|mul|[lr]shift|or))__")


@dataclass
class Reached:
    """`spots`: the expressions that have the value and do not hand it on, in the order in which they were come to;
    `holders`: what holds it where something is done that is not known; `compared`: where only something is compared
    with what holds it, or asked to be in it. `are_all`: no other has it or holds it."""

    spots: list[Spot] = field(default_factory=list)
    holders: list[Spot] = field(default_factory=list)
    compared: list[Spot] = field(default_factory=list)
    are_all: bool = True

    @property
    def are_only(self) -> bool:
        """Whether nothing is done with the value, or with what holds it, but at the spots."""
        return self.are_all and not self.holders and not self.compared


Further = Callable[[Had], list[Had] | None]


def reached(
    facts: Facts, node: cst.CSTNode, further: Callable[[Spot], list[cst.CSTNode] | None] | None = None,
    many: bool = False,
) -> Reached:
    """All that has the value in the end. `further`: expressions of the same file that serve who asks as the value does
    (`x + 1` of `x`), or None where that is for the house to tell. `many`: the expression holds several such values."""

    def asked(had: Had) -> list[Had] | None:
        on = further(had.spot) if further is not None and not had.places else None
        return None if on is None else list(map(had.at, on))

    return followed(Had(Spot(facts, node), (None,) if many else ()), asked)


def followed(had: Had, further: Further, most: int = _MOST) -> Reached:
    """The same for who asks of what holds the value, too; a statement `x += value` stands for what it calculates."""
    return _Going(values_of(had.spot.facts), further, most).all(had)


def runs_of(facts: Facts, function: Function) -> list[Spot]:
    """The calls of a function, as far as files show them: by its name, and by whatever has it."""
    return _runs(values_of(facts), facts, function).calls


@dataclass
class _Runs:
    """`maps`: those that call it for each of what they are given; `lost`: what has the function, and is not known to
    call it; `decorators`: where it is one."""

    calls: list[Spot] = field(default_factory=list)
    maps: list[Spot] = field(default_factory=list)
    lost: list[Spot] = field(default_factory=list)
    decorators: list[Spot] = field(default_factory=list)
    are_all: bool = False


def _known_runs(facts: Facts) -> dict[int, _Runs]:
    return {}


def _runs(values: Values, facts: Facts, function: Function) -> _Runs:
    known = facts.once(_known_runs)
    if id(function) in known:
        return known[id(function)]
    called = callers(values, facts, function)
    found = known[id(function)] = _Runs([*called.calls])  # for who asks meanwhile
    held = [*called.held, *_handed_to_decorator(facts, function)]
    having = [reached(each.facts, each.node) for each in held]  # type: ignore[arg-type]
    for spot in (spot for each in having for spot in each.spots):
        above, call = spot.above, spot.taker
        if isinstance(above, cst.Call) and above.func is spot.node:
            found.calls.append(spot.at(above))
        elif isinstance(call, cst.Call) and name_of(spot.facts, call.func) == "map" and above is call.args[0]:
            found.maps.append(spot.at(call))
        elif isinstance(above, cst.Decorator):
            found.decorators.append(spot.at(above))
        else:
            found.lost.append(spot)
    found.lost += [spot for each in having for spot in each.holders]
    are_seen = not called.are_hidden and all(each.are_all for each in having)
    found.are_all = are_seen and bool(called.calls or called.held)
    return found


def _handed_to_decorator(facts: Facts, function: Function) -> Iterator[Spot]:
    """Where the first decorator that may change it has the function."""
    first = next(iter(changing(facts, function)), None)
    taking = taker(facts, first.decorator) if first is not None else None
    for param in taking[1].params.params[:1] if taking is not None else ():
        bound = taking[0].scopes.scope(taking[1]).bindings[param.name.value]  # type: ignore[index]
        yield from (Spot(taking[0], use) for use in bound[0].uses)  # type: ignore[index]


class _Going:
    def __init__(self, values: Values, further: Further, most: int) -> None:
        self.values, self.further, self.most, self.found = values, further, most, Reached()
        self.entered: list[tuple[Had, cst.BaseExpression]] = []  # what is put into something just now

    def all(self, start: Had) -> Reached:
        waiting, seen = deque([start]), set[Had]()
        while waiting:
            had = waiting.popleft()
            if had in seen:
                continue
            seen.add(had)
            if len(seen) > self.most:
                self.found.are_all = False
                break
            waiting += [each for each in self._operated(had) if each is not None]
            on = self.further(had)
            if on is not None:
                waiting += on
                continue
            step = list(self._step(had))
            if None in step:
                (self.found.holders if had.places else self.found.spots).append(had.spot)
            waiting += [each for each in step if each is not None]
        return self.found

    def _step(self, had: Had) -> Iterator[Had | None]:
        """Where the value is had next; None where something is done with it."""
        facts, node, above = had.spot.facts, had.spot.node, had.spot.above
        if isinstance(node, cst.AugAssign):
            yield from self._given(had, node, node.target)
        elif isinstance(above, cst.Expr):
            return
        elif isinstance(node, (cst.Tuple, cst.List)) and _is_written(facts, node):
            yield None  # it is taken apart by those names
        elif isinstance(above, cst.Assign):
            for target in above.targets:
                is_apart = isinstance(target.target, (cst.Tuple, cst.List)) and not had.places
                yield from [None] if is_apart else self._given(had, above, target.target)
        elif isinstance(above, (cst.AnnAssign, cst.NamedExpr)) and above.value is node:
            yield from self._given(had, above, above.target)
            if isinstance(above, cst.NamedExpr):
                yield had.at(above)
        elif isinstance(above, cst.BooleanOperation) or (isinstance(above, cst.IfExp) and above.test is not node):
            yield had.at(above)
        elif isinstance(above, (cst.Return, cst.Yield, cst.From)):
            by = {cst.Return: had, cst.Yield: had.within(), cst.From: had.anywhere}
            yield from self._returned(by[type(above)], function_around(facts, above))
        elif isinstance(above, cst.Lambda) and above.body is node:
            yield from self._returned(had, above)
        elif isinstance(above, (cst.BaseElement, cst.BaseDictElement)):
            yield from self._element(had, above)
        elif comprehends(above, node):
            yield had.at(above).within()
        elif isinstance(above, cst.Arg):
            yield from self._argument(had, above)
        elif isinstance(above, cst.WithItem) and above.asname is not None and had.places:
            yield from self._given(had.taken, above.asname, above.asname.name)
        elif isinstance(above, cst.Param):
            function = facts.source.parent(above, cst.FunctionDef, cst.Lambda)
            yield from self._parameter(replace(had, spot=Spot(facts, function)), above)
        elif had.places:
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
            yield from self._to_method(had, target.value, "__setitem__", 2)
            yield from self._put_into(had.within(place_of(index_of(target))), target.value)
        else:
            yield None

    def _taken_apart(self, had: Had, where: cst.CSTNode, target: cst.Tuple | cst.List) -> Iterator[Had | None]:
        if not had.places:
            yield had.at(target)
            return
        is_certain, at = True, had.places[0]  # before a star
        for place, each in enumerate(target.elements):
            is_one = isinstance(each, cst.Element)
            is_certain = is_certain and is_one
            if at in (None, place) or (not is_certain and (not isinstance(at, int) or at >= place - 1)):
                yield from self._given(had.taken if is_one else had.anywhere, where, each.value)

    def _named(self, had: Had, where: cst.CSTNode, name: cst.Name) -> Iterator[Had | None]:
        """Every use that may have what the name is given there."""
        facts = had.spot.facts
        bindings = facts.scopes.find(name)
        mine = [each for each in bindings if each.node is where]
        if not mine or (mine[0].scope is facts.scopes.module and facts.names.may_come_by_star(name.value)):
            yield None
        if mine:
            yield from self._uses(had, mine, bindings)

    def _uses(self, had: Had, mine: list[Binding], bindings: list[Binding]) -> Iterator[Had | None]:
        facts, scope = had.spot.facts, mine[0].scope
        if isinstance(scope.node, cst.ClassDef):
            yield from self._read(had, facts, mine[0].name, [Spot(facts, scope.node)])
        home = had.spot.within(scope.node)
        for use in _readings(facts, mine, bindings):
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
        yield from self._to_method(had, target.value, "__setattr__", 2)
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

    def _element(self, had: Had, above: cst.BaseElement | cst.BaseDictElement) -> Iterator[Had | None]:
        holder = had.spot.facts.source.parents.get(above)
        is_spread = isinstance(above, (cst.StarredElement, cst.StarredDictElement))
        if not isinstance(holder, (cst.List, cst.Tuple, cst.Set, cst.Dict)) or (is_spread and not had.places):
            yield None
        else:
            yield had.at(holder).anywhere if is_spread else had.at(holder).within(place_in(holder, above))

    def _put_into(self, had: Had, container: cst.BaseExpression) -> Iterator[Had | None]:
        """On from a container that holds the value: wherever what it is made by goes, or else where it is had itself,
        by its name or in another one."""
        if any(each == had and node is container for each, node in self.entered):
            return  # `xs = xs[kept]` in a loop: an element may be the list itself
        self.entered.append((had, container))
        for end in self.values.ends(had.spot.at(container)):
            if end.expression is not None:
                yield replace(had, spot=end)
            if not _is_container(end):
                at = end if end.expression is not None else had.spot.at(container)
                yield from self._had_as(replace(had, spot=at), at.node)
        self.entered.pop()
        for method in self._methods(had.spot.at(container)):
            own = method.node.params.params  # type: ignore[union-attr]
            if own and takes_object(method.facts, method.node):  # type: ignore[arg-type]
                yield from self._parameter(replace(had.anywhere, spot=method), own[0])

    def _had_as(self, had: Had, container: object) -> Iterator[Had | None]:
        held = holder_of(had, container)  # type: ignore[arg-type]
        if held is not None:
            yield from self._put_into(*held)
            return
        yield None
        if isinstance(container, cst.Attribute):
            yield from self._kept(had, container)
        elif isinstance(container, cst.Name):
            facts = had.spot.facts
            given = [each for each in facts.origins.bindings(container) if each.kind != "import"]
            yield from self._uses(had, given, facts.scopes.find(container)) if given else ()

    def _of_held(self, had: Had, above: cst.CSTNode | None) -> Iterator[Had | None]:
        node, parents = had.spot.node, had.spot.facts.source.parents
        if isinstance(above, cst.Subscript) and above.value is node and len(above.slice) == 1:
            if isinstance(parents.get(above), (cst.AssignTarget, cst.Del)):
                return
            if isinstance(above.slice[0].slice, cst.Slice):
                yield had.at(above).anywhere
            elif had.is_at(place_of(index_of(above))):
                yield had.at(above).taken
        elif isinstance(above, (cst.For, cst.CompFor)) and above.iter is node:
            yield from self._given(had.taken, above, above.target)
        elif isinstance(above, cst.Attribute) and above.value is node:
            yield from self._by_method(had, above.attr.value, parents.get(above))
        elif isinstance(above, cst.BinaryOperation) and isinstance(above.operator, (cst.Add, cst.Multiply)):
            yield had.at(above) if above.left is node else had.at(above).anywhere
        elif isinstance(above, cst.AugAssign) and above.value is node and isinstance(above.operator, cst.AddAssign):
            yield from self._put_into(had.anywhere, above.target)
        elif isinstance(above, (cst.ComparisonTarget, cst.Comparison)):
            self.found.compared.append(had.spot)
        else:
            yield None

    def _by_method(self, had: Had, name: str, call: cst.CSTNode | None) -> Iterator[Had | None]:
        if name in _PARTS and isinstance(call, cst.Call):
            key = place_of(call.args[0].value) if call.args else None
            if not isinstance(key, str) or had.is_at(key):
                yield had.at(call).held(*_PARTS[name], *had.places[1:])
        elif name == "copy":
            yield had.at(call) if isinstance(call, cst.Call) else None
        elif name not in _LEAVING:
            yield None

    # -- methods that Python calls -----------------------------------------------------------------------------

    def _operated(self, had: Had) -> Iterator[Had | None]:
        """What an object's own operator does with the value: `meter << loss`, `meter += loss`."""
        above, node = had.spot.above, had.spot.node
        if isinstance(above, cst.BinaryOperation):
            other, reflected = (above.right, "r") if above.left is node else (above.left, "")
        elif isinstance(above, cst.AugAssign) and above.value is node:
            other, reflected = above.target, ""
        else:
            return
        name = _OPERATORS.get(type(above.operator), "")
        yield from self._to_method(had, other, f"__{reflected}{name}__", 1) if name else ()

    def _to_method(self, had: Had, owner: cst.BaseExpression, name: str, place: int) -> Iterator[Had | None]:
        for method in self._methods(had.spot.at(owner), name) if had.spot.facts.once(_has_operators) else ():
            for param in method.node.params.params[place : place + 1]:  # type: ignore[union-attr]
                yield from self._parameter(replace(had, spot=method), param)

    def _methods(self, made: Spot, name: str = "") -> Iterator[Spot]:
        """The methods of that name of the classes that an object may be of; without one, all of those that derive from
        another: a list's own class."""
        own = _class_of_super(made)
        ends = [made, *self.values.ends(made)] if own is None else []
        owners = [own] if own is not None else [owner for each in ends for _, owner in classes_of(self.values, each)]
        lines = [each for owner in owners for each in line(self.values, owner)]
        for each in {id(each.node): each for each in lines if isinstance(each.node, cst.ClassDef)}.values():
            for method in each.node.body.body if each.node.bases or name else ():  # type: ignore[union-attr]
                if isinstance(method, cst.FunctionDef) and name in ("", method.name.value):
                    yield each.at(method)

    # -- calls -------------------------------------------------------------------------------------------------

    def _returned(self, had: Had, function: Function | None) -> Iterator[Had | None]:
        if had.spot.way is not None and had.spot.way.function is function:
            yield replace(had, spot=had.spot.way.call)
            return
        runs = _runs(self.values, had.spot.facts, function) if function is not None else _Runs()
        if isinstance(function, cst.FunctionDef):
            yield from self._entered(had, function)
        if not runs.are_all:
            yield None
        self.found.holders += runs.lost
        for call in runs.calls:
            yield replace(had, spot=call)
        for call in runs.maps:
            yield replace(had, spot=call).within()
        for each in runs.decorators:
            yield from self._decorated(had, each)

    def _decorated(self, had: Had, decorator: Spot) -> Iterator[Had | None]:
        """What a decorator gives stands for what it is above of, or is given to the next one."""
        facts, made = decorator.facts, decorator.above
        assert isinstance(made, (cst.FunctionDef, cst.ClassDef))
        place = list(made.decorators).index(decorator.node)  # type: ignore[arg-type]
        taking = taker(facts, made.decorators[place - 1].decorator) if place else None
        if place == 0:
            yield from self._named(replace(had, spot=Spot(facts, made)), made, made.name)
        elif taking is None or not taking[1].params.params:
            yield None
        else:
            yield from self._parameter(replace(had, spot=Spot(*taking)), taking[1].params.params[0])

    def _entered(self, had: Had, function: cst.FunctionDef) -> Iterator[Had | None]:
        """`with made(x) as y`: what `__enter__` returns, or a generator yields, which a decorator makes a context."""
        facts, owner = had.spot.facts, owner_of(had.spot.facts, function)
        if owner is not None and function.name.value == "__enter__":
            contexts, given = self._contexts_of(Spot(facts, owner)), had
        else:
            items = facts.source.all(cst.WithItem) if had.places else []
            contexts = [Spot(facts, each) for each in items if facts.definitions.function(each.item) is function]
            given = had.taken
        for spot in contexts:
            name = spot.node.asname  # type: ignore[union-attr]
            yield from self._given(replace(given, spot=spot), name, name.name) if name is not None else ()

    def _contexts_of(self, owner: Spot) -> list[Spot]:
        """Each `with` of what is an object of the class."""
        there = filter(None, naming(owner, owner.node.name.value))  # type: ignore[union-attr]
        items = [Spot(facts, item) for facts in there for item in facts.source.all(cst.WithItem)]
        return [each for each in items
                if any(is_one(owner, made) for _, made in classes_of(self.values, each.at(each.node.item)))]  # type: ignore[union-attr]

    def _argument(self, had: Had, arg: cst.Arg) -> Iterator[Had | None]:
        call, facts = had.spot.taker, had.spot.facts
        if not isinstance(call, cst.Call) or (arg.star and not had.places):
            yield None
            return
        func, here = call.func, had.spot.at(call)
        name = name_of(facts, func)
        on = through(had, arg, call, name)
        into = put(had, arg, call) if isinstance(func, cst.Attribute) and not name else []
        if on is not None:
            yield from on
        elif into and all(each.node is None for each in self.values.called(here)):
            owner = func.value  # type: ignore[attr-defined]
            for each in into:
                yield from [each] if each.spot.node is call else self._put_into(each, owner)
            if len(into) == 1 and into[0].spot.node is call and not all(
                    map(_is_container, self.values.ends(here.at(owner)))):
                yield None
        elif name == "map" and had.places and arg is not call.args[0]:
            yield from self._mapped(had.taken, call, list(call.args).index(arg) - 1)
        else:
            yield from self._taken(had, arg, here)

    def _mapped(self, had: Had, call: cst.Call, place: int) -> Iterator[Had | None]:
        for function in self.values.ends(had.spot.at(call.args[0].value)):
            if isinstance(function.node, (cst.FunctionDef, cst.Lambda)):
                own = function.node.params.params[place + int(takes_object(function.facts, function.node)) :][:1]
                for param in own:
                    yield from self._parameter(replace(had, spot=function), param)
            else:
                yield None

    def _taken(self, had: Had, arg: cst.Arg, call: Spot) -> Iterator[Had | None]:
        """On from the parameters of the functions that take it, and from the objects that keep it."""
        assert isinstance(call.node, cst.Call)
        called = self.values.called(call, constructors=True)
        functions = [each for each in called if each.node is not None] or methods_looked_up(self.values, call)
        params = [(each, *given) for each in functions for given in params_of(
            had, arg, call.node, each.node, self.values.unnamed(each.facts, each.way) if each.way is not None else 1)]  # type: ignore[arg-type]
        if not params or any(each.node is None for each in called):
            yield None
        for function, param, given in params:
            yield from self._parameter(replace(given, spot=function), param)
        if all(param.star for _, param, _ in params):
            yield from self._kept_by_object(had, arg, call)

    def _kept_by_object(self, had: Had, arg: cst.Arg, call: Spot) -> Iterator[Had | None]:
        """`Out(loss=loss)`: what is made may be a dictionary or a tuple, or have an attribute of that name."""
        assert isinstance(call.node, cst.Call)
        name, place = arg.keyword.value if arg.keyword is not None else "", list(call.node.args).index(arg)
        for made in self.values.ends(call.at(call.node.func)):
            fields = fields_of(made)
            name = name or "".join(fields[place : place + 1])
            if (fields or isinstance(made.node, cst.ClassDef)) and name and not arg.star:
                yield from self._read(had, had.spot.facts, name, [] if fields else [made])
                yield replace(had, spot=call).within(fields.index(name) if name in fields else name)
            elif isinstance(made.node, cst.ClassDef) and not arg.star:
                yield replace(had if had.places else had.within(), spot=call)

    def _parameter(self, had: Had, param: cst.Param) -> Iterator[Had | None]:
        """On from a parameter that is given the value, or has it as its default, in a function that the spot names."""
        scope = had.spot.facts.scopes.scope(had.spot.node)  # type: ignore[arg-type]
        bindings = scope.bindings.get(param.name.value, [])
        yield from self._uses(had, [each for each in bindings if each.node is param], bindings)


def _has_operators(facts: Facts) -> bool:
    """Whether a class of the program has a method that Python calls by what stands for it."""
    return facts.says(_BY_PYTHON) or (facts.others is not None and bool(facts.others.program(_BY_PYTHON, silent=True)))


def _class_of_super(made: Spot) -> Spot | None:
    """The class whose method stands around `super()`."""
    func = made.node.func if isinstance(made.node, cst.Call) else None
    around = made.facts.source.parent(func, cst.ClassDef) if isinstance(func, cst.Name) else None
    is_super = isinstance(func, cst.Name) and func.value == "super"
    return Spot(made.facts, around) if is_super and around is not None else None


def _is_container(spot: Spot) -> bool:
    made = spot.node if isinstance(spot.node, cst.Call) else None
    return isinstance(spot.node, _MADE) or is_dict_of_keywords(spot) or (
        made is not None and not made.args and name_of(spot.facts, made.func) in _MAKING)


def _readings(facts: Facts, mine: list[Binding], bindings: list[Binding]) -> list[cst.Name]:
    """The uses of a name that may have what some of its bindings give it; all of them are looked through once."""
    known = facts.once(_known_readings)
    if id(bindings) not in known:
        found = known[id(bindings)] = {id(each): {} for each in bindings}
        for use in (use for each in bindings for use in each.uses):
            for each in facts.origins.bindings(use):
                found.get(id(each), {})[id(use)] = use
    return list({key: use for each in mine for key, use in known[id(bindings)].get(id(each), {}).items()}.values())


def _known_readings(facts: Facts) -> dict[int, dict[int, dict[int, cst.Name]]]:
    return {}


def comprehends(above: cst.CSTNode | None, node: object) -> TypeGuard[cst.CSTNode]:
    """Whether the one is a comprehension that makes the other of each."""
    if isinstance(above, cst.DictComp):
        return above.value is node
    return isinstance(above, (cst.ListComp, cst.SetComp, cst.GeneratorExp)) and above.elt is node


def _is_written(facts: Facts, target: cst.CSTNode) -> bool:
    at = facts.source.parents.get(target)
    while isinstance(at, (cst.Element, cst.Tuple, cst.List)):
        target, at = at, facts.source.parents.get(at)
    return isinstance(at, cst.AssignTarget) or (isinstance(at, (cst.For, cst.CompFor)) and at.target is target)

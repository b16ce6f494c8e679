"""Where the values of an expression go: through names, lists, attributes, arguments and results, and into functions of
the project's other files.

Asked for one thing: what needs the dimension that a full reduction had in 1.8.5, shape [1], and has no more.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.array_uses import takes_array
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.other_modules import Taker
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.decorators import takes_object
from paddle_migrate.facts.values.objects import classes_of, line
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import comprehends, runs_of
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.interpreter.answers.calls import (
    ALONG,
    Found,
    along_one,
    fields_of,
    function_of,
    is_metric_object,
    methods_looked_up,
    of_builtin,
    of_fluid,
    of_numpy,
    rules_of_value,
)
from paddle_migrate.interpreter.answers.followed import Need, Uses, Value, params_of
from paddle_migrate.interpreter.answers.no_dimension import is_element, may_have_none
from paddle_migrate.rules.rule import Rule

_ADD_TO = ("append", "extend", "insert", "add", "appendleft")
_SAME_METHODS = ("astype", "clone", "copy", "detach", "values")
_TAKE_OUT = ("get", "pop", "popleft", "setdefault")
# of the standard library: what is calculated with it, copies, what holds it
_HANDS_BACK = ("operator.", "copy.", "collections.", "itertools.")
_ARRAYS = ("gradient", "numpy")
_SHAPES = ("ndim", "shape", "tolist")
_OPERATORS = {
    cst.Add: "add", cst.Subtract: "sub", cst.Multiply: "mul", cst.LeftShift: "lshift", cst.RightShift: "rshift",
    cst.BitOr: "or", cst.AddAssign: "iadd", cst.LeftShiftAssign: "ilshift", cst.BitOrAssign: "ior",
}  # fmt: skip
_BY_PYTHON = re.compile(rb"def __(?:set(?:attr|item)|[ir]?(?:add|sub|mul|[lr]shift|or))__")
_MANY = 40  # bindings of a name, beyond which any of them is taken for the last


class Destinations:
    """Answers for one script."""

    def __init__(
        self, facts: Facts, settled: Collection[cst.CSTNode] = (), elsewhere: dict[Uses, Need | None] | None = None
    ) -> None:
        """`settled`: expressions that are given their dimension where they stand. `elsewhere`: what parameters of
        functions in other files come to."""
        self.facts, self.source, self.settled = facts, facts.source, settled
        self._elsewhere = {} if elsewhere is None else elsewhere
        self._followed: set[Uses] = set()  # in one search
        self._often: dict[Uses, Need | None] = {}  # what names with many bindings come to, for every search

    def needing_a_dimension(self, node: cst.CSTNode) -> Need | None:
        """The first expression that would come out otherwise, or fail, without the value's dimension."""
        return self._search([Value(node)])

    def _search_in(self, value: Value, function: cst.FunctionDef | cst.Lambda, param: cst.Param) -> Need | None:
        """The same of a value that a parameter takes."""
        found = list(self._taken_in(value, function, param))
        known = next((f for f in found if isinstance(f, Need)), None)
        return known or self._search_all(deque(f for f in found if isinstance(f, Value)))

    def _search(self, values: list[Value]) -> Need | None:
        before, self._followed = self._followed, set()
        try:
            return self._search_all(deque(values))
        finally:
            self._followed = before

    def _search_all(self, open_values: deque[Value]) -> Need | None:
        seen: set[Uses] = set()
        while open_values:
            value = open_values.popleft()
            if value.key in seen or value.node in self.settled:
                continue
            seen.add(value.key)
            for found in self._next(value):
                if isinstance(found, cst.CSTNode):
                    return Need(found, self.source, value.array)
                if isinstance(found, Need):
                    return found
                open_values.append(found)
        return None

    def _next(self, value: Value) -> Iterator[Found]:
        """Where the value goes from here."""
        above = self.source.parents.get(value.node)
        if isinstance(above, (cst.Assign, cst.AnnAssign, cst.NamedExpr, cst.AugAssign)) and above.value is value.node:
            yield from self._assigned(value, above)
        elif isinstance(above, (cst.Element, cst.DictElement, cst.StarredElement)):
            yield from self._element(value, above)
        elif isinstance(above, cst.Arg):
            yield from self._argument(value, above)
        elif isinstance(above, cst.Attribute) and above.value is value.node:
            yield from self._attribute(value, above)
        elif isinstance(above, cst.Subscript) and above.value is value.node:
            yield from self._subscript(value, above)
        elif isinstance(above, (cst.Return, cst.Yield, cst.Lambda)):
            yield from self._given_back(value, above)
        elif isinstance(above, (cst.For, cst.CompFor)) and above.iter is value.node:
            if value.held:
                yield from self._names(value.taken(), above.target)
            else:
                yield above.iter
        elif comprehends(above, value.node):
            yield value.within(above)
        elif isinstance(above, cst.WithItem) and above.asname is not None and value.held:
            yield from self._names(value.taken(), above.asname.name)  # what holds it, or a generator, gives it
        elif isinstance(above, cst.BinaryOperation):
            other = above.right if above.left is value.node else above.left
            if value.held or isinstance(other, cst.BaseNumber) or may_have_none(self.facts, other):
                yield replace(value, node=above)
            yield from self._operated(value, other, above.operator, reflected=other is above.right)
        elif isinstance(above, (cst.Comparison, cst.ComparisonTarget)):
            yield from self._compared(value, above)
        elif isinstance(above, cst.UnaryOperation) or (isinstance(above, cst.IfExp) and above.test is not value.node):
            yield replace(value, node=above)

    def _compared(self, value: Value, above: cst.Comparison | cst.ComparisonTarget) -> Iterator[Found]:
        """With numbers, and with what has no dimension, either."""
        whole = self.source.parents[above] if isinstance(above, cst.ComparisonTarget) else above
        if not isinstance(whole, cst.Comparison) or value.held or len(whole.comparisons) > 1:
            return
        target = whole.comparisons[0]
        other = target.comparator if above is whole else whole.left
        elementwise = not isinstance(target.operator, (cst.In, cst.Is, cst.IsNot, cst.NotIn))
        if elementwise and (isinstance(other, cst.BaseNumber) or may_have_none(self.facts, other)):
            yield replace(value, node=whole)

    def _element(self, value: Value, above: cst.Element | cst.DictElement | cst.StarredElement) -> Iterator[Found]:
        holder = self.source.parents.get(above)
        if isinstance(above, cst.StarredElement) and not value.held:
            yield above.value
        elif isinstance(holder, (cst.List, cst.Tuple, cst.Set, cst.Dict)):
            in_order = isinstance(holder, (cst.List, cst.Tuple)) and not isinstance(above, cst.StarredElement)
            place = list(holder.elements).index(above) if in_order else None
            spread = isinstance(above, cst.StarredElement)
            yield replace(value, node=holder, place=None) if spread else value.within(holder, place)

    # -- names -------------------------------------------------------------------------------------------------

    def _assigned(self, value: Value, to: cst.CSTNode) -> Iterator[Found]:
        if isinstance(to, cst.NamedExpr):
            yield replace(value, node=to)
        alone = [to.target] if isinstance(to, (cst.AnnAssign, cst.NamedExpr, cst.AugAssign)) else []
        targets = [t.target for t in to.targets] if isinstance(to, cst.Assign) else alone
        for target in targets:
            if isinstance(to, cst.AugAssign):
                yield from self._operated(value, target, to.operator)
            if isinstance(to, cst.AugAssign) and value.held:
                yield from self._put_into(replace(value, place=None), target)
            elif not isinstance(target, (cst.Tuple, cst.List)):
                yield from self._names(value, target)
            elif value.held:
                for each, given in _taken_apart(value, target):
                    if isinstance(each, (cst.Tuple, cst.List)) and value.held == 1 and value.place is not None:
                        yield each  # by that tuple
                    yield from self._names(given, each)
            elif not self._gives_several(value.node):
                yield target

    def _gives_several(self, node: cst.CSTNode) -> bool:
        """Whether it calls a function that returns a tuple, too: that is what is taken apart."""
        function = function_of(self.facts, node) if isinstance(node, cst.Call) else None
        returns = self.source.inside(function[0], cst.Return) if function is not None else ()
        return any(isinstance(each.value, (cst.List, cst.Tuple)) for each in returns)

    def _names(self, value: Value, target: cst.BaseExpression) -> Iterator[Found]:
        """Wherever the target is read."""
        if isinstance(target, (cst.Tuple, cst.List)):
            for each, given in _taken_apart(value, target):
                yield from self._names(given, each)
        elif isinstance(target, cst.Name):
            bindings = self.facts.scopes.find(target)
            known = value.came_from is not None and len(bindings) < _MANY
            mine = [b for b in bindings if b.value is value.came_from] if known else []
            yield from self._uses(value, bindings, mine[0] if mine else None)
        elif isinstance(target, cst.Attribute):
            yield from self._to_method(value, target.value, "__setattr__", 2)
            yield from (found for found in self._reads(value, target.attr.value) if found.node is not target)
        elif isinstance(target, cst.Subscript):
            yield from self._to_method(value, target.value, "__setitem__", 2)
            yield from self._put_into(value.within(target.value), target.value)
        elif (holder := _taken_from(target)) is not None:
            yield from self._put_into(value.within(holder), holder)

    def _operated(
        self, value: Value, other: cst.BaseExpression, operator: cst.CSTNode, reflected: bool = False
    ) -> Iterator[Found]:
        """`meter += loss`, `meter << loss`: what the object's own operator does with it."""
        name = _OPERATORS.get(type(operator), "")
        if name:
            yield from self._to_method(value, other, f"__{'r' * reflected}{name}__", 1)

    def _to_method(self, value: Value, owner: cst.BaseExpression, name: str, place: int) -> Iterator[Found]:
        """What a method of this name, which Python calls, does with what it is given."""
        for facts, method in self._methods(owner, name) if self._has_operators else ():
            for param in method.params.params[place : place + 1]:
                if facts is self.facts:
                    yield from self._taken_in(value, method, param)
                else:
                    yield from self._taken_there(facts, value, method, param)

    @cached_property
    def _has_operators(self) -> bool:
        """Whether a class of the program has a method that Python calls so."""
        others = self.facts.others
        return self.facts.says(_BY_PYTHON) or (others is not None and bool(others.program(_BY_PYTHON)))

    def _reads(self, value: Value, attribute: str) -> Iterator[Value]:
        """Wherever an attribute of that name is read."""
        yield from (replace(value, node=read) for read in self.source.attributes.get(attribute, ()))

    def _put_into(self, held: Value, container: cst.BaseExpression) -> Iterator[Found]:
        """Wherever the container is had, which may be a caller's, or another file's."""
        yield from self._names(held, container)
        for owner, mine in self._as_object(container):
            if owner is self.facts:
                yield from self._uses(replace(held, place=None), mine)
            else:
                yield from (f for use in mine[0].uses for f in self._there(owner, replace(held, node=use, place=None)))
        for end in values_of(self.facts).ends(Spot(self.facts, container)):
            if end.expression is None or end.expression is container:
                continue
            if end.facts is self.facts:
                yield replace(held, node=end.expression)
            else:
                yield from self._there(end.facts, replace(held, node=end.expression))

    def _as_object(self, container: cst.BaseExpression) -> Iterator[tuple[Facts, list[Binding]]]:
        """The methods of a container's own class, `class Meter(dict)`, which have it as their first parameter."""
        for facts, method in self._methods(container):
            if method.params.params and takes_object(facts, method):
                yield facts, facts.scopes.scope(method).bindings[method.params.params[0].name.value]

    def _methods(self, made: cst.BaseExpression, name: str = "") -> Iterator[tuple[Facts, cst.FunctionDef]]:
        """The methods of the classes that the object may be of; without a name, of those that derive from another."""
        values = values_of(self.facts)
        ends = [Spot(self.facts, made), *values.ends(Spot(self.facts, made))]
        own = self._class_of_super(made)
        owners = [own] if own is not None else [owner for each in ends for _, owner in classes_of(values, each)]
        lines = [each for owner in owners for each in line(values, owner)]
        for each in {id(each.node): each for each in lines if isinstance(each.node, cst.ClassDef)}.values():
            for method in each.node.body.body if each.node.bases or name else ():  # type: ignore[union-attr]
                if isinstance(method, cst.FunctionDef) and name in ("", method.name.value):
                    yield each.facts, method

    def _class_of_super(self, container: cst.BaseExpression) -> Spot | None:
        """The class whose method stands around `super()`."""
        is_super = isinstance(container, cst.Call) and isinstance(container.func, cst.Name)
        around = self.source.parent(container, cst.ClassDef) if is_super else None
        is_super = is_super and container.func.value == "super"  # type: ignore[attr-defined]
        return Spot(self.facts, around) if is_super and around is not None else None

    def _there(self, facts: Facts, value: Value) -> Iterator[Need]:
        """Of a value that is had in another file."""
        if value.key not in self._elsewhere:
            self._elsewhere[value.key] = None  # while it is looked for
            self._elsewhere[value.key] = Destinations(facts, (), self._elsewhere)._search([value])
        needing = self._elsewhere[value.key]
        yield from () if needing is None else (needing,)

    def _uses(self, value: Value, bindings: list[Binding], mine: Binding | None = None) -> Iterator[Found]:
        """Every use of a name that may have the value of the binding that is `mine`, once for each kind of value."""
        certain = mine is not None and len(bindings) > 1
        name = (id(mine) if certain else id(bindings), value.array, value.held, value.place)
        if not bindings or name in self._followed:
            return
        self._followed.add(name)
        if len(bindings) >= _MANY:
            if name not in self._often:
                self._often[name] = None  # while it is looked for
                self._often[name] = self._search([replace(value, node=use) for use in bindings[0].uses])
            needing = self._often[name]
            yield from () if needing is None else (needing,)
            return
        for use in bindings[0].uses:
            last = self.facts.origins.flow.reaching(use, bindings) if certain else None
            if last is None or last is mine:
                yield replace(value, node=use)

    # -- what is done with it ------------------------------------------------------------------------------------

    def _attribute(self, value: Value, attribute: cst.Attribute) -> Iterator[Found]:
        name = attribute.attr.value
        call = self.source.parents.get(attribute)
        called = call if isinstance(call, cst.Call) and call.func is attribute else None
        if name in _SHAPES and (value.array or not value.held):
            yield called or attribute
        elif name in _ARRAYS and called is not None and not value.held:
            yield replace(value, node=called, array=True)
        elif name in _SAME_METHODS and called is not None:
            yield replace(value, node=called, place=None)
        elif name in _TAKE_OUT and called is not None:
            yield value.taken(called)
        elif name == "items" and called is not None:
            yield value.within(called)
        elif name in ALONG and value.array and called is not None and called.args:
            yield along_one(value, called)

    def _subscript(self, value: Value, index: cst.Subscript) -> Iterator[Found]:
        kinds = self.facts.kinds
        if value.held:
            at = index.slice[0].slice
            if value.array and len(index.slice) > value.held:  # the last one asks for the value's own dimension
                yield index
            written = at.value if isinstance(at, cst.Index) else None
            number = written.evaluated_value if isinstance(written, cst.Integer) else None
            if value.place is None or number is None or number == value.place:
                yield replace(value, node=index, place=None) if isinstance(at, cst.Slice) else value.taken(index)
        elif value.array:
            safe = is_safe(self.facts, index.value) or kinds.what(index.value) == "scalar array"
            if not (self.source.takes_first(index) and safe):
                yield index
        else:
            made = getattr(kinds.of(index.value), "made", None)
            known = kinds.what(index.value) == "scalar" and self.facts.mode.of(index) != "static"
            if not (known and self.source.takes_first(index) and self._is_in_one_place(made, index)):
                yield index

    def _is_in_one_place(self, made: cst.CSTNode | None, use: cst.CSTNode) -> bool:
        return made is not None and self.facts.scopes.of(made) is self.facts.scopes.of(use)

    def _argument(self, value: Value, arg: cst.Arg) -> Iterator[Found]:
        call = self.source.parents.get(arg)
        if arg.star == "*" and not value.held:
            yield arg
        if not isinstance(call, cst.Call) or (arg.star and not value.held):
            return
        reference = self.facts.by_call.get(call)
        name = self.facts.names.resolve(call.func)
        if reference is not None and isinstance(reference.rule, Rule):
            if value.array:
                return
            yield from of_fluid(value, call, reference.rule)
        elif name.startswith("numpy."):
            yield from of_numpy(value, call, name.rpartition(".")[2])
        elif name.startswith("paddle."):
            return
        elif self.facts.others is not None and (taker := self.facts.others.taker(call)) is not None:
            yield from self._of_another_file(value, arg, call, taker)
        elif name.startswith("itertools.chain"):
            part = value.taken() if arg.star or name.endswith("from_iterable") else value
            yield replace(part, node=call, place=None) if part.held else call
        elif name == "functools.reduce":
            yield value.taken(call)
        elif name.startswith(_HANDS_BACK):
            yield replace(value, node=call)
        elif name:
            return
        elif call in self._maps and value.held and arg is not call.args[0]:
            place = list(call.args).index(arg) - 1
            for function, shift in self._maps[call]:
                params = function.params.params[place + shift :][:1]
                yield from (found for param in params for found in self._taken_in(value.taken(), function, param))
        elif isinstance(call.func, cst.Name) and not self.facts.scopes.find(call.func):
            yield from of_builtin(value.taken() if arg.star else value, call, call.func.value)
        elif (rules := rules_of_value(self.facts, call)) and not value.array:
            yield from (found for rule in rules for found in of_fluid(value, call, rule))
        else:
            yield from self._of_own(value, arg, call)

    def _of_own(self, value: Value, arg: cst.Arg, call: cst.Call) -> Iterator[Found]:
        """An argument of one of the script's functions, of a method that takes it in, or of a metric."""
        function = function_of(self.facts, call)
        runs = self._runs(call) if function is None else []
        if isinstance(call.func, cst.Attribute) and function is None and not runs:
            method, owner = call.func.attr.value, call.func.value
            if method == "extend" and not value.held:
                yield call
            if method in _ADD_TO:
                held = replace(value, place=None) if method == "extend" else value.within(owner)
                yield from self._put_into(held, owner)
                return
            if method == "update" and value.array and is_metric_object(self.facts, owner):
                yield call
                return
            if method == "update" and (value.held or arg.keyword is not None):
                yield from self._put_into(value if arg.keyword is None else value.within(owner), owner)
                return
        yield from self._kept_by_object(value, arg, call)
        if function is not None:
            for param, given in params_of(function[0], call, arg, function[1], value):
                yield from self._taken_in(given, function[0], param)
            return
        if self._is_unseen(call):
            yield call
        for end, node in runs:
            for param, given in params_of(node, call, arg, int(takes_object(end.facts, node)), value):
                if end.facts is self.facts:
                    yield from self._taken_in(given, node, param)
                else:
                    yield from self._taken_there(end.facts, given, node, param)

    def _runs(self, call: cst.Call) -> list[tuple[Spot, cst.FunctionDef | cst.Lambda]]:
        """The functions that may be called, where an element, an object of one or a value has them."""
        found = values_of(self.facts).called(Spot(self.facts, call))
        found = [*found, *methods_looked_up(self.facts, call)]
        return [(end, end.node) for end in found if isinstance(end.node, (cst.FunctionDef, cst.Lambda))]

    def _is_unseen(self, call: cst.Call) -> bool:
        """Whether it runs what something holds, a loop or a caller gives, `hook(loss)`, and not all that is seen."""
        func = call.func
        bindings = self.facts.scopes.find(func) if isinstance(func, cst.Name) else []
        given = bool(bindings) and all(each.kind not in ("class", "def", "import") for each in bindings)
        if not given and not isinstance(func, cst.Subscript):
            return False
        ends = values_of(self.facts).ends(Spot(self.facts, func))
        return any(end.node is None or isinstance(end.node, (Part, cst.Subscript)) for end in ends)

    def _kept_by_object(self, value: Value, arg: cst.Arg, call: cst.Call) -> Iterator[Value]:
        """`Out(loss=loss)`: what is made may be a dict or a tuple, or have an attribute of that name."""
        made = self.facts.definitions.class_of(call)
        fields = fields_of(self.facts, call.func) if made is None else ()
        if made is None and not fields:
            return
        place = list(call.args).index(arg)
        if arg.keyword is not None or place < len(fields):
            yield from self._reads(value, arg.keyword.value if arg.keyword is not None else fields[place])
        if not arg.star:
            yield value.within(call)

    def _taken_in(self, value: Value, function: cst.FunctionDef | cst.Lambda, param: cst.Param) -> Iterator[Found]:
        among = param in (function.params.star_arg, function.params.star_kwarg)
        bindings = self.facts.scopes.scope(function).bindings.get(param.name.value, [])
        yield from self._uses(value.within(value.node) if among else value, bindings)

    def _of_another_file(self, value: Value, arg: cst.Arg, call: cst.Call, taker: Taker) -> Iterator[Need]:
        for param, given in params_of(taker.function, call, arg, taker.unnamed, value):
            yield from self._taken_there(Facts.of_other(taker.module), given, taker.function, param)

    def _taken_there(
        self, facts: Facts, given: Value, function: cst.FunctionDef | cst.Lambda, param: cst.Param
    ) -> Iterator[Need]:
        key = id(param), given.array, given.held, given.place
        if key not in self._elsewhere:
            self._elsewhere[key] = None  # while it is looked for
            self._elsewhere[key] = Destinations(facts, (), self._elsewhere)._search_in(given, function, param)
        needing = self._elsewhere[key]
        yield from () if needing is None else (needing,)

    # -- results -------------------------------------------------------------------------------------------------

    def _given_back(self, value: Value, by: cst.Return | cst.Yield | cst.Lambda) -> Iterator[Found]:
        """The calls of the function, in whatever file."""
        function = by if isinstance(by, cst.Lambda) else self.source.parent(by, cst.FunctionDef, cst.Lambda)
        value = value.within(value.node) if isinstance(by, cst.Yield) else value
        own = self._calls.get(id(function), [])
        yield from (replace(value, node=call) for call in own)
        yield from (value.within(call) for call, maps in self._maps.items() if function in [each for each, _ in maps])
        if isinstance(function, (cst.FunctionDef, cst.Lambda)):
            for spot in runs_of(self.facts, function):
                if spot.facts is self.facts and isinstance(spot.node, cst.Call) and spot.node not in own:
                    yield replace(value, node=spot.node)
                elif spot.facts is not self.facts and isinstance(spot.node, cst.CSTNode):
                    yield from self._there(spot.facts, replace(value, node=spot.node))

    @cached_property
    def _maps(self) -> dict[cst.Call, list[tuple[cst.FunctionDef | cst.Lambda, int]]]:
        """`map(f, losses)`: what is called there, and how many of its parameters are not among those."""
        ends = {
            call: values_of(self.facts).ends(Spot(self.facts, call.args[0].value))
            for call in self.source.all(cst.Call)
            if isinstance(call.func, cst.Name) and call.func.value == "map" and call.args
            and not self.facts.scopes.find(call.func)
        }
        return {
            call: [
                (end.node, int(takes_object(end.facts, end.node)))
                for end in found
                if end.facts is self.facts and isinstance(end.node, (cst.FunctionDef, cst.Lambda))
            ]
            for call, found in ends.items()
        }

    @cached_property
    def _calls(self) -> dict[int, list[cst.Call]]:
        found: dict[int, list[cst.Call]] = {}
        for call in self.source.all(cst.Call):
            if call not in self.facts.by_call and (function := function_of(self.facts, call)) is not None:
                found.setdefault(id(function[0]), []).append(call)
        return found


def _taken_from(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The dict of `d.setdefault(key, [])`, of which an element is had."""
    func = node.func if isinstance(node, cst.Call) else None
    return func.value if isinstance(func, cst.Attribute) and func.attr.value in _TAKE_OUT else None


def is_safe(facts: Facts, array: cst.BaseExpression) -> bool:
    """Whether `array[0]` is written so that it serves a tensor without a dimension, too (scalars.py)."""
    if not facts.references or facts.is_skipped(array):
        return False
    tensor = array.func.value if takes_array(array) and isinstance(array, cst.Call) else None  # type: ignore[attr-defined]
    return tensor is not None and not is_element(tensor) and may_have_none(facts, tensor)


def _taken_apart(value: Value, target: cst.Tuple | cst.List) -> Iterator[tuple[cst.BaseExpression, Value]]:
    """What of `a, *b, c = xs` may get what one element of `xs` is, and what it gets: behind a star all may."""
    behind = False
    for place, each in enumerate(target.elements):
        is_star = isinstance(each, cst.StarredElement)
        if value.place in (None, place) or ((behind or is_star) and (value.place or 0) >= place - 1):
            yield each.value, replace(value, place=None) if is_star else value.taken()
        behind = behind or is_star

"""Where a value comes from: over names, attributes, containers, parameters, results and files, a step or to the ends.

It goes back from an expression to what made it; who asks decides where to stop and what several origins mean together.
What no file of the run shows is a spot without a node, and never left out: a parameter that something unseen may give,
a container that something unseen may fill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.arguments import arguments, rest_of
from paddle_migrate.facts.values.callers import BEHIND_CALLS, callers
from paddle_migrate.facts.values.containers import elements, gotten, index_of, unpacked
from paddle_migrate.facts.values.contexts import entered
from paddle_migrate.facts.values.decorators import (
    CLASS_KEEPING,
    decorators,
    gives_back,
    is_left,
    owner_of,
    takes_object,
)
from paddle_migrate.facts.values.generators import is_generator, yields_of
from paddle_migrate.facts.values.objects import classes_of, member, of_base, set_on
from paddle_migrate.facts.values.spot import Function, Part, Spot, Way, function_around

_DEEPEST = 8  # calls within calls
_MOST = 500  # steps for one question
_ALL = 40_000  # steps with those of all questions that one leads to
_MANY = 2_000  # of these, from which on answers that a circle cut short serve until it ends
_ITSELF = (cst.Import, cst.ImportFrom)

Test = Callable[[Spot], bool]


class Values:
    """What is known of values so far; one for the file that is asked about."""

    def __init__(self, facts: Facts) -> None:
        self._back: dict[Spot, list[Spot] | None] = {}
        self._open: set[Spot] = set()
        self._cuts = 0  # how often an answer was cut short by a circle
        self._asking = self._steps = 0
        self._cut: dict[Spot, list[Spot] | None] = {}  # such answers, which hold what is not known

    def back(self, spot: Spot) -> list[Spot] | None:
        """One step back to where the value comes from; None where it is the origin itself."""
        if spot in self._open:
            self.cut_short()
            return [spot.at(None)]
        if spot not in self._back:
            self._steps += 1
            if self._steps > _MANY and spot in self._cut:
                self.cut_short()
                return self._cut[spot]
            if self._steps > _ALL:
                self.cut_short()
                return [spot.at(None)]
            before = self._cuts
            self._open.add(spot)
            try:
                found = self._step(spot)
            finally:
                self._open.discard(spot)
            if self._open and self._cuts > before:
                self._cut[spot] = found
                return found  # whoever asks first gets more
            self._back[spot] = found
        return self._back[spot]

    def cut_short(self) -> None:
        self._cuts += 1

    def ends(self, spot: Spot, is_end: Test = lambda spot: False) -> list[Spot]:
        """All that the value may be in the end: what no step leads back from, or what is an end to who asks."""
        if not self._asking and not self._open:
            self._steps = 0
            self._cut.clear()
        self._asking += 1
        found: dict[Spot, None] = {}
        seen: set[Spot] = set()
        waiting = [spot]
        try:
            while waiting:
                at = waiting.pop()
                if at in seen:
                    continue
                seen.add(at)
                back = None if at.node is None or isinstance(at.node, Part) or is_end(at) else self.back(at)
                if len(seen) > _MOST:
                    return [spot.at(None)]
                if back is None:
                    found[at] = None
                else:
                    waiting += back
        finally:
            self._asking -= 1
        return list(found) or [spot.at(None)]

    def whole(self, spot: Spot) -> list[Spot] | None:
        """The ends, where all are seen."""
        found = self.ends(spot)
        return None if any(each.node is None for each in found) else found

    # -- a step ------------------------------------------------------------------------------------------------

    def _step(self, spot: Spot) -> list[Spot] | None:
        node = spot.node
        if isinstance(node, cst.Name):
            return self._of_name(spot, node)
        if isinstance(node, cst.IfExp):
            return [spot.at(node.body), spot.at(node.orelse)]
        if isinstance(node, cst.BooleanOperation):
            return [spot.at(node.left), spot.at(node.right)]
        if isinstance(node, cst.NamedExpr):
            return [spot.at(node.value)]
        if isinstance(node, cst.Attribute):
            return self._of_attribute(spot, node)
        if isinstance(node, cst.Subscript):
            return elements(self, spot.at(node.value), index_of(node))
        return self._of_call(spot, node) if isinstance(node, cst.Call) else None

    def _of_name(self, spot: Spot, name: cst.Name) -> list[Spot] | None:
        bindings = spot.facts.origins.bindings(name)
        if not bindings or all(isinstance(each.node, _ITSELF) for each in bindings):
            return self._of_other_file(spot, name)
        return [found for each in bindings for found in self.of_binding(spot, each)]

    def _of_other_file(self, spot: Spot, node: cst.BaseExpression) -> list[Spot] | None:
        others = spot.facts.others
        there = others.bound(node) if others is not None else None
        if there is None:
            return None
        home = Spot(Facts.of_other(there[0]), None)
        return [found for each in there[1] for found in self.of_binding(home, each)]

    def of_binding(self, spot: Spot, binding: Binding) -> list[Spot]:
        """What the binding gives its name, where the use stands."""
        way = spot.within(binding.scope.node)
        home = Spot(spot.facts, None, way)
        node = binding.node
        if binding.value is not None:
            return [home.at(binding.value)]
        if isinstance(node, cst.ClassDef):
            kept = all(self._keeps(home, each.decorator) for each in node.decorators)
            return [home.at(node), *([] if kept else [home])]
        if isinstance(node, cst.FunctionDef):
            return [home.at(node if is_left(spot.facts, node) else None)]
        if isinstance(node, _ITSELF):
            return [home.at(node)]
        if isinstance(node, cst.Param):
            return self.given(home, node)
        if isinstance(node, (cst.For, cst.CompFor)):
            return unpacked(self, home.at(node.iter), node.target, binding.name, looped=True)
        if isinstance(node, cst.Assign) and len(node.targets) == 1:
            return unpacked(self, home.at(node.value), node.targets[0].target, binding.name)
        item = spot.facts.source.parents.get(node)
        if isinstance(node, cst.AsName) and isinstance(item, cst.WithItem):
            given = entered(self, home.at(item.item))
            return [found for each in given for found in unpacked(self, each, node.name, binding.name)]
        return [home]

    def _keeps(self, spot: Spot, decorator: cst.BaseExpression) -> bool:
        """Whether a class is what it was behind its decorator."""
        called = isinstance(decorator, cst.Call)
        function = decorator.func if isinstance(decorator, cst.Call) else decorator
        if spot.facts.names.resolve(function) in CLASS_KEEPING:
            return True
        ends = self.ends(spot.at(function))
        return all(isinstance(end.node, cst.FunctionDef) and gives_back(end.facts, end.node, called) for end in ends)

    def given(self, spot: Spot, param: cst.Param) -> list[Spot]:
        """What calls give a parameter: the one that the function runs because of, or any."""
        function = function_around(spot.facts, param)
        if function is None:
            return [spot.at(None)]
        if spot.way is not None:
            return self._bound(spot.facts, spot.way, param)
        found = callers(self, spot.facts, function)
        given = [each for call in found.calls for each in self._bound(spot.facts, Way(function, call), param)]
        if not found.are_all or not given:
            default = [spot.at(param.default)] if param.default is not None else []
            given = [*given, *default, spot.at(None)]
        return list(dict.fromkeys(given))

    def _bound(self, facts: Facts, way: Way, param: cst.Param) -> list[Spot]:
        if param.star:
            return rest_of(self, facts, way, param)
        unnamed = self.unnamed(facts, way)
        with_stars = arguments(self, way.call)
        given = with_stars.given(way.function, unnamed, param)
        if given is not None:
            return [given]
        default = [Spot(facts, param.default)] if param.default is not None else []
        more = with_stars.may_give(way.function, param)
        return [*default, Spot(facts, None)] if more else default or [Spot(facts, None)]

    def unnamed(self, facts: Facts, way: Way) -> int:
        """How many parameters the call does not name."""
        if not takes_object(facts, way.function):
            return 0
        owner = owner_of(facts, way.function)
        func = way.call.node.func if isinstance(way.call.node, cst.Call) else None
        on_class = isinstance(func, cst.Attribute) and any(
            each.node is owner for each in self.ends(way.call.at(func.value))
        )
        is_of_class = "classmethod" in decorators(facts, way.function)
        return 0 if on_class and isinstance(func, cst.Attribute) and not is_of_class else 1

    # -- attributes and calls ----------------------------------------------------------------------------------

    def _of_attribute(self, spot: Spot, node: cst.Attribute) -> list[Spot] | None:
        there = self._of_other_file(spot, node)
        is_imported = bool(spot.facts.names.resolve(node))
        if there is not None or (is_imported and self._of_other_file(spot, node.value) is None):
            return there
        found: list[Spot] = []
        for made, owner in classes_of(self, spot.at(node.value)):
            found += member(self, made, owner, node.attr.value) or [spot.at(None)]
        return found or set_on(self, spot.at(node.value), node.attr.value) or None

    def called(self, call: Spot, constructors: bool = False) -> list[Spot]:
        """The functions of the run's files that the call may run, each with the way to it; a spot without a node among
        them where it may run another one. `constructors`: those of classes, too, and what layers run behind a call."""
        if not isinstance(call.node, cst.Call) or (call.way is not None and call.way.depth >= _DEEPEST):
            return [call.at(None)]
        base = of_base(self, call)
        ends = self.ends(call.at(call.node.func)) if base is None else [base]
        behind = BEHIND_CALLS if constructors else BEHIND_CALLS[:1]
        ends = [run for each in ends for run in self._of_object(each, behind)]
        if constructors:
            ends = [made for each in ends for made in self._constructor(each)]
        found: list[Spot] = []
        for each in ends:
            if not isinstance(each.node, (cst.FunctionDef, cst.Lambda)):
                found.append(call.at(None))
            elif not _runs_already(each.node, call):
                found.append(Spot(each.facts, each.node, Way(each.node, call)))
        return found

    def _of_object(self, called: Spot, names: tuple[str, ...]) -> list[Spot]:
        """What runs where an object is called, by the first of the names that its class has."""
        classes = list(classes_of(self, called)) if isinstance(called.node, cst.Call) else []
        found = ([each for made, owner in classes for each in member(self, made, owner, name)] for name in names)
        return next(filter(None, found), [called])

    def _constructor(self, called: Spot) -> list[Spot]:
        if not isinstance(called.node, cst.ClassDef):
            return [called]
        return member(self, called, called, "__init__") or [called.at(None)]

    def _of_call(self, spot: Spot, call: cst.Call) -> list[Spot] | None:
        if spot.facts.names.resolve(call.func).partition(".")[0] == "paddle":
            return None
        held = gotten(self, spot)
        if held is not None:
            return held
        functions = self.called(spot)
        if functions and all(each.node is None or is_generator(each) for each in functions):
            return None
        return [found for each in functions for found in self.returned(each)]

    def returned(self, function: Spot) -> Iterator[Spot]:
        """What a call gives that runs the function."""
        node = function.node
        if isinstance(node, cst.Lambda):
            yield function.at(node.body)
        elif not isinstance(node, cst.FunctionDef) or not _returns(function.facts, node):
            yield function.at(None)
        else:
            for each in function.facts.definitions.returns(node):
                yield function.at(each.value)


def _runs_already(function: Function, call: Spot) -> bool:
    """Whether the same call has led to where it stands: what a recursion gives, its other ends tell."""
    way = call.way
    while way is not None:
        if way.function is function and way.call.node is call.node:
            return True
        way = way.call.way
    return False


def _returns(facts: Facts, function: cst.FunctionDef) -> bool:
    """Whether a call gives what stands behind `return`: no generator, nothing that a decorator changes."""
    plain = function.asynchronous is None
    return plain and not yields_of(facts, function) and bool(facts.definitions.returns(function))


def values_of(facts: Facts) -> Values:
    return facts.once(Values)


def origins_of(
    facts: Facts, node: cst.BaseExpression | None, is_end: Callable[[cst.BaseExpression], bool] = lambda node: False
) -> list[cst.BaseExpression | None]:
    """All expressions of the file that the value may be in the end, or that are an end to who asks; None among them for
    what another file makes, or what is not seen."""
    if node is None:
        return [None]

    def ends_there(spot: Spot) -> bool:
        return spot.facts is facts and spot.expression is not None and is_end(spot.expression)

    found = values_of(facts).ends(Spot(facts, node), ends_there)
    return list(dict.fromkeys(each.expression if each.facts is facts else None for each in found))

"""What needs the dimension that a full reduction had in 1.8.5, shape [1], and has no more: of all that has its value
(facts/values/uses.py), what would come out otherwise, or fail, without it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import libcst as cst

from paddle_migrate.facts.called_values import may_be_value
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Function, Spot, function_around
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.interpreter.answers.calls import Goes, is_metric_object, of_builtin, of_fluid, of_numpy, rules_of
from paddle_migrate.interpreter.answers.no_dimension import is_element, may_have_none
from paddle_migrate.text.source import Source

_SAME_METHODS = ("astype", "clone", "copy", "detach")
_SHAPES = ("ndim", "shape", "tolist")


@dataclass(frozen=True)
class Value:
    """An expression that has the tensor, or its array, or what holds several such."""

    spot: Spot
    array: bool = False
    held: bool = False

    def at(self, node: cst.CSTNode) -> Value:
        return replace(self, spot=self.spot.at(node))


@dataclass(frozen=True)
class Need:
    """An expression that would come out otherwise, or fail, without the value's dimension."""

    node: cst.CSTNode
    source: Source

    def where(self, script: Source) -> str:
        """The place, as it is told in a finding of the script."""
        code, line = self.source.code(self.node), self.source.line(self.node)
        if self.source is script:
            return f"`{code}` in line {line}"
        return f"`{code}` in {os.path.basename(self.source.path)}:{line}"


Found = Value | Need


class Destinations:
    """Answers for one script. `settled`: expressions that are given their dimension where they stand."""

    def __init__(self, facts: Facts, settled: Collection[cst.CSTNode] = ()) -> None:
        self.facts, self.settled = facts, settled

    def needing_a_dimension(self, node: cst.CSTNode) -> Need | None:
        """The first expression that would come out otherwise, or fail, without the value's dimension."""
        waiting, seen = deque([Value(Spot(self.facts, node))]), set[Value]()
        while waiting:
            value = waiting.popleft()
            if value in seen:
                continue
            seen.add(value)
            for each in self._done_with(value):
                for found in _next(each):
                    if isinstance(found, Need):
                        return found
                    waiting.append(found)
        return None

    def _done_with(self, value: Value) -> Iterator[Value]:
        """Where the value, and what is as good as it, is not handed on."""

        def further(spot: Spot) -> list[cst.CSTNode] | None:
            return [] if spot.node in self.settled else _as_good(replace(value, spot=spot))

        assert isinstance(value.spot.node, cst.CSTNode)
        found = reached(value.spot.facts, value.spot.node, further, value.held)
        yield from (replace(value, spot=spot, held=False) for spot in found.spots)
        yield from (replace(value, spot=spot, held=True) for spot in found.holders)


def _as_good(value: Value) -> list[cst.CSTNode] | None:
    """What has as many dimensions as the value, in the expression around it."""
    facts, node, above = value.spot.facts, value.spot.node, value.spot.above
    if isinstance(above, cst.BinaryOperation):
        other = above.right if above.left is node else above.left
        return [above] if isinstance(other, cst.BaseNumber) or may_have_none(facts, other) else []
    if isinstance(above, cst.UnaryOperation):
        return [above]
    if isinstance(above, cst.AugAssign) and above.value is node:
        return _readings(facts, above.target)
    if isinstance(above, cst.Attribute) and above.attr.value in _SAME_METHODS:
        method = facts.source.called(node, above.attr.value)  # type: ignore[arg-type]
        return [method] if method is not None else None
    call = value.spot.taker
    goes = _taken(value, call) if isinstance(call, cst.Call) else None
    return [call] if goes is Goes.ON and call is not None else None


def _readings(facts: Facts, target: cst.BaseExpression) -> list[cst.CSTNode]:
    """Wherever a name or an attribute is read."""
    if isinstance(target, cst.Attribute):
        return [each for each in facts.source.attributes.get(target.attr.value, ()) if each is not target]
    bindings = facts.scopes.find(target) if isinstance(target, cst.Name) else []
    return list(dict.fromkeys(use for binding in bindings for use in binding.uses))


def _taken(value: Value, call: cst.Call) -> Goes:
    """What a call makes of the value that it takes."""
    facts = value.spot.facts
    rules, name = rules_of(facts, call), facts.names.resolve(call.func)
    if rules:
        found = {of_fluid(rule, value.held) for rule in rules if not value.array}
        return next((goes for goes in (Goes.NEEDED, Goes.ON) if goes in found), Goes.NOWHERE)
    if name:
        return of_numpy(name.rpartition(".")[2], value.array) if name.startswith("numpy.") else Goes.NOWHERE
    if isinstance(call.func, cst.Name) and not facts.scopes.find(call.func):
        return of_builtin(call.func.value, len(call.args), value.held)
    return _of_method(value, call)


def _of_method(value: Value, call: cst.Call) -> Goes:
    func = call.func
    if isinstance(func, cst.Attribute):
        if func.attr.value == "extend" and not value.held:
            return Goes.NEEDED
        if func.attr.value == "update" and value.array and is_metric_object(value.spot.facts, func.value):
            return Goes.NEEDED
    return Goes.NOWHERE


def _next(value: Value) -> Iterator[Found]:
    """Where the value goes from here, other than on."""
    spot, above = value.spot, value.spot.above
    if isinstance(above, cst.Arg):
        yield from _of_argument(value, above)
    elif isinstance(above, (cst.Return, cst.Yield, cst.Lambda)):
        function = above if isinstance(above, cst.Lambda) else function_around(spot.facts, above)
        held = value.held or isinstance(above, cst.Yield)
        yield from (Value(call, value.array, held) for call in _calls(spot.facts, function))
    elif value.held:
        yield from _of_holder(value)
    elif isinstance(above, cst.StarredElement):
        yield _need(value, above.value)
    elif isinstance(above, (cst.For, cst.CompFor)) and above.iter is spot.node:
        yield _need(value, above.iter)
    elif isinstance(above, cst.Assign):
        parts = (each.target for each in above.targets if isinstance(each.target, (cst.Tuple, cst.List)))
        yield from (_need(value, each) for each in parts)
    elif isinstance(above, cst.Attribute):
        yield from _of_attribute(value, above)
    elif isinstance(above, cst.Subscript) and above.value is spot.node and not _may_take(value, above):
        yield _need(value, above)


def _calls(facts: Facts, function: Function | None) -> list[Spot]:
    """The calls of the function, and those of the file that run it as a value."""
    found = callers(values_of(facts), facts, function) if function is not None else None
    if found is None or not found.is_held:
        return found.calls if found is not None else []
    held = (Spot(facts, each) for each in facts.source.all(cst.Call) if may_be_value(facts, each.func))
    return [*found.calls, *(e for e in held if any(run.node is function for run in values_of(facts).called(e)))]


def _need(value: Value, node: cst.CSTNode) -> Need:
    return Need(node, value.spot.facts.source)


def _of_attribute(value: Value, attribute: cst.Attribute) -> Iterator[Found]:
    call = value.spot.facts.source.parents.get(attribute)
    called = call if isinstance(call, cst.Call) and call.func is attribute else None
    if attribute.attr.value in _SHAPES:
        yield _need(value, called or attribute)
    elif attribute.attr.value == "numpy" and called is not None:
        yield Value(value.spot.at(called), array=True)


def _may_take(value: Value, index: cst.Subscript) -> bool:
    """Whether `value[0]` is written so that it serves what has no dimension, too (scalars.py, elements.py)."""
    facts = value.spot.facts
    kind = facts.kinds.of(index.value)
    what, made = (kind.what, kind.made) if kind is not None else ("", None)
    if value.array:
        return facts.source.takes_first(index) and (what == "scalar array" or is_safe(facts, index.value))
    in_one_place = made is not None and facts.scopes.of(made) is facts.scopes.of(index)
    return what == "scalar" and in_one_place and facts.source.takes_first(index)


def _of_holder(value: Value) -> Iterator[Found]:
    """On from where something is done with what holds it."""
    spot, above = value.spot, value.spot.above
    source = spot.facts.source
    if isinstance(above, cst.BinaryOperation):
        yield value.at(above)
    elif isinstance(above, (cst.For, cst.CompFor)):
        names = source.inside(above.target, cst.Name)
        yield from (Value(spot.at(use), value.array) for name in names for use in _readings(spot.facts, name))
    elif isinstance(above, cst.Assign):
        yield from _taken_apart(value, above)
    elif isinstance(above, cst.StarredElement) and (holder := source.parents.get(above)) is not None:
        yield value.at(holder)
    elif isinstance(above, cst.AugAssign):
        yield from _put_into(value, above.target)
    elif isinstance(above, cst.Attribute) and value.array and above.attr.value in _SHAPES:
        yield _need(value, above)


def _taken_apart(value: Value, assign: cst.Assign) -> Iterator[Need]:
    """`(a,), b = loss, 1`."""
    holders = [value.spot.node, *(each.target for each in assign.targets)]
    made, *targets = [each.elements if isinstance(each, (cst.Tuple, cst.List)) else () for each in holders]
    for part, taken in (pair for each in targets for pair in zip(made, each, strict=False)):
        known = value.spot.facts.kinds.what(part.value) in ("scalar", "scalar array")
        if known and isinstance(taken.value, (cst.Tuple, cst.List)):
            yield _need(value, taken.value)


def _put_into(value: Value, container: cst.BaseExpression) -> Iterator[Value]:
    for end in values_of(value.spot.facts).ends(value.spot.at(container)):
        if end.expression is not None:
            yield Value(end, value.array, held=True)


def _of_argument(value: Value, arg: cst.Arg) -> Iterator[Found]:
    call = value.spot.taker
    if arg.star == "*" and not value.held:
        yield _need(value, arg)
    if not isinstance(call, cst.Call) or (arg.star and not value.held):
        return
    goes = _taken(value, call)
    if goes is Goes.NEEDED:
        yield _need(value, call)
    elif goes is Goes.AS_ARRAY:
        yield Value(value.spot.at(call), array=True, held=value.held)
    elif goes in (Goes.TAKEN, Goes.ON):
        yield Value(value.spot.at(call), value.array)
    elif goes is Goes.HELD:
        yield Value(value.spot.at(call), value.array, held=True)
    elif isinstance(call.func, cst.Attribute) and call.func.attr.value == "extend":
        yield from _put_into(value, call.func.value)
    else:
        yield from _of_stars(value, arg, call)


def _of_stars(value: Value, arg: cst.Arg, call: cst.Call) -> Iterator[Value]:
    """What a star hands on to parameters, or one of them takes in."""
    for function in values_of(value.spot.facts).called(value.spot.at(call), constructors=True):
        if not isinstance(function.node, (cst.FunctionDef, cst.Lambda)):
            continue
        params = function.node.params
        takers = [*params.posonly_params, *params.params] if arg.star else []
        among = [each for each in (params.star_arg, params.star_kwarg) if isinstance(each, cst.Param)]
        bindings = function.facts.scopes.scope(function.node).bindings
        for param in (*takers, *among):
            uses = [use for each in bindings.get(param.name.value, []) for use in each.uses]
            yield from (Value(Spot(function.facts, use), value.array, param in among) for use in dict.fromkeys(uses))


def is_safe(facts: Facts, array: cst.BaseExpression) -> bool:
    """Whether `array[0]` is written so that it serves a tensor without a dimension, too (scalars.py)."""
    if not facts.references or facts.is_skipped(array):
        return False
    tensor = array.func.value if isinstance(array, cst.Call) and isinstance(array.func, cst.Attribute) else None
    return tensor is not None and not is_element(tensor) and may_have_none(facts, tensor)

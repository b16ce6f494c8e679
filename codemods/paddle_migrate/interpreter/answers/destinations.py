"""What needs the dimension that a full reduction had in 1.8.5, shape [1], and has no more, wherever its value goes."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass

import libcst as cst

from paddle_migrate.facts.array_uses import takes_array
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.handed import Had
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import followed
from paddle_migrate.facts.values.values import Values, values_of
from paddle_migrate.interpreter.answers.calls import (
    ALONG,
    ARRAY,
    Found,
    along_one,
    is_metric_object,
    of_builtin,
    of_fluid,
    of_numpy,
    rules_of_value,
)
from paddle_migrate.interpreter.answers.no_dimension import is_element, may_have_none
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.parsing import shortened
from paddle_migrate.text.source import Source

_SAME_METHODS = ("astype", "clone", "copy", "detach")
_HAND_BACK = ("copy.", "operator.")  # what is calculated with it, copies
_ARRAYS = ("gradient", "numpy")
_SHAPES = ("ndim", "shape", "tolist")
_MOST = 4_000  # steps of one value


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


@dataclass
class Destinations:
    """Answers for one script. `settled`: expressions that are given their dimension where they stand."""

    facts: Facts
    settled: Collection[cst.CSTNode] = ()

    def needing_a_dimension(
        self, node: cst.CSTNode, is_best: Callable[[Need], bool] = lambda need: True
    ) -> Need | None:
        """The first expression that would come out otherwise, or fail, without the value's dimension; of several the
        one that is best to who asks."""
        needing: list[Need] = []

        def asked(had: Had) -> list[Had] | None:
            is_done = had.spot.node in self.settled or any(map(is_best, needing[-1:]))
            found = [] if is_done else _next(values_of(self.facts), had)
            if isinstance(found, cst.CSTNode):
                needing.append(Need(found, had.spot.facts.source, had.kind == ARRAY))
            return [] if isinstance(found, cst.CSTNode) else found

        followed(Had(Spot(self.facts, node)), asked, _MOST)
        return next(filter(is_best, needing), needing[0] if needing else None)


def _next(values: Values, had: Had) -> Found:
    """What goes on there in the value's stead, or needs the dimension; None where the value itself goes on."""
    facts, node, above = had.spot.facts, had.spot.node, had.spot.above
    assert isinstance(node, cst.CSTNode)
    if isinstance(above, cst.Arg):
        return _argument(values, had, above)
    if isinstance(above, cst.Attribute) and above.value is node:
        return _attribute(had, above)
    if isinstance(above, cst.Subscript) and above.value is node:
        return _subscript(had, above)
    if isinstance(above, cst.BinaryOperation):
        other = above.right if above.left is node else above.left
        return [had.at(above)] if had.places or _has_none(facts, other) else []
    if isinstance(above, (cst.Comparison, cst.ComparisonTarget)):
        return _compared(had, above)
    if isinstance(above, cst.UnaryOperation):
        return [had.at(above)]
    if had.places:
        return None
    if isinstance(above, cst.AugAssign) and above.value is node:
        return [had.at(above)]
    is_looped = isinstance(above, (cst.For, cst.CompFor)) and above.iter is node
    if is_looped or isinstance(above, cst.StarredElement) or isinstance(node, (cst.Tuple, cst.List)):
        return node  # the last by those names
    targets = [each.target for each in above.targets] if isinstance(above, cst.Assign) else []
    apart = next((each for each in targets if isinstance(each, (cst.Tuple, cst.List))), None)
    return apart if apart is not None and not _gives_several(values, had.spot) else None


def _has_none(facts: Facts, other: cst.BaseExpression) -> bool:
    return isinstance(other, cst.BaseNumber) or may_have_none(facts, other)


def _gives_several(values: Values, spot: Spot) -> bool:
    """Whether it calls a function that returns a tuple, too: that is what is taken apart."""
    functions = values.called(spot, constructors=True)
    returned = [value for each in functions if isinstance(each.node, cst.FunctionDef)
                for value in each.facts.definitions.returned(each.node)]
    return any(isinstance(each, (cst.List, cst.Tuple)) for each in returned)


def _compared(had: Had, above: cst.Comparison | cst.ComparisonTarget) -> Found:
    """With numbers, and with what has no dimension, either."""
    facts = had.spot.facts
    whole = facts.source.parents[above] if isinstance(above, cst.ComparisonTarget) else above
    if not isinstance(whole, cst.Comparison) or had.places or len(whole.comparisons) > 1:
        return []
    target = whole.comparisons[0]
    elementwise = not isinstance(target.operator, (cst.In, cst.Is, cst.IsNot, cst.NotIn))
    other = target.comparator if above is whole else whole.left
    return [had.at(whole)] if elementwise and _has_none(facts, other) else []


def _attribute(had: Had, attribute: cst.Attribute) -> Found:
    name, above = attribute.attr.value, had.spot.facts.source.parents.get(attribute)
    call = above if isinstance(above, cst.Call) and above.func is attribute else None
    is_array = had.kind == ARRAY
    if name in _SHAPES and (is_array or not had.places):
        return call or attribute
    if name in ALONG and is_array and call is not None and call.args:
        return along_one(had, call)
    if had.places:
        return [had.at(call)] if name in _SAME_METHODS and call is not None else None
    if name in _ARRAYS and call is not None:
        return [Had(had.spot.at(call), (), ARRAY)]
    return [had.at(call)] if name in _SAME_METHODS and call is not None else []


def _subscript(had: Had, index: cst.Subscript) -> Found:
    facts, is_array, at = had.spot.facts, had.kind == ARRAY, [each.slice for each in index.slice]
    if had.places:
        if is_array and len(at) > len(had.places):  # the last one asks for the value's own dimension
            return index
        taken = [each for each in at if not isinstance(each, cst.Slice)]
        return [had.at(index).held(*had.places[len(taken) :])] if len(at) > 1 else None
    if is_array:
        safe = is_safe(facts, index.value) or facts.kinds.what(index.value) == "scalar array"
        return [] if facts.source.takes_first(index) and safe else index
    made = getattr(facts.kinds.of(index.value), "made", None)
    known = facts.kinds.what(index.value) == "scalar" and facts.mode.of(index) != "static"
    in_one_place = made is not None and facts.scopes.of(made) is facts.scopes.of(index)
    return [] if known and facts.source.takes_first(index) and in_one_place else index


def _argument(values: Values, had: Had, arg: cst.Arg) -> Found:
    facts, call = had.spot.facts, had.spot.taker
    if arg.star == "*" and not had.places:
        return arg
    if not isinstance(call, cst.Call) or (arg.star and not had.places):
        return []
    reference, name = facts.by_call.get(call), facts.names.resolve(call.func)
    if reference is not None and isinstance(reference.rule, Rule):
        return [] if had.kind == ARRAY else of_fluid(had, call, [reference.rule])
    if name.startswith("numpy."):
        return of_numpy(had, call, name.rpartition(".")[2])
    if name.startswith("paddle."):
        return []
    if name.startswith("itertools.chain"):
        is_of_parts = bool(arg.star) or name.endswith("from_iterable")
        return call if len(had.places) <= is_of_parts else None
    if name == "functools.reduce":
        return [had.at(call).taken]
    if name.startswith(_HAND_BACK):
        return [had.at(call)]
    if isinstance(call.func, cst.Name) and not facts.scopes.find(call.func):
        return of_builtin(had.taken if arg.star else had, call, call.func.value)
    rules = rules_of_value(facts, call) if had.kind != ARRAY else []
    return of_fluid(had, call, rules) if rules else _of_own(values, had, call)


def _of_own(values: Values, had: Had, call: cst.Call) -> Found:
    """An argument of one of the program's functions, of a method that takes it in, or of a metric."""
    functions = [each for each in values.called(had.spot.at(call), constructors=True) if each.node is not None]
    if isinstance(call.func, cst.Attribute) and not functions:
        if call.func.attr.value == "extend" and not had.places:
            return call
        if call.func.attr.value == "update" and had.kind == ARRAY and is_metric_object(had.spot.facts, call.func.value):
            return call
    return call if _is_unseen(values, had.spot.at(call.func)) else None


def _is_unseen(values: Values, func: Spot) -> bool:
    """Whether it runs what something holds, a loop or a caller gives, `hook(loss)`, and not all that is seen."""
    bindings = func.facts.scopes.find(func.node) if isinstance(func.node, cst.Name) else []
    given = bool(bindings) and all(each.kind not in ("class", "def", "import") for each in bindings)
    if not given and not isinstance(func.node, cst.Subscript):
        return False
    return any(end.node is None or isinstance(end.node, (Part, cst.Subscript)) for end in values.ends(func))


def is_safe(facts: Facts, array: cst.BaseExpression) -> bool:
    """Whether `array[0]` is written so that it serves a tensor without a dimension, too (scalars.py)."""
    if not facts.references or facts.is_skipped(array):
        return False
    tensor = array.func.value if takes_array(array) and isinstance(array, cst.Call) else None  # type: ignore[attr-defined]
    return tensor is not None and not is_element(tensor) and may_have_none(facts, tensor)

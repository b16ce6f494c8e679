"""`x.shape` of a program's variable was a tuple, and is a list since Paddle 3: `tuple(x.shape)` where that matters."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.values.handed import Had
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import followed
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_ASKING = ("isinstance", "repr", "str", "type")
_OF_CONTAINERS = ("add", "count", "discard", "get", "index", "pop", "remove", "setdefault")
_HASHING = ("Counter", "OrderedDict", "dict", "frozenset", "fromkeys", "set", "update")
_ALIKE = (cst.Is, cst.IsNot)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    arrays = Arrays(script.facts)
    for shape in script.source.attributes.get("shape", ()):
        if script.is_skipped(shape) or script.source.is_set(shape) or not _matters(script, shape):
            continue
        if arrays.of(shape.value) != "data" and (script.references or _is_made_elsewhere(script, shape)):
            script.edits.wrap(*script.source.span(shape), "tuple(", ")")
            script.say(shape, "PM119", script.source.code(shape), "→ tuple(…): a list since Paddle 3")


def _is_made_elsewhere(script: Script, shape: cst.Attribute) -> bool:
    """Whether a layer of another file is seen to give the variable: what else comes in here may be NumPy's, which has
    tuples."""
    ends = values_of(script.facts).ends(Spot(script.facts, shape.value))
    return any(isinstance(end.node, cst.Call) and end.facts.layer_function(end.node) for end in ends)


def _matters(script: Script, shape: cst.Attribute) -> bool:
    otherwise = []

    def further(had: Had) -> list[Had] | None:
        if _is_key(had.spot) or (_is_hashed(had) if had.places else _is_otherwise(had.spot)):
            otherwise.append(had)
        on = _further(had.spot) if not had.places else None
        return [] if otherwise else None if on is None else list(map(had.at, on))

    return bool(followed(Had(Spot(script.facts, shape)), further).compared or otherwise)


def _further(spot: Spot) -> list[cst.CSTNode] | None:
    """A part of a shape, and a longer one."""
    parent = spot.above
    if isinstance(parent, cst.Subscript) and parent.value is spot.node:
        is_part = len(parent.slice) == 1 and isinstance(parent.slice[0].slice, cst.Slice)
        return [parent] if is_part else []
    if isinstance(parent, cst.BinaryOperation) and isinstance(parent.operator, (cst.Add, cst.Multiply)):
        return [parent]
    return None


def _is_otherwise(spot: Spot) -> bool:
    """Whether a list does otherwise there: compared, formatted, looked up."""
    parent, node = spot.above, spot.node
    if isinstance(parent, cst.BinaryOperation):
        return isinstance(parent.operator, cst.Modulo) and parent.right is node
    if isinstance(parent, cst.Comparison):
        return not isinstance(parent.comparisons[0].operator, _ALIKE)
    if isinstance(parent, cst.ComparisonTarget):
        return not isinstance(parent.operator, (*_ALIKE, cst.In, cst.NotIn))
    call = spot.taker
    named = isinstance(call, cst.Call) and isinstance(call.func, cst.Name) and call.args[0].value is node
    return named and call.func.value in _ASKING  # type: ignore[union-attr]


def _is_key(spot: Spot) -> bool:
    """Whether it is looked up by, by itself or as a part of a key."""
    parent, node, call = spot.above, spot.node, spot.taker
    if isinstance(parent, (cst.DictElement, cst.DictComp)):
        return parent.key is node
    if isinstance(parent, cst.Element):
        return isinstance(spot.facts.source.parents.get(parent), cst.Set)
    if not isinstance(call, cst.Call):
        return isinstance(parent, (cst.Index, cst.SetComp))
    of_container = isinstance(call.func, cst.Attribute) and call.func.attr.value in _OF_CONTAINERS
    return of_container and call.args[0].value is node


def _is_hashed(had: Had) -> bool:
    """Whether a set or a dictionary is made of what holds it: `set([x.shape])`, `dict([(x.shape, 1)])`."""
    call, arg = had.spot.taker, had.spot.above
    func = call.func if isinstance(call, cst.Call) and isinstance(arg, cst.Arg) and arg.keyword is None else None
    name = func.attr if isinstance(func, cst.Attribute) else func
    is_value = had.places[1:] == (1,)
    return isinstance(name, cst.Name) and name.value in _HASHING and not is_value

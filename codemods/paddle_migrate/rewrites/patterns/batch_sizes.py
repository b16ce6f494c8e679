"""`fluid.layers.data(name, shape)` of a shape that something holds: 1.8.5 put no -1 before one with an open size."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.arguments import put_in
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script

IN_PROGRAMS = True
_TAKEN = {"name", "shape", "dtype"}
_PLACES = 2  # behind the name and the shape, today's has its arguments in another order


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("data"):
        shape = reference.argument("shape")
        if shape is None or isinstance(shape, (cst.List, cst.Tuple)) or not reference.name.endswith(".layers.data"):
            continue
        if _is_plain(reference) and _may_be_open(script, shape):
            _write(script, reference, shape)


def _is_plain(reference: Reference) -> bool:
    args = reference.call.args if reference.call is not None else []
    keywords = {each.keyword.value for each in args if each.keyword is not None}
    places = [each for each in args if each.keyword is None]
    return keywords <= _TAKEN and len(places) <= _PLACES and not any(each.star for each in args)


def _may_be_open(script: Script, shape: cst.BaseExpression) -> bool:
    """Whether one of the sizes may be None or below 0."""
    return not all(_is_sample(end) for end in values_of(script.facts).ends(Spot(script.facts, shape)))


def _is_sample(spot: Spot) -> bool:
    if not isinstance(spot.node, (cst.List, cst.Tuple)):
        return False
    found = [constants(spot.facts, each.value) for each in spot.node.elements if type(each) is cst.Element]
    sizes = [size for each in found for size in each]
    return all(found) and len(found) == len(spot.node.elements) and all(isinstance(each, int) for each in sizes)


def _write(script: Script, reference: Reference, shape: cst.BaseExpression) -> None:
    call = reference.call
    assert call is not None
    name = write_written(script, "with_batch")
    today = script.imports.spell("paddle.static.data", reference.binding)
    script.edits.replace(*script.source.span(call.func), today)
    script.edits.wrap(*script.source.span(shape), f"{name}(", ")")
    if reference.argument("dtype") is None:
        put_in(script, call, "dtype='float32'")
    script.settle(reference)
    script.say(reference.node, "PM119", reference.short, f"→ {name}, written into the script")

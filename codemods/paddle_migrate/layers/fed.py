"""What a builder is given that is fed: its declared shape, where all that call it give such data."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.reading import Reading, Stays
from paddle_migrate.layers.builders import Builder, bind
from paddle_migrate.text.arguments import argument

_DATA = "paddle.static.data"


def fed_shape(reading: Reading, builder: Builder, name: str) -> list[int]:
    """The sizes that data are declared with, -1 of those that are open; nothing where it is given something else, or
    where a call is not seen."""
    uses = reading.uses(reading.scopes.module, builder.function.name.value) if builder.owner is None else []
    calls = [reading.source.parents.get(use) for use in uses]
    found: list[list[int]] = []
    for call, use in zip(calls, uses, strict=True):
        try:
            given = bind(reading, call, builder).get(name) if isinstance(call, cst.Call) and call.func is use else None
        except Stays:
            return []
        found.append(_declared(reading, given))
    return found[0] if found and all(each == found[0] for each in found) else []


def _declared(reading: Reading, node: cst.BaseExpression | None) -> list[int]:
    data = reading.end(node)
    shape = argument(data, 1, "shape") if isinstance(data, cst.Call) and reading.called(data) == _DATA else None
    if not isinstance(shape, (cst.List, cst.Tuple)):
        return []
    sizes = [reading.code(each.value) for each in shape.elements]
    return [int(each) if each.isdigit() else -1 for each in sizes]

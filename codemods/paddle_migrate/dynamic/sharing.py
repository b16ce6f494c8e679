"""Layers that share a parameter by its name: one layer, where that is one layer twice; else by hand."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from paddle_migrate.dynamic.parts import Body, Part
from paddle_migrate.dynamic.reading import Reading, Stays

_SHARED = "another layer has the parameter {}, too; share it by hand"


def share(reading: Reading, bodies: list[Body], made: Callable[[Part], str]) -> None:
    """Layers of one parameter's name are one layer; a body with such a name is made once. Raises Stays."""
    everywhere: dict[str, Body] = {}
    for body in bodies:
        by_name: dict[str, Part] = {}
        for part in body.parts:
            for name in names_of(reading, part.maker) if part.maker is not None else ():
                same = by_name.setdefault(name, part)
                if made(same) != made(part) or everywhere.setdefault(name, body) is not body:
                    raise Stays(part.maker, _SHARED.format(name))
                part.attribute = same.attribute
        if by_name and body.function is not None:
            uses = [part for other in bodies for part in other.parts if body.function.name.value in part.functions]
            if len(uses) > 1:
                raise Stays(body.function, "its parameters have names, and it is called several times: share them by "
                                           "hand")


def names_of(reading: Reading, maker: cst.Call) -> list[str]:
    """The names, as they are written, that a layer's parameters are given; whatever is not known to give none is one.
    """
    found: list[str] = []
    for arg in maker.args:
        if arg.keyword is not None and arg.keyword.value.endswith("_attr"):
            found += _named(reading, arg.value)
    return found


def _named(reading: Reading, attr: cst.BaseExpression) -> list[str]:
    value = reading.value(attr)
    if isinstance(value, cst.Name) and value.value in ("None", "False", "True"):
        return []
    if isinstance(value, cst.Call):
        called = reading.called(value)
        own = reading.functions.get(reading.code(value.func))
        inside = reading.calls_in(own) if own is not None else [value]
        names = [arg.value for call in inside if reading.called(call) == "paddle.ParamAttr" for place, arg in enumerate(
            call.args) if (arg.keyword is None and place == 0) or (arg.keyword and arg.keyword.value == "name")]
        names = [each for each in names if reading.code(each) != "None"]
        if called.startswith(("paddle.nn.initializer.", "paddle.ParamAttr")) or own is not None:
            return [reading.code(each if own is None else value) for each in names]
    return [reading.code(attr)]

"""Attributes of classes: the script's and compat's own, and what is known of today's."""

from __future__ import annotations

from typing import Any

from paddle_migrate.interpreter.knows.today.layers import CLASSES
from paddle_migrate.interpreter.values import External, Native, OwnClass

_LAYER = External("paddle.nn.Layer")


def find(line: list[OwnClass | External], name: str, after: OwnClass | None = None) -> Any:
    """The attribute `name` of the first class that has it; `after`: behind that class only. None: none has it."""
    if after is not None and after in line:
        line = line[line.index(after) + 1 :]
    layer = [_LAYER] if any(isinstance(one, External) for one in line) else []
    for one in [*line, *layer]:
        if isinstance(one, OwnClass):
            if name in one.scope.names:
                return one.scope.names[name]
        elif name in (methods := CLASSES.get(one.name, {})):
            return methods[name]
    return None


def bound(native: Native, receiver: Any) -> Native:
    """A method of today's for one object."""
    return Native(lambda machine, args, keywords, site: native.call(machine, [receiver, *args], keywords, site))

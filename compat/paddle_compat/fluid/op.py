"""``paddle.fluid.op``: one operator of 1.8.5's by itself, on the variables of a scope."""

from __future__ import annotations

from typing import Any

import paddle

from .._lod import lod_of, with_lod
from .._native import models  # noqa: F401  for its kernels
from .._native.operators import kernel
from .._native.schemas import schemas
from .._static.executors import placed
from .._static.mode import eagerly
from .._static.scopes import Holder, LoDTensor, Scope

__all__ = ["Operator"]


class Operator:
    """``Operator("scale", X="x", Out="y", scale=2.0).run(scope, place)``: names of variables by place, and attributes.

    Raises ``ValueError`` for an operator that 1.8.5 did not have, and ``NotImplementedError`` for one that cannot be
    run here.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = dict(kwargs)
        if len(args) != ("type" not in given):
            raise ValueError("Operator takes its kind first, and everything else by keyword")
        kind = given.pop("type") if "type" in given else args[0]
        known = schemas().get(kind)
        if known is None:
            raise ValueError(f"{kind} is no operator of 1.8.5's")
        self._type, self._run = kind, kernel(kind)
        self._inputs = {place: _names(given.pop(place)) for place in known.inputs if place in given}
        self._outputs = {place: _names(given.pop(place)) for place in known.outputs if place in given}
        self._attrs = {**known.defaults(), **given}

    def type(self) -> str:
        """What kind it is."""
        return self._type

    def inputs(self) -> dict[str, list[str]]:
        """The names of what it reads."""
        return self._inputs

    def outputs(self) -> dict[str, list[str]]:
        """The names of what it sets."""
        return self._outputs

    def run(self, scope: Scope, place: Any) -> None:
        """Run it. Raises ``ValueError`` for a variable that is not in ``scope``."""
        slots = {key: [_value(_found(scope, name)) for name in names] for key, names in self._inputs.items()}
        with eagerly(), placed(place), paddle.no_grad():
            results = self._run(slots, self._attrs)
        for key, values in results.items():
            for name, value in zip(self._outputs.get(key, ()), values):
                _found(scope, name).tensor = value


def _names(given: Any) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _found(scope: Scope, name: str) -> Holder:
    found = scope.find_var(name)
    if found is None:
        raise ValueError(f"there is no variable {name!r} in the scope")
    return found


def _value(held: LoDTensor) -> Any:
    """A tensor, with its sequences, or a list of such."""
    value = held.tensor
    if isinstance(value, list):
        return [_value(each) if isinstance(each, LoDTensor) else each for each in value]
    return with_lod(value, lod_of(value)) if lod_of(value) else value

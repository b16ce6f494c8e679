"""What the rules make of the tensors that they are given first, found out by running their bodies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from paddle_migrate.interpreter.dialect import Stars
from paddle_migrate.interpreter.interpreter import Interpreter
from paddle_migrate.interpreter.joining import is_floating
from paddle_migrate.interpreter.knows.compat import run, value_of
from paddle_migrate.interpreter.values import UNKNOWN, Array, Items, Shape, tensor
from paddle_migrate.rules.rule import Rule


@cache
def keeps_shape(rule: Rule) -> bool:
    """Whether the result has today the shape of the first argument, of a list that of its elements."""
    return all(getattr(_of(rule, shape), "shape", None) == shape for shape in ((), (7, 5)))


@cache
def keeps_floats(rule: Rule) -> bool:
    """Whether the result is of the floats that the first argument is of."""
    return all(_dtype(rule, dtype) == dtype for dtype in ("float32", "float64"))


@cache
def makes_floats(rule: Rule) -> bool:
    """Whether the result is of floats whatever goes in."""
    return is_floating(_dtype(rule, ""))


def _dtype(rule: Rule, dtype: str) -> str:
    found = {value.dtype for shape in ((7, 5), (7, 5, 8, 8), None) if (value := _of(rule, shape, dtype)) is not None}
    return found.pop() if len(found) == 1 else ""


def _of(rule: Rule, shape: Shape | None, dtype: str = "float32") -> Array | None:
    """The first result of a call that tells something; None when none does."""
    machine = Interpreter(Stars([]), today=True)
    for given in _calls(rule, shape, dtype) if rule.params and rule.kind in ("function", "helper") else ():
        found = run(machine, value_of(machine, rule), [], given, None)
        found = found.values[0] if isinstance(found, Items) and found.values else found
        found = found[0] if isinstance(found, tuple) and found else found
        if isinstance(found, Array) and (found.shape is not None or found.dtype):
            return found
    return None


def _calls(rule: Rule, shape: Shape | None, dtype: str) -> Iterator[dict[str, Any]]:
    """Arguments: a tensor or a list of tensors first; then tensors alike, a number, or what nobody knows."""
    names = [p.name for p in rule.params]
    needed = [p.name for p in rule.params if p.default is None] or names[:1]
    for first in (tensor(shape, dtype), Items([tensor(shape, dtype), tensor(shape, dtype)])):
        yield {name: tensor(shape, dtype) for name in needed} | {names[0]: first}
        yield dict.fromkeys(needed, 1) | {names[0]: first}
        yield dict.fromkeys(names, UNKNOWN) | {names[0]: first}

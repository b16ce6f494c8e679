"""Loops of programs: a block that runs as long as a condition holds."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from paddle.utils import layers_utils

from .arrays import assign
from .blocks import Nested, body, nested
from .replaying import Env, Step
from .variables import Variable


class Loop(Nested):
    """Runs its block while the condition, its only argument, is true."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        (condition,) = [variable.name for variable in self.args]
        run = body(self.inner, wanted)

        def step(env: Env) -> None:
            while bool(env[condition]):
                run(env)

        return step


class While:
    """``with While(cond).block():`` runs the block as long as ``cond`` bool [1] is true; the block is to set it anew.

    Raises ``TypeError`` for a condition that is no variable, not bool or of several elements. Gradients go back through
    every step, also where 1.8.5 lost those of a variable that the block sets with ``assign``.
    """

    def __init__(self, cond: Any, is_test: bool = False, name: str | None = None) -> None:
        if not isinstance(cond, Variable):
            raise TypeError("condition should be a variable")
        if not str(cond.dtype).endswith("bool"):
            raise TypeError("condition should be a boolean variable")
        if prod(cond.shape) != 1:
            raise TypeError(f"While: the condition is one bool, not {list(cond.shape)}")
        self.cond_var, self.is_test = cond, is_test

    @contextlib.contextmanager
    def block(self) -> Iterator[None]:
        """Record the ``with`` block as what is repeated."""
        with nested(Loop, "while", (self.cond_var,), is_test=self.is_test):
            yield


def while_loop(cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, is_test: bool = False,
               name: str | None = None) -> Any:
    """``loop_vars`` after ``body`` has been applied to them as long as ``cond`` of them is true.

    Raises ``TypeError`` and ``ValueError`` for what is no loop, as 1.8.5 did.
    """
    if not callable(cond):
        raise TypeError("cond in while_loop should be callable")
    if not callable(body):
        raise TypeError("body in while_loop should be callable")
    if not isinstance(loop_vars, (list, tuple)):
        raise TypeError(f"while_loop: loop_vars is a list or a tuple, not {type(loop_vars)}")
    if not loop_vars:
        raise ValueError("loop_vars in while_loop should not be empty")
    before = cond(*loop_vars)
    if not isinstance(before, Variable):
        raise TypeError("cond in while_loop should return a variable")
    if not str(before.dtype).endswith("bool"):
        raise TypeError("cond in while_loop should return a boolean variable")
    if prod(before.shape) != 1:
        raise TypeError(f"while_loop: cond gives one bool, not {list(before.shape)}")
    mutable = layers_utils.hold_mutable_vars(loop_vars)
    with While(before, is_test, name).block():
        given = layers_utils.copy_mutable_vars(loop_vars) if mutable else loop_vars
        found = body(*given)
        found = found if isinstance(found, (list, tuple)) else [found]
        try:
            layers_utils.assert_same_structure(found, loop_vars, check_types=False)
        except ValueError as error:
            raise ValueError(f"while_loop: body gives back what is like loop_vars, in number and nesting: {error}"
                             ) from None
        again = cond(*found)
        for new, old in zip(layers_utils.flatten(found), layers_utils.flatten(loop_vars), strict=True):
            assign(new, old)
        assign(again, before)
    return loop_vars

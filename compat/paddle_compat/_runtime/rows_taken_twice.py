"""Gradients of rows that ``gather`` takes more than once, and of those that ``scatter`` replaces.

Of the former 1.8.5 kept one, today's Paddle adds them; the latter had that of what replaced them, and have none today.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import paddle

from .from_arrays import tensor_of
from .own_gradients import applied
from .warn import warn_once

_SAID = ("fluid.layers.gather took a row more than once: as in 1.8.5, such a row has the gradient of the last time "
         "alone. overwrite=False adds them, as paddle.gather does.")
_REPLACED = ("fluid.layers.scatter replaced rows of a tensor that has a gradient: as in 1.8.5, these rows have that of "
             "what replaced them. With paddle.scatter they have none.")


def of_the_last(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Leave a row the gradient of the last place that takes it, unless ``overwrite`` is false.

    The codemod passes over this.
    """

    @functools.wraps(rule)
    def gather(input: Any, index: Any, overwrite: bool = True) -> Any:
        rows = rule(input, index, overwrite)
        if not overwrite or rows.stop_gradient or not paddle.in_dynamic_mode():
            return rows
        taken = index.numpy().ravel()[::-1]
        _, last = np.unique(taken, return_index=True)
        if last.size == taken.size:
            return rows
        warn_once(_SAID)
        kept = np.zeros([taken.size, *[1] * (rows.ndim - 1)], bool)
        kept[taken.size - 1 - last] = True
        return paddle.where(tensor_of(kept), rows, rows.detach())

    return gather


class _AlsoOf(paddle.autograd.PyLayer):
    """A result that has its gradient from ``x``, too, which it was not made of."""

    @staticmethod
    def forward(ctx: Any, result: Any, x: Any) -> Any:
        ctx.made = not result.stop_gradient
        return result.clone()

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return gradient if ctx.made else None, gradient


def rows_keep_gradients(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Leave the rows that are replaced, or added to, the gradient of the result.

    The codemod passes over this.
    """

    @functools.wraps(rule)
    def scatter(input: Any, index: Any, updates: Any, name: str | None = None, overwrite: bool = True) -> Any:
        if not isinstance(input, paddle.Tensor) or input.stop_gradient or not paddle.in_dynamic_mode() or \
                not paddle.is_grad_enabled():
            return rule(input, index, updates, name, overwrite)
        warn_once(_REPLACED)
        return applied(_AlsoOf, rule(input.detach(), index, updates, name, overwrite), input)

    return scatter

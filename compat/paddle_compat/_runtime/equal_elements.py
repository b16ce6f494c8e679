"""Gradients where elements are equal, which Paddle 3 shares among them and 1.8.5 and 2.6 do not."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import paddle

from .layer_arguments import activate
from .version import PADDLE_3

T = TypeVar("T", bound=Callable[..., Any])


class _Each(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx: Any, x: Any, reduce: Callable[..., Any], axis: Any, keepdim: bool) -> Any:
        kept = reduce(x, axis, True)
        ctx.save_for_backward(x, kept)
        return kept if keepdim else reduce(x, axis, False)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        x, kept = ctx.saved_tensor()
        return (x == kept).astype(gradient.dtype) * gradient.reshape(kept.shape)


def ties_count_each(rule: T) -> T:
    """Paddle 3 shares the gradient among equal elements; let a reduction give it to each, as 1.8.5 did.

    The codemod passes over this decorator; `@differs` says at the call what it is about.
    """
    if not PADDLE_3:
        return rule

    @functools.wraps(rule)
    def reduced(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
        if not isinstance(input, paddle.Tensor) or input.stop_gradient or not paddle.in_dynamic_mode():
            return rule(input, dim, keep_dim, name)
        return _Each.apply(input, rule, dim, keep_dim)

    return cast(T, reduced)


def ties_go_to_y(is_x: Callable[[Any, Any], Any], align: Callable[[Any, Any, int], Any]) -> Callable[[T], T]:
    """Paddle 3 halves the gradient of the greater of two equal elements; let `y` have it, as in 1.8.5.

    ``is_x(x, y)`` says where the result is of ``x``, and ``align`` brings ``y`` to its shape. The codemod passes over
    this decorator too.
    """

    def mark(rule: T) -> T:
        if not PADDLE_3:
            return rule

        @functools.wraps(rule)
        def chosen(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
            if not isinstance(x, paddle.Tensor) or not isinstance(y, paddle.Tensor) or not paddle.in_dynamic_mode():
                return rule(x, y, axis, act, name)
            aligned = align(y, x, axis)
            return activate(paddle.where(is_x(x, aligned), x, aligned), act)

        return cast(T, chosen)

    return mark

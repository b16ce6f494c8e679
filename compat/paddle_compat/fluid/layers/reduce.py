"""``paddle.fluid.layers``: reductions over the dimensions ``dim``, or over all of them (shape [1])."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, helper, same_dtype, vector_result

__all__ = [
    "mean", "reduce_all", "reduce_any", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum",
]


@helper
def extreme(x: Any, axis: Any = None, keepdim: bool = False, *, reduce: Any) -> Any:
    """``reduce(x)``; each of equal elements has its gradient, which Paddle 3's max() and min() share among them."""
    found = reduce(x, axis, keepdim=True)
    found.stop_gradient = True
    base = paddle.where(paddle.isinf(found), paddle.zeros_like(found), found)
    found = base + paddle.where(x == found, x - base, paddle.zeros_like(x)).sum(axis, keepdim=True).astype(x.dtype)
    return found if keepdim else found.squeeze(axis)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def mean(x: Any, name: str | None = None) -> Any:
    """The mean of all elements, shape [1]."""
    return paddle.mean(x=x)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def reduce_mean(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Mean over ``dim``, a number, a list or ``None`` for all; ``keep_dim`` leaves them with size 1."""
    return paddle.mean(x=input, axis=dim, keepdim=keep_dim)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def reduce_max(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Maximum over ``dim``, a number, a list or ``None`` for all; ``keep_dim`` leaves them with size 1."""
    return extreme(input, axis=dim, keepdim=keep_dim, reduce=paddle.max)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def reduce_min(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Minimum over ``dim``, a number, a list or ``None`` for all; ``keep_dim`` leaves them with size 1."""
    return extreme(input, axis=dim, keepdim=keep_dim, reduce=paddle.min)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def reduce_prod(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Product over ``dim``, a number, a list or ``None`` for all; ``keep_dim`` leaves them with size 1."""
    return paddle.prod(x=input, axis=dim, keepdim=keep_dim)


@vector_result
@same_dtype("the sum of int32 is int64 today, in 1.8 it was int32")
@dropped(name="results are named by Paddle since 2.0")
def reduce_sum(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Sum over ``dim``, a number, a list or ``None`` for all; ``keep_dim`` leaves them with size 1."""
    return paddle.sum(x=input, axis=dim, keepdim=keep_dim)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def reduce_all(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Whether all are true over ``dim``, a number, a list or ``None`` for all; ``keep_dim`` leaves them with size 1."""
    return paddle.all(x=input, axis=dim, keepdim=keep_dim)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def reduce_any(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Whether any is true over ``dim``, a number, a list or ``None`` for all; ``keep_dim`` leaves them with size 1."""
    return paddle.any(x=input, axis=dim, keepdim=keep_dim)

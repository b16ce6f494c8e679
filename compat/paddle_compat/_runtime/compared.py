"""Comparisons of a tensor with a larger one: 1.8.5 gave as many elements as the first one has, those that come first,
in its shape; today's Paddle broadcasts both."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import paddle

T = TypeVar("T", bound=Callable[..., Any])


def first_alone(compare: T) -> T:
    """Let a comparison give no more elements than its first tensor has. The codemod passes over this."""

    @functools.wraps(compare)
    def compared(x: Any, y: Any, *args: Any, **kwargs: Any) -> Any:
        if is_lengthened(x, y):
            x, y = (_first(each, x.shape, y.shape) for each in (x, y))
        return compare(x, y, *args, **kwargs)

    return cast(T, compared)


def is_lengthened(x: Any, y: Any) -> bool:
    """Whether a dimension of 1 in the first tensor meets a longer one in the second; both have their dimensions."""
    if not isinstance(y, paddle.Tensor) or not isinstance(x, paddle.Tensor):
        return False
    mine, other = x.shape, y.shape
    if mine == other or len(mine) < len(other):
        return False
    return any(one == 1 and size > 1 for one, size in zip(mine[len(mine) - len(other) :], other, strict=True))


def _first(tensor: Any, shape: list[int], other: list[int]) -> Any:
    """The elements that 1.8.5 compared."""
    count = functools.reduce(int.__mul__, shape, 1)
    return tensor.expand(paddle.broadcast_shape(shape, other)).flatten()[:count].reshape(shape)

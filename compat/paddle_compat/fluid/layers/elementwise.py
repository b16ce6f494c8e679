"""``paddle.fluid.layers``: two tensors, element by element.

``axis`` says which dimension of ``x`` the first dimension of ``y`` belongs to; -1 aligns the last ones.
"""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import activate, dropped, helper, known, same_dtype
from ..._runtime.whole_numbers import floor_divided, remainder, towards_zero

__all__ = [
    "elementwise_add", "elementwise_div", "elementwise_floordiv", "elementwise_max", "elementwise_min",
    "elementwise_mod", "elementwise_mul", "elementwise_pow", "elementwise_sub",
]


@helper
def align(y: Any, x: Any, axis: int) -> Any:
    """``y`` with more dimensions, so that its first one meets dimension ``axis`` of ``x`` when they are broadcast."""
    behind = [] if axis == -1 else list(range(y.ndim, x.ndim - axis))
    return paddle.unsqueeze(y, behind) if behind else y


@helper
def greater(x: Any, y: Any) -> Any:
    """The greater of both; of equal ones ``y`` has the gradient, which Paddle 3's maximum() halves."""
    return paddle.where(x > y, x, y)


@helper
def smaller(x: Any, y: Any) -> Any:
    """The smaller of both; of equal ones ``y`` has the gradient, which Paddle 3's minimum() halves."""
    return paddle.where(x < y, x, y)


@dropped(name="results are named by Paddle since 2.0")
def elementwise_add(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """x + y, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(paddle.add(x=x, y=y), act)
    return activate(paddle.add(x=x, y=align(y, x, axis)), act)


@dropped(name="results are named by Paddle since 2.0")
def elementwise_sub(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """x - y, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(paddle.subtract(x=x, y=y), act)
    return activate(paddle.subtract(x=x, y=align(y, x, axis)), act)


@dropped(name="results are named by Paddle since 2.0")
def elementwise_mul(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """x * y, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(paddle.multiply(x=x, y=y), act)
    return activate(paddle.multiply(x=x, y=align(y, x, axis)), act)


@same_dtype("whole numbers divided are a fraction in Paddle 3, in 1.8 a whole number")
@dropped(name="results are named by Paddle since 2.0")
def elementwise_div(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """x / y (of whole numbers, a whole number), then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(paddle.divide(x=x, y=y), act)
    return activate(paddle.divide(x=x, y=align(y, x, axis)), act)


@dropped(name="results are named by Paddle since 2.0")
def elementwise_max(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """The greater of both, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(greater(x, y), act)
    return activate(greater(x, align(y, x, axis)), act)


@dropped(name="results are named by Paddle since 2.0")
def elementwise_min(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """The smaller of both, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(smaller(x, y), act)
    return activate(smaller(x, align(y, x, axis)), act)


@dropped(name="results are named by Paddle since 2.0")
def elementwise_pow(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """x to the power of y, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(paddle.pow(x=x, y=y), act)
    return activate(paddle.pow(x=x, y=align(y, x, axis)), act)


@towards_zero(remainder, align)
@dropped(name="results are named by Paddle since 2.0")
def elementwise_mod(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """The remainder of x / y, with the sign of y, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(paddle.mod(x=x, y=y), act)
    return activate(paddle.mod(x=x, y=align(y, x, axis)), act)


@towards_zero(floor_divided, align)
@dropped(name="results are named by Paddle since 2.0")
def elementwise_floordiv(x: Any, y: Any, axis: int = -1, act: str | None = None, name: str | None = None) -> Any:
    """The quotient of whole numbers, then the activation ``act``; the shape of ``x``."""
    if known(axis == -1):
        return activate(paddle.floor_divide(x=x, y=y), act)
    return activate(paddle.floor_divide(x=x, y=align(y, x, axis)), act)

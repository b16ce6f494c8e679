"""``paddle.complex``: sums, differences, products and quotients.

One of two arguments may be real, float32 beside complex64 or float64 beside complex128. ``axis`` says which dimension
of ``x`` the first dimension of ``y`` belongs to; -1 aligns the last ones.
"""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, known, maybe_vector_result, vector_result
from ..._runtime.complex_pairs import of_pairs
from ...fluid import layers
from ...fluid.layers.elementwise import align

__all__ = ["elementwise_add", "elementwise_div", "elementwise_mul", "elementwise_sub", "kron", "sum", "trace"]


@of_pairs
@dropped(name="results are named by Paddle since 2.0")
def elementwise_add(x: Any, y: Any, axis: int = -1, name: str | None = None) -> Any:
    """x + y."""
    return layers.elementwise_add(x=x, y=y, axis=axis)


@of_pairs
@dropped(name="results are named by Paddle since 2.0")
def elementwise_sub(x: Any, y: Any, axis: int = -1, name: str | None = None) -> Any:
    """x - y."""
    return layers.elementwise_sub(x=x, y=y, axis=axis)


@of_pairs
@dropped(name="results are named by Paddle since 2.0")
def elementwise_mul(x: Any, y: Any, axis: int = -1, name: str | None = None) -> Any:
    """x * y."""
    return layers.elementwise_mul(x=x, y=y, axis=axis)


# This and sum are not those of fluid.layers, which have something to say of whole numbers; there are no complex ones.
@of_pairs
@dropped(name="results are named by Paddle since 2.0")
def elementwise_div(x: Any, y: Any, axis: int = -1, name: str | None = None) -> Any:
    """x / y."""
    if axis == -1:
        return paddle.divide(x=x, y=y)
    return paddle.divide(x=x, y=align(y, x, axis))


@of_pairs
@dropped(name="results are named by Paddle since 2.0")
def kron(x: Any, y: Any, name: str | None = None) -> Any:
    """The Kronecker product."""
    return layers.kron(x=x, y=y)


@of_pairs
@vector_result
@dropped(name="results are named by Paddle since 2.0")
def sum(input: Any, dim: Any = None, keep_dim: bool = False, name: str | None = None) -> Any:
    """Sum over ``dim``, a number, a list or ``None`` for all (shape [1]); ``keep_dim`` leaves them with size 1."""
    return paddle.sum(x=input, axis=dim, keepdim=keep_dim)


@of_pairs
@maybe_vector_result
def trace(input: Any, offset: int = 0, dim1: int = 0, dim2: int = 1, name: str | None = None) -> Any:
    """The sum of the diagonal in ``dim1`` and ``dim2``; of a matrix, shape [1]. Raises ``TypeError`` for a name."""
    if known(name is not None):
        raise TypeError("paddle.complex.trace took no name: 1.8.5 wrote into it and failed; leave name= out")
    return layers.trace(input=input, offset=offset, dim1=dim1, dim2=dim2)

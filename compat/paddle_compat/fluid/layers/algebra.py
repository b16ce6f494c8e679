"""``paddle.fluid.layers``: products of vectors and matrices, diagonals, and the names that 1.8 had ahead of 2.0."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._language import dropped, helper, known, left_out, maybe_vector_result, vector_result

__all__ = [
    "addcmul", "addmm", "allclose", "bmm", "cos_sim", "cross", "diag_embed", "dist", "dot", "elementwise_equal",
    "flip", "fsp_matrix", "kron", "log1p", "log_softmax", "logsumexp", "meshgrid", "mish", "roll", "t", "trace",
    "tril", "triu",
]


@dropped(name="results are named by Paddle since 2.0")
def addcmul(input: Any, tensor1: Any, tensor2: Any, value: float = 1.0, out: Any = None,
            name: str | None = None) -> Any:
    """``input + value * tensor1 * tensor2``, written into ``out`` if given."""
    if left_out(out):
        return input + value * tensor1 * tensor2
    return paddle.assign(x=input + value * tensor1 * tensor2, output=out)


@dropped(name="results are named by Paddle since 2.0")
def addmm(input: Any, x: Any, y: Any, alpha: float = 1.0, beta: float = 1.0, name: str | None = None) -> Any:
    """``beta * input + alpha * x @ y``, all matrices."""
    return paddle.addmm(input=input, x=x, y=y, alpha=alpha, beta=beta)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def allclose(input: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False,
             name: str | None = None) -> Any:
    """Whether every ``abs(input - other) <= atol + rtol * abs(other)``, bool [1]."""
    return paddle.allclose(x=input, y=other, rtol=rtol, atol=atol, equal_nan=equal_nan)


@dropped(name="results are named by Paddle since 2.0")
def bmm(x: Any, y: Any, name: str | None = None) -> Any:
    """The product [B, M, N] of matrices [B, M, K] and [B, K, N]."""
    return paddle.bmm(x=x, y=y)


@helper
def cos_sim(X: Any, Y: Any) -> Any:
    """Cosines [N, 1] of the angles between rows of ``X`` [N, D] and of ``Y`` [N, D] or [1, D]; 0 where one is zeros."""
    squares = [paddle.sum(each * each, axis=1, keepdim=True) for each in (X, Y)]
    norms = [paddle.sqrt(each + F.relu(1e-8 - each).detach()) for each in squares]  # at least 1e-4
    return paddle.sum(X * Y, axis=1, keepdim=True) / (norms[0] * norms[1])


def cross(input: Any, other: Any, dim: int | None = None) -> Any:
    """The cross product along ``dim``, by default the first dimension of size 3."""
    if dim is None:
        return paddle.cross(x=input, y=other)
    return paddle.cross(x=input, y=other, axis=dim)


def diag_embed(input: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """Matrices, along ``dim1`` and ``dim2``, with the last dimension of ``input`` on their diagonals."""
    return paddle.diag_embed(input=input, offset=offset, dim1=dim1, dim2=dim2)


@vector_result
def dist(x: Any, y: Any, p: float = 2) -> Any:
    """The ``p``-norm of ``x - y``, shape [1]."""
    return paddle.dist(x=x, y=y, p=p)


@dropped(name="results are named by Paddle since 2.0")
def dot(x: Any, y: Any, name: str | None = None) -> Any:
    """The inner product along the last dimension, which stays with size 1."""
    return paddle.sum(x=x * y, axis=-1, keepdim=True)


@dropped(name="results are named by Paddle since 2.0")
def elementwise_equal(x: Any, y: Any, name: str | None = None) -> Any:
    """``x == y``, element by element; bool."""
    return paddle.equal(x=x, y=y)


@dropped(name="results are named by Paddle since 2.0")
def flip(input: Any, dims: Any, name: str | None = None) -> Any:
    """``input`` turned round along the dimensions ``dims``."""
    return paddle.flip(x=input, axis=dims)


@helper
def fsp_matrix(x: Any, y: Any) -> Any:
    """The mean product [N, C, D] over the pixels of ``x`` [N, C, H, W] and ``y`` [N, D, H, W]."""
    pixels = x.shape[2] * x.shape[3]
    if min(x.shape[2:]) < 0:  # a program knows them only when it runs
        pixels = paddle.cast(paddle.prod(paddle.shape(x)[2:]), x.dtype)
    return paddle.matmul(x.flatten(2), y.flatten(2), transpose_y=True) / pixels


@dropped(name="results are named by Paddle since 2.0")
def kron(x: Any, y: Any, out: Any = None, name: str | None = None) -> Any:
    """The Kronecker product, written into ``out`` if given."""
    if left_out(out):
        return paddle.kron(x=x, y=y)
    return paddle.assign(x=paddle.kron(x=x, y=y), output=out)


@dropped(name="results are named by Paddle since 2.0")
def log1p(x: Any, out: Any = None, name: str | None = None) -> Any:
    """``log(1 + x)``, written into ``out`` if given."""
    if left_out(out):
        return paddle.log1p(x=x)
    return paddle.assign(x=paddle.log1p(x=x), output=out)


@dropped(name="results are named by Paddle since 2.0")
def log_softmax(input: Any, axis: int | None = None, dtype: Any = None, name: str | None = None) -> Any:
    """The logarithm of the softmax along ``axis``, by default the last, of ``input`` as ``dtype``."""
    return F.log_softmax(x=input, axis=-1 if axis is None else axis, dtype=dtype)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def logsumexp(x: Any, dim: Any = None, keepdim: bool = False, out: Any = None, name: str | None = None) -> Any:
    """``log(sum(exp(x)))`` over ``dim``, by default all of them (shape [1]), written into ``out`` if given."""
    if left_out(out):
        return paddle.logsumexp(x=x, axis=dim, keepdim=keepdim)
    return paddle.assign(x=paddle.atleast_1d(paddle.logsumexp(x=x, axis=dim, keepdim=keepdim)), output=out)


@dropped(name="results are named by Paddle since 2.0")
def meshgrid(input: Any, name: str | None = None) -> Any:
    """A list of tensors, each a vector of ``input`` spread over the grid of all."""
    return paddle.meshgrid(input)


@dropped(name="results are named by Paddle since 2.0")
def mish(x: Any, threshold: float = 20, name: str | None = None) -> Any:
    """``x * tanh(softplus(x))``, where softplus is ``x`` above ``threshold`` and ``exp(x)`` below minus it."""
    if threshold == 20:
        return F.mish(x=x)
    return x * paddle.tanh(x=paddle.where(condition=x < -threshold, x=paddle.exp(x=x),
                                          y=F.softplus(x=x, threshold=threshold)))


def roll(input: Any, shifts: Any, dims: Any = None) -> Any:
    """Elements moved round by ``shifts`` along ``dims``, or along all as one vector."""
    return paddle.roll(x=input, shifts=shifts, axis=dims)


@dropped(name="results are named by Paddle since 2.0")
def t(input: Any, name: str | None = None) -> Any:
    """A matrix transposed; a vector as it is."""
    return paddle.t(input=input)


@helper
def summed_diagonal(x: Any, offset: int, axis1: int, axis2: int) -> Any:
    """The sum of a diagonal; the offset counts from the one of the two dimensions that comes first, as in Paddle 1."""
    first, last = sorted([axis1 % x.ndim, axis2 % x.ndim])
    return paddle.trace(x, offset, first, last)


@maybe_vector_result
@dropped(name="results are named by Paddle since 2.0")
def trace(input: Any, offset: int = 0, dim1: int = 0, dim2: int = 1, out: Any = None,
          name: str | None = None) -> Any:
    """The sum of the diagonal in ``dim1`` and ``dim2``, written into ``out`` if given; of a matrix, shape [1]."""
    # Paddle 3 counts the offset from dim1, 1.8.5 from whichever of the two dimensions comes first.
    if known(dim1 > dim2 and (dim1 < 0) == (dim2 < 0)):
        return trace(input=input, offset=offset, dim1=dim2, dim2=dim1, out=out)
    if known(dim1 < dim2 and (dim1 < 0) == (dim2 < 0) and out is None):
        return paddle.trace(x=input, offset=offset, axis1=dim1, axis2=dim2)
    if left_out(out):
        return summed_diagonal(x=input, offset=offset, axis1=dim1, axis2=dim2)
    return paddle.assign(x=paddle.atleast_1d(summed_diagonal(x=input, offset=offset, axis1=dim1, axis2=dim2)),
                         output=out)


@dropped(name="results are named by Paddle since 2.0")
def tril(input: Any, diagonal: int = 0, name: str | None = None) -> Any:
    """What lies on or below the diagonal; 0 above it."""
    return paddle.tril(x=input, diagonal=diagonal)


@dropped(name="results are named by Paddle since 2.0")
def triu(input: Any, diagonal: int = 0, name: str | None = None) -> Any:
    """What lies on or above the diagonal; 0 below it."""
    return paddle.triu(x=input, diagonal=diagonal)

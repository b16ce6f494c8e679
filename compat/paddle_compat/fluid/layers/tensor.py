"""``paddle.fluid.layers``: making, converting and comparing tensors."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import (
    at_run_time,
    dropped,
    dynamic_only,
    helper,
    left_out,
    same_dtype,
    vector_result,
    without_gradient,
)
from ..._runtime.from_arrays import first_of
from ..._runtime.gradients import stops_at_target
from ..._runtime.parameters import remembered
from ..._runtime.random import initializers
from ..._runtime.random.replay import replayed
from ..._runtime.ties import equal_as_then
from ..._runtime.views import written_alone
from .._spread import of_package
from .algebra import kron, trace, tril, triu
from .branches import tensor_array_to_tensor
from .creation import arange, create_global_var, create_tensor, full, full_like
from .manipulation import concat, reverse

__all__ = [
    "arange", "argmax", "argmin", "argsort", "assign", "cast", "concat", "create_global_var", "create_parameter",
    "create_tensor", "cumsum", "diag", "eye", "fill_constant", "fill_constant_batch_size_like", "full", "full_like",
    "has_inf", "has_nan", "increment", "isfinite", "kron", "linspace", "ones", "ones_like", "range", "reverse",
    "shape", "sum", "sums", "tensor_array_to_tensor", "topk", "trace", "tril", "triu", "where", "zeros", "zeros_like",
]


def argmax(x: Any, axis: int = 0) -> Any:
    """The index int64 of the greatest element along ``axis``."""
    return paddle.argmax(x=x, axis=axis)


def argmin(x: Any, axis: int = 0) -> Any:
    """The index int64 of the smallest element along ``axis``."""
    return paddle.argmin(x=x, axis=axis)


@dropped(name="results are named by Paddle since 2.0")
def argsort(input: Any, axis: int = -1, descending: bool = False, name: str | None = None) -> Any:
    """``input`` sorted along ``axis``, and the indices int64 of that order."""
    return (paddle.sort(x=input, axis=axis, descending=descending),
            paddle.argsort(x=input, axis=axis, descending=descending))


@written_alone("output")
@stops_at_target()
def assign(input: Any, output: Any = None) -> Any:
    """A copy of a tensor or ndarray, written into ``output`` if given."""
    return paddle.assign(x=input, output=output)


def cast(x: Any, dtype: Any) -> Any:
    """``x`` as ``dtype``."""
    return paddle.cast(x=x, dtype=dtype)


@remembered
@replayed(initializers.create_parameter)
def create_parameter(shape: Any, dtype: Any, name: str | None = None, attr: Any = None, is_bias: bool = False,
                     default_initializer: Any = None) -> Any:
    """A new parameter."""
    return paddle.create_parameter(shape=shape, dtype=dtype, name=name, attr=attr, is_bias=is_bias,
                                   default_initializer=default_initializer)


@same_dtype("the running sum of int32 is int64 on Paddle 3, in 1.8 it was int32")
def cumsum(x: Any, axis: int | None = None, exclusive: bool | None = None, reverse: bool | None = None) -> Any:
    """Running sums along ``axis``, by default the last: without the element itself if ``exclusive``, from the end on if
    ``reverse``."""
    if reverse and exclusive:
        return paddle.flip(x=paddle.cumsum(x=paddle.flip(x=x, axis=-1 if axis is None else axis),
                                           axis=-1 if axis is None else axis), axis=-1 if axis is None else axis) - x
    if reverse:
        return paddle.flip(x=paddle.cumsum(x=paddle.flip(x=x, axis=-1 if axis is None else axis),
                                           axis=-1 if axis is None else axis), axis=-1 if axis is None else axis)
    if exclusive:
        return paddle.cumsum(x=x, axis=-1 if axis is None else axis) - x
    return paddle.cumsum(x=x, axis=-1 if axis is None else axis)


@without_gradient("diagonal")
def diag(diagonal: Any) -> Any:
    """The matrix [N, N] with ``diagonal`` [N], a variable or an array, on its diagonal."""
    return paddle.diag(x=paddle.assign(diagonal))


def eye(num_rows: int, num_columns: int | None = None, batch_shape: Any = None, dtype: Any = "float32") -> Any:
    """The unit matrix, repeated over ``batch_shape``."""
    if batch_shape is None:
        return paddle.eye(num_rows=num_rows, num_columns=num_columns, dtype=dtype)
    return paddle.tile(x=paddle.eye(num_rows=num_rows, num_columns=num_columns, dtype=dtype),
                       repeat_times=[*batch_shape, 1, 1])


@written_alone("out")
@stops_at_target(always=True)
@dropped(force_cpu="the device is chosen by paddle.set_device since 2.0")
def fill_constant(shape: Any, dtype: Any, value: Any, force_cpu: bool = False, out: Any = None) -> Any:
    """A tensor full of ``value``, written into ``out`` if given."""
    if left_out(out):
        return paddle.full(shape=shape, fill_value=value, dtype=dtype)
    return paddle.assign(x=paddle.full(shape=shape, fill_value=value, dtype=dtype), output=out)


@dynamic_only("its batch size is known only when a program runs; write it with paddle.shape()")
@helper
@dropped(force_cpu="the device is chosen by paddle.set_device since 2.0")
def fill_constant_batch_size_like(input: Any, shape: Any, dtype: Any, value: Any, input_dim_idx: int = 0,
                                  output_dim_idx: int = 0, force_cpu: bool = False) -> Any:
    """A tensor full of ``value`` in ``shape``, its dimension ``output_dim_idx`` as long as that of ``input``."""
    shape = list(shape)
    shape[output_dim_idx] = input.shape[input_dim_idx]
    return paddle.full(shape, value, dtype)


@vector_result
def has_inf(x: Any) -> Any:
    """Whether any element is infinite, shape [1]."""
    return paddle.any(x=paddle.isinf(x=x))


@vector_result
def has_nan(x: Any) -> Any:
    """Whether any element is not a number, shape [1]."""
    return paddle.any(x=paddle.isnan(x=x))


@written_alone("x")
def increment(x: Any, value: float = 1.0, in_place: bool = True) -> Any:
    """``x`` [1] plus ``value``; ``x`` itself unless ``in_place`` is false."""
    if in_place:
        return paddle.increment(x=x, value=value)
    return x + value


@vector_result
def isfinite(x: Any) -> Any:
    """Whether all elements are finite, shape [1]."""
    return paddle.all(x=paddle.isfinite(x=x))


def linspace(start: Any, stop: Any, num: Any, dtype: Any) -> Any:
    """``num`` values from ``start`` to ``stop``, both included."""
    return paddle.linspace(start=start, stop=stop, num=num, dtype=dtype)


@dropped(force_cpu="the device is chosen by paddle.set_device since 2.0")
def ones(shape: Any, dtype: Any, force_cpu: bool = False) -> Any:
    """A tensor full of ones."""
    return paddle.ones(shape=shape, dtype=dtype)


@written_alone("out")
def ones_like(x: Any, out: Any = None) -> Any:
    """Ones in the shape and dtype of ``x``, written into ``out`` if given."""
    if left_out(out):
        return paddle.ones_like(x=x)
    return paddle.assign(x=paddle.ones_like(x=x), output=out)


def range(start: Any, end: Any, step: Any, dtype: Any) -> Any:
    """``start``, ``start + step``, … below ``end``."""
    return paddle.arange(start=start, end=end, step=step, dtype=dtype)


def shape(input: Any) -> Any:
    """The shape of ``input`` as an int32 tensor."""
    return paddle.cast(x=paddle.shape(input=input), dtype="int32")  # Paddle 3's is int64


def sum(x: Any) -> Any:
    """The sum of a list of tensors of one shape."""
    return paddle.add_n(inputs=x)


@written_alone("out")
@stops_at_target()
def sums(input: Any, out: Any = None) -> Any:
    """The sum of a list of tensors of one shape, written into ``out`` if given."""
    if left_out(out):
        return paddle.add_n(inputs=input)
    return paddle.assign(x=paddle.add_n(inputs=input), output=out)


@equal_as_then
@dropped(name="results are named by Paddle since 2.0")
@without_gradient("input")
def topk(input: Any, k: Any, name: str | None = None) -> Any:
    """The ``k`` greatest elements along the last dimension, greatest first, and their indices int64."""
    return paddle.topk(x=input, k=at_run_time(first_of, k))


def where(condition: Any) -> Any:
    """The coordinates int64 [count, ndim] of the true elements."""
    return paddle.nonzero(x=condition)


@dropped(force_cpu="the device is chosen by paddle.set_device since 2.0")
def zeros(shape: Any, dtype: Any, force_cpu: bool = False) -> Any:
    """A tensor full of zeros."""
    return paddle.zeros(shape=shape, dtype=dtype)


@written_alone("out")
@stops_at_target(always=True)
def zeros_like(x: Any, out: Any = None) -> Any:
    """Zeros in the shape and dtype of ``x``, written into ``out`` if given."""
    if left_out(out):
        return paddle.zeros_like(x=x)
    return paddle.assign(x=paddle.zeros_like(x=x), output=out)

__getattr__ = of_package(__name__)

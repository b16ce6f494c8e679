"""``paddle.fluid.layers``: tensors filled with a value, variables of the program, counts and choices of elements."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, dynamic_only, helper, left_out, vector_result

__all__ = [
    "arange", "clamp", "create_global_var", "create_tensor", "full", "full_like", "index_sample", "index_select",
    "is_empty", "nonzero", "rank", "scatter_nd", "scatter_nd_add", "shard_index", "size", "unique",
    "unique_with_counts",
]


@dropped(name="results are named by Paddle since 2.0")
def arange(start: Any, end: Any, step: Any = 1, dtype: Any = None, name: str | None = None) -> Any:
    """``start``, ``start + step``, … below ``end``."""
    return paddle.arange(start=start, end=end, step=step, dtype="float32" if dtype is None else dtype)


@dropped(name="results are named by Paddle since 2.0")
def clamp(input: Any, min: Any = None, max: Any = None, output: Any = None, name: str | None = None) -> Any:
    """``input`` between ``min`` (0 when it is missing, as in 1.8.5) and ``max``, written into ``output`` if given."""
    if left_out(output):
        return paddle.clip(x=input, min=0.0 if min is None else min, max=max)
    return paddle.assign(x=paddle.clip(x=input, min=0.0 if min is None else min, max=max), output=output)


@dynamic_only("a program wants paddle.static.create_parameter()")
@dropped(persistable="tensors of dygraph mode live as long as they are used",
         force_cpu="the device is chosen by paddle.set_device since 2.0", name="tensors are named by Paddle since 2.0")
def create_global_var(shape: Any, value: Any, dtype: Any, persistable: bool = False, force_cpu: bool = False,
                      name: str | None = None) -> Any:
    """A tensor full of ``value``."""
    return paddle.full(shape=shape, fill_value=value, dtype=dtype)


@dropped(name="tensors are named by Paddle since 2.0",
         persistable="tensors of dygraph mode live as long as they are used")
def create_tensor(dtype: Any, name: str | None = None, persistable: bool = False) -> Any:
    """A tensor that holds nothing yet, for another call's ``out=`` or ``output=``."""
    return paddle.empty(shape=[0], dtype=dtype)


@helper
def with_gradient(tensor: Any) -> Any:
    """``tensor``, to which gradients flow from now on."""
    tensor.stop_gradient = False
    return tensor


@dropped(device="the device is chosen by paddle.set_device since 2.0", name="results are named by Paddle since 2.0")
def full(shape: Any, fill_value: Any, out: Any = None, dtype: Any = None, device: str | None = None,
         stop_gradient: bool = True, name: str | None = None) -> Any:
    """A tensor full of ``fill_value``, float32 unless ``dtype`` says otherwise, written into ``out`` if given."""
    if out is not None:
        return paddle.assign(x=paddle.full(shape=shape, fill_value=fill_value,
                                           dtype="float32" if dtype is None else dtype), output=out)
    if not stop_gradient:
        return with_gradient(paddle.full(shape=shape, fill_value=fill_value,
                                         dtype="float32" if dtype is None else dtype))
    return paddle.full(shape=shape, fill_value=fill_value, dtype="float32" if dtype is None else dtype)


@dropped(device="the device is chosen by paddle.set_device since 2.0", name="results are named by Paddle since 2.0")
def full_like(input: Any, fill_value: Any, out: Any = None, dtype: Any = None, device: str | None = None,
              stop_gradient: bool = True, name: str | None = None) -> Any:
    """``fill_value`` in the shape and, unless ``dtype`` says otherwise, dtype of ``input``, into ``out`` if given."""
    if out is not None:
        return paddle.assign(x=paddle.full_like(x=input, fill_value=fill_value, dtype=dtype), output=out)
    if not stop_gradient:
        return with_gradient(paddle.full_like(x=input, fill_value=fill_value, dtype=dtype))
    return paddle.full_like(x=input, fill_value=fill_value, dtype=dtype)


def index_sample(x: Any, index: Any) -> Any:
    """The elements ``index`` [N, M] of each row of ``x`` [N, D]."""
    return paddle.index_sample(x=x, index=index)


def index_select(input: Any, index: Any, dim: int = 0) -> Any:
    """The slices ``index`` [N] of ``input`` along ``dim``."""
    return paddle.index_select(x=input, index=index, axis=dim)


@vector_result
def is_empty(x: Any, cond: Any = None) -> Any:
    """Whether ``x`` has no elements, bool [1], written into ``cond`` if given."""
    if left_out(cond):
        return paddle.is_empty(x=x)
    return paddle.assign(x=paddle.is_empty(x=x), output=cond)


def nonzero(input: Any, as_tuple: bool = False) -> Any:
    """The coordinates int64 [count, ndim] of what is not 0; ``as_tuple``: one tensor [count, 1] a dimension."""
    if as_tuple:
        return tuple(paddle.split(x=paddle.nonzero(x=input), num_or_sections=input.ndim, axis=1))
    return paddle.nonzero(x=input)


def rank(input: Any) -> Any:
    """The number of dimensions, a 0-D int32."""
    return paddle.to_tensor(data=input.ndim, dtype="int32")


@dropped(name="results are named by Paddle since 2.0")
def scatter_nd(index: Any, updates: Any, shape: Any, name: str | None = None) -> Any:
    """Zeros in ``shape`` with ``updates`` added where ``index`` says."""
    return paddle.scatter_nd(index=index, updates=updates, shape=shape)


@dropped(name="results are named by Paddle since 2.0")
def scatter_nd_add(ref: Any, index: Any, updates: Any, name: str | None = None) -> Any:
    """``ref`` with ``updates`` added where ``index`` says."""
    return paddle.scatter_nd_add(x=ref, index=index, updates=updates)


def shard_index(input: Any, index_num: int, nshards: int, shard_id: int, ignore_value: int = -1) -> Any:
    """Indices [..., 1] counted within shard ``shard_id``; ``ignore_value`` for those of other shards."""
    return paddle.shard_index(input=input, index_num=index_num, nshards=nshards, shard_id=shard_id,
                              ignore_value=ignore_value)


@dynamic_only("the number of elements is known only when a program runs; write paddle.numel()")
def size(input: Any) -> Any:
    """The number of elements, int64 [1]."""
    return paddle.to_tensor(data=[input.size], dtype="int64")


@dynamic_only("it reads values, which a program has only when it runs: call it on what a run has fetched")
@helper
def unique_with_counts(x: Any, dtype: Any = "int32") -> Any:
    """The elements of the vector ``x`` without repetitions, in order of appearance, where each went, and how often."""
    array = x.numpy().tolist()
    index = {value: number for number, value in enumerate(dict.fromkeys(array))}
    counts = [0] * len(index)
    for value in array:
        counts[index[value]] += 1
    return (paddle.to_tensor(list(index), dtype=x.dtype),
            paddle.to_tensor([index[value] for value in array], dtype=dtype), paddle.to_tensor(counts, dtype=dtype))


@dynamic_only("it reads values, which a program has only when it runs: call it on what a run has fetched")
@helper
def unique(x: Any, dtype: Any = "int32") -> Any:
    """The elements of the vector ``x`` without repetitions, in order of appearance, and where each went."""
    array = x.numpy().tolist()
    index = {value: number for number, value in enumerate(dict.fromkeys(array))}
    return paddle.to_tensor(list(index), dtype=x.dtype), paddle.to_tensor([index[v] for v in array], dtype=dtype)

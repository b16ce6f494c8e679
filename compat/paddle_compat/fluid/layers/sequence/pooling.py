"""One row of each sequence, and softmax within each."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ...._language import dropped, of_sequences
from ...._lod import lengths, lod_of, with_lod
from ...._runtime.from_arrays import tensor_of
from ...._runtime.rows import numbers, offsets_of, padded, rows, steps, sums

__all__ = ["sequence_first_step", "sequence_last_step", "sequence_pool", "sequence_softmax"]


@of_sequences
@dropped(is_test="it only saved 1.8.5 the memory for the gradient of max")
def sequence_pool(input: Any, pool_type: str, is_test: bool = False, pad_value: float = 0.0) -> Any:
    """One row of each innermost sequence: "sum", "average", "sqrt", "max", "last" or "first" of its rows.

    An empty sequence gives ``pad_value``. "sqrt" divides the sum by the root of the length.
    """
    offsets, kind = offsets_of(input, "sequence_pool", levels=2), pool_type.lower()
    if kind in ("first", "last"):
        pooled = _picked(input, offsets, kind, pad_value)
    elif kind == "max":
        pooled = _largest(input, offsets, pad_value)
    elif kind in ("sum", "average", "sqrt"):
        pooled = _summed(input, offsets, kind, pad_value)
    else:
        raise ValueError(f"fluid.layers.sequence_pool: unknown pool_type {pool_type!r}")
    return with_lod(pooled, lod_of(input)[:-1])


def _with_padding(x: Any, value: float) -> Any:
    return paddle.concat([x, paddle.full([1, *x.shape[1:]], value, dtype=x.dtype)])


def _picked(x: Any, offsets: list[int], kind: str, pad_value: float) -> Any:
    begins, ends = np.asarray(offsets[:-1]), np.asarray(offsets[1:])
    which = np.where(begins < ends, begins if kind == "first" else ends - 1, x.shape[0])
    return rows(_with_padding(x, pad_value), which)


def _largest(x: Any, offsets: list[int], pad_value: float) -> Any:
    """Of equal rows the first gets the gradient."""
    below = _with_padding(x, float("-inf"))
    number = steps(offsets, max(1, *lengths(offsets)), x.shape[0])
    number[np.asarray(lengths(offsets)) == 0, 0] = x.shape[0] + 1
    found = rows(_with_padding(below, pad_value), number).reshape([*number.shape, *x.shape[1:]])
    first = paddle.argmax(found, axis=1, keepdim=True)
    return paddle.take_along_axis(found, first, axis=1).squeeze(1)


def _summed(x: Any, offsets: list[int], kind: str, pad_value: float) -> Any:
    length = np.asarray(lengths(offsets)).reshape([-1] + [1] * (x.ndim - 1))
    summed = sums(x, offsets)
    if kind != "sum":
        by = np.maximum(length, 1)
        summed = summed / tensor_of((by if kind == "average" else np.sqrt(by)).astype("float32")).astype(x.dtype)
    if pad_value and not length.all():
        summed = summed + tensor_of((length == 0) * np.float32(pad_value)).astype(x.dtype)
    return summed


@of_sequences
def sequence_first_step(input: Any) -> Any:
    """The first row of each innermost sequence."""
    return sequence_pool(input, "first")


@of_sequences
def sequence_last_step(input: Any) -> Any:
    """The last row of each innermost sequence."""
    return sequence_pool(input, "last")


@of_sequences
@dropped(use_cudnn="the device decides since 2.0", name="results are named by Paddle since 2.0")
def sequence_softmax(input: Any, use_cudnn: bool = False, name: str | None = None) -> Any:
    """Softmax within each innermost sequence of numbers, [T] or [T, 1]."""
    offsets = offsets_of(input, "sequence_softmax")
    if input.size != input.shape[0]:
        raise ValueError(f"fluid.layers.sequence_softmax: takes one number a row, and the input is {input.shape}")
    within = F.softmax(padded(input.reshape([-1]), offsets, float("-inf")), axis=1).reshape([-1])
    wide = max(1, *lengths(offsets))
    places = [number * wide + step for number, length in enumerate(lengths(offsets)) for step in range(length)]
    return with_lod(paddle.gather(within, numbers(places)).reshape(input.shape), lod_of(input))

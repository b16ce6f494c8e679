"""One row of each sequence, and softmax within each."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from .._language import dropped, helper, known
from .lengths import lengths_of, padded, unpadded, with_lengths
from .moved import sequence_conv

__all__ = [
    "sequence_conv_pool", "sequence_first_step", "sequence_last_step", "sequence_pool", "sequence_softmax",
]


@dropped(is_test="it only saved 1.8.5 the memory for the gradient of max")
def sequence_pool(input: Any, pool_type: str, is_test: bool = False, pad_value: float = 0.0) -> Any:
    """One row of each sequence; ``pad_value`` where it has none."""
    if known(pool_type == "sum") and known(pad_value == 0.0):
        return sequence_sum(input=input)
    return pooled_sequences(input=input, pool_type=pool_type, pad_value=pad_value)


@helper
def sequence_sum(input: Any) -> Any:
    """The sum of the rows of each sequence."""
    return with_lengths(padded(input, lengths_of(input)).sum(1), None)


@helper
def pooled_sequences(input: Any, pool_type: str, pad_value: float = 0.0) -> Any:
    """One row of each sequence: "sum", "average", "sqrt", "max", "last" or "first" of its rows; else ``pad_value``.

    "sqrt" divides the sum by the root of the length.
    """
    lengths = lengths_of(input)
    kind = pool_type.lower()
    count = paddle.clip(lengths, min=1).unsqueeze(list(range(1, len(input.shape))))
    if kind == "max":  # of equal rows the first gets the gradient
        steps = padded(input, lengths, float("-inf"))
        found = paddle.take_along_axis(steps, paddle.argmax(steps, axis=1, keepdim=True), axis=1).squeeze(1)
    elif kind in ("first", "last"):
        places = paddle.cumsum(lengths) - (lengths if kind == "first" else 1)
        found = paddle.gather(input, places * paddle.cast(lengths > 0, "int64"))
    elif kind == "sum":
        found = padded(input, lengths).sum(1)
    else:
        by = paddle.cast(count, input.dtype)
        found = padded(input, lengths).sum(1) / (by if kind == "average" else paddle.sqrt(by))
    empty = (lengths == 0).unsqueeze(list(range(1, len(input.shape))))
    return with_lengths(paddle.where(empty, paddle.full_like(found, pad_value), found), None)


def sequence_first_step(input: Any) -> Any:
    """The first row of each sequence."""
    return pooled_sequences(input=input, pool_type="first")


def sequence_last_step(input: Any) -> Any:
    """The last row of each sequence."""
    return pooled_sequences(input=input, pool_type="last")


@helper
def sequence_softmax(input: Any, use_cudnn: bool = False, name: str | None = None) -> Any:
    """Softmax within each sequence of numbers, [T] or [T, 1]."""
    lengths = lengths_of(input)
    steps = padded(paddle.reshape(input, [-1]), lengths, -1e30)
    rows = unpadded(F.softmax(steps, axis=1), lengths)
    return rows if len(input.shape) == 1 else with_lengths(rows.unsqueeze(1), lengths)


def sequence_conv_pool(input: Any, num_filters: int, filter_size: int, param_attr: Any = None,
                       act: str | None = "sigmoid", pool_type: str = "max", bias_attr: Any = None) -> Any:
    """A convolution over the rows of sequences, and one row of each."""
    convolved = sequence_conv(input=input, num_filters=num_filters, filter_size=filter_size, param_attr=param_attr,
                              bias_attr=bias_attr, act=act)
    return sequence_pool(input=convolved, pool_type=pool_type)

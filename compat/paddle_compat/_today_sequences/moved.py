"""Rows of sequences repeated, turned round, put beside their neighbours, and read in other steps."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from .._language import helper
from .._today import activation
from .lengths import lengths_of, numbers_of, padded, unpadded, with_lengths

__all__ = [
    "lod_reset", "sequence_concat", "sequence_conv", "sequence_expand", "sequence_expand_as", "sequence_pad",
    "sequence_reshape", "sequence_reverse", "sequence_unpad",
]


@helper
def lod_reset(x: Any, y: Any = None, target_lod: Any = None) -> Any:
    """``x`` as rows of sequences as long as those of ``y``; of a ``y`` without, as the offsets int32 in it say."""
    if y is None:
        y = paddle.assign(target_lod)
    lengths = lengths_of(y, needed=False)
    if lengths is None:
        offsets = paddle.cast(paddle.reshape(y, [-1]), "int64")
        lengths = offsets[1:] - offsets[:-1]
    return with_lengths(paddle.assign(x), lengths)


@helper
def sequence_pad(x: Any, pad_value: Any, maxlen: int | None = None, name: str | None = None) -> Any:
    """The sequences [N, maxlen, ...] filled up with ``pad_value``, a number or a row; and their lengths int64 [N]."""
    lengths = lengths_of(x)
    steps = padded(x, lengths)
    if maxlen is not None and maxlen > 0:
        none = paddle.zeros([1, maxlen, *x.shape[1:]], x.dtype)
        steps = paddle.concat([steps, none + paddle.zeros_like(steps[:, :1])], axis=1)[:, :maxlen]
    kept = F.sequence_mask(lengths, maxlen=maxlen if maxlen is not None and maxlen > 0 else None, dtype="bool")
    mask = kept.unsqueeze(list(range(2, len(x.shape) + 1)))
    return with_lengths(paddle.where(mask, steps, pad_value + paddle.zeros_like(steps)), None), lengths


@helper
def sequence_unpad(x: Any, length: Any, name: str | None = None) -> Any:
    """The first ``length`` (int64 [N] or [N, 1]) rows of each of ``x`` [N, maxlen, ...], as rows of sequences."""
    steps = x if len(x.shape) > 2 else x.unsqueeze(-1)
    return unpadded(steps, paddle.cast(paddle.reshape(length, [-1]), "int64"))


@helper
def sequence_expand(x: Any, y: Any, ref_level: int = -1, name: str | None = None) -> Any:
    """Each sequence of ``x``, or each row where it has none, as often as that of ``y`` has rows."""
    numbers, lengths = numbers_of(lengths_of(y)), lengths_of(x, needed=False)
    if lengths is None:
        return with_lengths(paddle.gather(x, numbers), None)
    return unpadded(paddle.gather(padded(x, lengths), numbers), paddle.gather(lengths, numbers))


@helper
def sequence_expand_as(x: Any, y: Any, name: str | None = None) -> Any:
    """Each row of ``x`` as often as the sequence of ``y`` at its place has rows."""
    lengths = lengths_of(y)
    return with_lengths(paddle.gather(x, numbers_of(lengths)), lengths)


@helper
def sequence_concat(input: Any, name: str | None = None) -> Any:
    """The first sequences of all inputs one after the other, then the second ones, and so on."""
    lengths = [lengths_of(each) for each in input]
    masks = paddle.concat(list(map(F.sequence_mask, lengths)), axis=1)
    steps = paddle.concat(list(map(padded, input, lengths)), axis=1)
    return with_lengths(paddle.gather_nd(steps, paddle.nonzero(masks)), paddle.add_n(lengths))


@helper
def sequence_reverse(x: Any, name: str | None = None) -> Any:
    """The rows of each sequence from the last to the first."""
    lengths = lengths_of(x)
    ends = paddle.cumsum(lengths)
    mirror = paddle.gather(2 * ends - lengths - 1, numbers_of(lengths))
    rows = paddle.cumsum(paddle.ones_like(mirror)) - 1
    return with_lengths(paddle.gather(x, mirror - rows), lengths)


@helper
def sequence_reshape(input: Any, new_dim: int) -> Any:
    """The numbers of each sequence in rows of ``new_dim``."""
    lengths = lengths_of(input) * input.shape[1] // new_dim
    return with_lengths(paddle.reshape(input, [-1, new_dim]), lengths)


@helper
def sequence_conv(input: Any, num_filters: int, filter_size: int = 3, filter_stride: int = 1, padding: bool = True,
                  padding_start: int | None = None, bias_attr: Any = None, param_attr: Any = None,
                  act: str | None = None, name: str | None = None) -> Any:
    """A linear layer of each row with its neighbours in the sequence, from ``padding_start`` on."""
    lengths = lengths_of(input)
    steps = padded(input, lengths)
    first = -(filter_size // 2) if padding_start is None else padding_start
    before, behind = max(0, -first), max(0, first + filter_size - 1)
    none = paddle.zeros_like(steps[:, :1])
    wide, count = paddle.concat([none] * before + [steps] + [none] * behind, axis=1), paddle.shape(steps)[1]
    around = [wide[:, start : start + count] for start in range(before + first, before + first + filter_size)]
    rows = unpadded(paddle.concat(around, axis=2), lengths)
    linear = nn.Linear(filter_size * input.shape[1], num_filters, param_attr, bias_attr)
    return with_lengths(activation(act)(linear(rows)), lengths)

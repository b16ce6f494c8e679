"""Convolution over the rows of sequences, and images as sequences of their windows."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._lod import lengths, lod_of, with_lod
from ...._runtime.layer_arguments import activate
from ...._runtime.rows import offsets_of, rows

__all__: list[str] = []


def _sequence_conv(input: Any, weight: Any, filter_size: int = 3, padding_start: int | None = None,
                   bias: Any = None, act: str | None = None) -> Any:
    """Each row with its neighbours, from ``padding_start`` on, times ``weight`` [filter_size * D, num_filters].

    1.8.5's gradient of ``weight`` is wrong where windows begin behind their sequence: it read what nobody wrote.

    Beyond the ends of a sequence there are zeros.
    """
    begins = offsets_of(input, "sequence_conv", levels=1)
    count, first = input.shape[0], -int(filter_size // 2) if padding_start is None else padding_start
    low, high = (np.repeat(edge, lengths(begins))[:, None] for edge in (begins[:-1], begins[1:]))
    which = np.arange(count)[:, None] + np.arange(first, first + filter_size)
    which = np.where((which >= low) & (which < high), which, count)
    around = rows(paddle.concat([input, paddle.zeros([1, input.shape[1]], dtype=input.dtype)]), which)
    found = paddle.matmul(around.reshape([count, -1]), weight)
    return with_lod(activate(found if bias is None else found + bias, act), lod_of(input))


def _row_conv(input: Any, weight: Any, act: str | None = None) -> Any:
    """Each row with those that follow it in its sequence, times ``weight`` [rows, D], summed.

    ``input`` [N, T, D] without LoD has the sequences in a dimension of their own.
    """
    if input.ndim == 3:
        count, longest, width = input.shape
        rows_of_all = with_lod(input.reshape([-1, width]), [list(range(0, count * longest + 1, longest))])
        return _row_conv(rows_of_all, weight, act).reshape(input.shape)
    begins = offsets_of(input, "row_conv", levels=1)
    ends = np.repeat(begins[1:], lengths(begins))[:, None]
    which = np.arange(input.shape[0])[:, None] + np.arange(weight.shape[0])
    which = np.where(which < ends, which, input.shape[0])
    ahead = rows(paddle.concat([input, paddle.zeros([1, input.shape[1]], dtype=input.dtype)]), which)
    found = (ahead.reshape([*which.shape, input.shape[1]]) * weight).sum(1)
    return with_lod(activate(found, act), lod_of(input))

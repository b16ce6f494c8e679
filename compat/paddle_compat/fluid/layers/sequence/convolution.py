"""Convolution over the rows of sequences, and images as sequences of their windows."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._lod import lengths, lod_of, with_lod
from ...._runtime.rows import offsets_of, rows

__all__: list[str] = []


def _sequence_conv(input: Any, weight: Any, filter_size: int = 3, padding_start: int | None = None) -> Any:
    """Each row with its neighbours, from ``padding_start`` on, times ``weight`` [filter_size * D, num_filters].

    Beyond the ends of a sequence there are zeros.
    """
    begins = offsets_of(input, "sequence_conv", levels=1)
    count, first = input.shape[0], -int(filter_size // 2) if padding_start is None else padding_start
    low, high = (np.repeat(edge, lengths(begins))[:, None] for edge in (begins[:-1], begins[1:]))
    which = np.arange(count)[:, None] + np.arange(first, first + filter_size)
    which = np.where((which >= low) & (which < high), which, count)
    around = rows(paddle.concat([input, paddle.zeros([1, input.shape[1]], dtype=input.dtype)]), which)
    return with_lod(paddle.matmul(around.reshape([count, -1]), weight), lod_of(input))


def _row_conv(input: Any, weight: Any) -> Any:
    """Each row with those that follow it in its sequence, times ``weight`` [rows, D], summed.

    ``input`` [N, T, D] without LoD has the sequences in a dimension of their own.
    """
    if not lod_of(input):
        count, longest, width = input.shape
        rows_of_all = with_lod(input.reshape([-1, width]), [list(range(0, count * longest + 1, longest))])
        return _row_conv(rows_of_all, weight).reshape(input.shape)
    begins = offsets_of(input, "row_conv", levels=1)
    ends = np.repeat(begins[1:], lengths(begins))[:, None]
    which = np.arange(input.shape[0])[:, None] + np.arange(weight.shape[0])
    which = np.where(which < ends, which, input.shape[0])
    ahead = rows(paddle.concat([input, paddle.zeros([1, input.shape[1]], dtype=input.dtype)]), which)
    return with_lod((ahead.reshape([*which.shape, input.shape[1]]) * weight).sum(1), lod_of(input))

"""Sequences in a tensor with a dimension for their steps, and back."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import dropped, of_sequences
from ...._lod import lengths, offsets, with_lod
from ...._runtime.offsets import sized_as
from ...._runtime.rows import numbers, offsets_of, padded, unpadded

__all__ = ["sequence_pad", "sequence_unpad"]


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def sequence_pad(x: Any, pad_value: Any, maxlen: int | None = None, name: str | None = None) -> Any:
    """The sequences [N, maxlen, ...] filled up with ``pad_value``, a number or a row; and their lengths int64 [N]."""
    begins = offsets_of(x, "sequence_pad")
    longest = max(lengths(begins), default=0)
    wide = longest if maxlen is None or maxlen < 0 else maxlen
    if wide < longest:
        raise ValueError(f"fluid.layers.sequence_pad: maxlen is {maxlen}, and a sequence has {longest} rows")
    fill = paddle.expand(pad_value.detach().reshape([1] * (x.ndim - 1) + [-1])
                         if pad_value.size == 1 else pad_value.detach().unsqueeze(0), [1, *x.shape[1:]])
    return with_lod(padded(x, begins, fill, wide), []), with_lod(numbers(lengths(begins)), [])


def _unpadded_one_each(x: Any, length: Any, name: str | None) -> Any:
    """The same where lengths are tried as zeros, which are no rows for the layers behind: one row each."""
    return _unpadded(x, [max(int(count), 1) for count in length.numpy().reshape(-1)])


def _unpadded(x: Any, counts: list[int]) -> Any:
    return with_lod(unpadded(x if x.ndim > 2 else x.unsqueeze(-1), counts), [offsets(counts)])


@of_sequences
@sized_as(_unpadded_one_each)
@dropped(name="results are named by Paddle since 2.0")
def sequence_unpad(x: Any, length: Any, name: str | None = None) -> Any:
    """The first ``length`` (int64 [N] or [N, 1]) rows of each of ``x`` [N, maxlen, ...], as sequences."""
    return _unpadded(x, [int(count) for count in length.numpy().reshape(-1)])

"""``paddle.fluid.layers``: sequences in padded tensors, positions and paths of beam search."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._language import dropped, dynamic_only, helper, known
from ..._lod import with_lod
from ..._runtime.rows import for_sequences, of_open_size, tried_as
from . import sequence
from .sequence import *  # noqa: F403
from .sequence import ctc

__all__ = [*sequence.__all__, "add_position_encoding", "ctc_greedy_decoder", "gather_tree", "sequence_mask"]


@helper
@dropped(name="results are named by Paddle since 2.0")
def add_position_encoding(input: Any, alpha: float, beta: float, name: str | None = None) -> Any:
    """``alpha * input + beta * encoding`` for [N, T, D]: sines in the first half of D, cosines in the second."""
    half = input.shape[2] // 2
    position = paddle.arange(input.shape[1], dtype=input.dtype).unsqueeze(1)
    exponent = paddle.arange(half, dtype=input.dtype) / (half - 1) if half > 1 else paddle.ones([1], input.dtype)
    angle = position / paddle.pow(paddle.to_tensor(10000.0, dtype=input.dtype), exponent)
    return alpha * input + beta * paddle.concat([paddle.sin(angle), paddle.cos(angle)], axis=1)


@helper
@tried_as(ctc._ctc_greedy_decoder)
@for_sequences(ctc._ctc_greedy_decoder)
@dropped(name="results are named by Paddle since 2.0")
def ctc_greedy_decoder(input: Any, blank: int, input_length: Any = None, padding_value: int = 0,
                       name: str | None = None) -> Any:
    """The likeliest tokens of ``input`` [N, T, C] without repetitions and blanks: int64 [N, T] and lengths [N, 1].

    ``input_length`` is int64 [N, 1]; the rest of a row is ``padding_value``.
    """
    if input_length is None:
        raise NotImplementedError("ctc_greedy_decoder: give input_length; Paddle has no LoD tensors any more")
    tokens = paddle.argmax(input, axis=2)
    before = paddle.concat([paddle.full_like(tokens[:, :1], -1), tokens[:, :-1]], axis=1)
    places = paddle.arange(tokens.shape[1])
    kept = (tokens != blank) & (tokens != before) & (places < input_length.reshape([-1, 1]))
    order = paddle.argsort(paddle.where(kept, places, places + tokens.shape[1]), axis=1)
    lengths = kept.astype("int64").sum(axis=1, keepdim=True)
    moved = paddle.take_along_axis(tokens, order, axis=1)
    return paddle.where(places < lengths, moved, paddle.full_like(moved, padding_value)), lengths


def gather_tree(ids: Any, parents: Any) -> Any:
    """The whole paths [T, N, beam] of a beam search from each step's ``ids`` and ``parents``."""
    return F.gather_tree(ids=ids, parents=parents)


def _mask_tried(x: Any, maxlen: Any = None, dtype: Any = "int64", name: str | None = None) -> Any:
    is_known = isinstance(maxlen, int)
    mask = with_lod(paddle.zeros([*x.shape, maxlen if is_known else 1], dtype), [])
    return mask if is_known else of_open_size(mask, -1)


@tried_as(_mask_tried, always=True)
@dynamic_only(
    "the greatest length is known only when a program runs; write paddle.nn.functional.sequence_mask(x, maxlen)")
@dropped(name="results are named by Paddle since 2.0")
def sequence_mask(x: Any, maxlen: Any = None, dtype: Any = "int64", name: str | None = None) -> Any:
    """1 before the lengths ``x`` and 0 after, [..., maxlen]; by default the greatest length."""
    if known(maxlen is None):  # Paddle 2.6 takes a slow way for it, and warns
        return F.sequence_mask(x=x, maxlen=int(paddle.max(x=x)), dtype=dtype)
    return F.sequence_mask(x=x, maxlen=maxlen, dtype=dtype)

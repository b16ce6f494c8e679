"""``paddle.fluid.layers``: sequences in padded tensors, positions and paths of beam search."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._rule import dropped, helper

__all__ = ["add_position_encoding", "gather_tree", "sequence_mask"]


@helper
@dropped(name="results are named by Paddle since 2.0")
def add_position_encoding(input: Any, alpha: float, beta: float, name: str | None = None) -> Any:
    """``alpha * input + beta * encoding`` for [N, T, D]: sines in the first half of D, cosines in the second."""
    half = input.shape[2] // 2
    position = paddle.arange(input.shape[1], dtype=input.dtype).unsqueeze(1)
    exponent = paddle.arange(half, dtype=input.dtype) / (half - 1) if half > 1 else paddle.ones([1], input.dtype)
    angle = position / paddle.pow(paddle.to_tensor(10000.0, dtype=input.dtype), exponent)
    return alpha * input + beta * paddle.concat([paddle.sin(angle), paddle.cos(angle)], axis=1)


def gather_tree(ids: Any, parents: Any) -> Any:
    """The whole paths [T, N, beam] of a beam search from each step's ``ids`` and ``parents``."""
    return F.gather_tree(ids=ids, parents=parents)


@dropped(name="results are named by Paddle since 2.0")
def sequence_mask(x: Any, maxlen: Any = None, dtype: Any = "int64", name: str | None = None) -> Any:
    """1 before the lengths ``x`` and 0 after, [..., maxlen]; by default the greatest length."""
    if maxlen is None:
        return F.sequence_mask(x=x, maxlen=int(paddle.max(x=x)), dtype=dtype)
    return F.sequence_mask(x=x, maxlen=maxlen, dtype=dtype)

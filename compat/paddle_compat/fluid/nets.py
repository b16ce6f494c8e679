"""``paddle.fluid.nets``: layers put together."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ._not_yet import not_yet

__all__ = ["glu", "scaled_dot_product_attention"]


def glu(input: Any, dim: int = -1) -> Any:
    """The first half of ``input`` along ``dim`` times the sigmoid of the second half."""
    return F.glu(x=input, axis=dim)


def scaled_dot_product_attention(queries: Any, keys: Any, values: Any, num_heads: int = 1,
                                 dropout_rate: float = 0.0) -> Any:
    """``softmax(queries @ keys.T / sqrt(D)) @ values`` of [N, Tq, D], [N, Tk, D] and [N, Tk, E]: [N, Tq, E].

    Raises ``NotImplementedError`` for several heads, whose weights 1.8.5 made anew at each call, and for dropout.
    """
    if num_heads != 1:
        raise NotImplementedError("num_heads: make a paddle.nn.MultiHeadAttention, which keeps its weights")
    if dropout_rate:
        raise NotImplementedError("dropout_rate: write the attention out, with F.dropout on the weights")
    return paddle.matmul(x=F.softmax(x=paddle.matmul(x=queries * keys.shape[-1] ** -0.5, y=keys, transpose_y=True)),
                         y=values)


__getattr__ = not_yet(__name__)

"""``paddle.fluid.input``: ``fluid.one_hot``."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from .._static.layered import layered
from .._static.mode import turn_on
from .dygraph import nn

__all__ = ["embedding", "one_hot"]


def one_hot(input: Any, depth: int, allow_out_of_range: bool = False) -> Any:
    """float32 [..., depth] of the whole numbers ``input`` [...]; all zeros for one out of range, if allowed."""
    if allow_out_of_range:
        return paddle.cast(x=paddle.equal(x=paddle.unsqueeze(x=input, axis=-1),
                                          y=paddle.arange(end=depth, dtype="int64")), dtype="float32")
    return F.one_hot(x=input, num_classes=depth)


def embedding(input: Any, size: Any, is_sparse: bool = False, is_distributed: bool = False,
              padding_idx: int | None = None, param_attr: Any = None, dtype: str = "float32") -> Any:
    """The rows of a new table of shape ``size`` that ``input`` int64 [...] names: [..., size[1]]."""
    turn_on()

    def make() -> Any:
        table = nn.Embedding(size, is_sparse, is_distributed, None, param_attr)
        table._padding_idx = -1 if padding_idx is None else padding_idx % size[0]
        return table

    return layered("embedding", make, (input,), (*input.shape, size[1]), dtype=dtype)

"""``paddle.fluid.input``: ``fluid.one_hot``."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

__all__ = ["one_hot"]


def one_hot(input: Any, depth: int, allow_out_of_range: bool = False) -> Any:
    """float32 [..., depth] of the whole numbers ``input`` [...]; all zeros for one out of range, if allowed."""
    if allow_out_of_range:
        return paddle.cast(x=paddle.equal(x=paddle.unsqueeze(x=input, axis=-1),
                                          y=paddle.arange(end=depth, dtype="int64")), dtype="float32")
    return F.one_hot(x=input, num_classes=depth)

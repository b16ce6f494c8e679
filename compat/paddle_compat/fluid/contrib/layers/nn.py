"""``paddle.fluid.contrib.layers.nn``."""

from __future__ import annotations

from typing import Any

import paddle

from .... import _random_ops
from ...._random_replay import replayed
from ...._rule import dropped, helper

__all__ = ["shuffle_batch"]


@replayed(_random_ops.shuffle_batch)
@helper
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def shuffle_batch(x: Any, seed: Any = None) -> Any:
    """The rows of ``x`` [..., D] in random order; 1.8.5's order, except in migrated code."""
    rows = x.reshape([-1, x.shape[-1]])
    return paddle.index_select(rows, paddle.randperm(rows.shape[0])).reshape(x.shape)

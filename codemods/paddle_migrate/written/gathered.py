"""Rows that are taken by their numbers, with Paddle 1's gradient."""

from __future__ import annotations

from typing import Any

import paddle


def gather(input: Any, index: Any, overwrite: bool = True) -> Any:
    """The rows of these numbers; one taken more than once has the gradient of the last time, unless `overwrite` is
    false: `paddle.gather` adds them up."""
    rows = paddle.gather(input, index)
    if rows.stop_gradient or not overwrite:
        return rows
    taken = paddle.reshape(index, [-1])
    time = paddle.cumsum(paddle.ones_like(taken))
    last = paddle.scatter(paddle.zeros([paddle.shape(input)[0]], time.dtype), taken, time)
    is_last = paddle.reshape(paddle.gather(last, taken) == time, [-1] + [1] * (len(rows.shape) - 1))
    return paddle.where(is_last, rows, rows.detach())

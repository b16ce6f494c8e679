"""LSTMs over padded tensors, one layer on the other, whose weights are one vector."""

from __future__ import annotations

import math
from typing import Any

import paddle

from ...._runtime.rows import tried_as

__all__: list[str] = []


def shapes(size: int, hidden: int, layers: int, both_ways: bool) -> list[list[int]]:
    """What the vector holds, in cuDNN's order: two weights of each layer and way, then two biases of each.

    The rows of each are those of the input gate, the forget gate, the candidate and the output gate.
    """
    ways = 1 + both_ways
    weights = [[4 * hidden, below] for layer in range(layers) for _ in range(ways)
               for below in (ways * hidden if layer else size, hidden)]
    return weights + [[4 * hidden]] * (2 * layers * ways)


def _as_wide(x: Any, h: Any, c: Any, weight: Any, hidden: int, layers: int, both_ways: bool, *others: Any,
             **named: Any) -> tuple[Any, Any, Any]:
    return paddle.zeros([*x.shape[:2], hidden * (1 + both_ways)], x.dtype), paddle.assign(h), paddle.assign(c)


@tried_as(_as_wide)
def _stacked_lstm(x: Any, h: Any, c: Any, weight: Any, hidden: int, layers: int, both_ways: bool, drop: float,
                  is_test: bool) -> tuple[Any, Any, Any]:
    """The outputs, the last outputs and the last cells. ``drop`` is of what goes from one layer to the next."""
    parts = shapes(x.shape[-1], hidden, layers, both_ways)
    split = paddle.split(weight, [math.prod(shape) for shape in parts])
    weights = [part.reshape(shape) for part, shape in zip(split, parts)]
    state = paddle.empty([0], "uint8")
    out, _, (last_h, last_c) = paddle._C_ops.rnn(
        x, [h, c], weights, None, state, drop, both_ways, x.shape[-1], hidden, layers, "LSTM", 0, is_test)
    return out, last_h, last_c

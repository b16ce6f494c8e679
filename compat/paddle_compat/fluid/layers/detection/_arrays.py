"""Boxes as arrays [N, 4] in pixels, of which each takes in its last one: what the rules of this package share."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._lod import with_lod

__all__: list[str] = []


def overlaps(boxes: Any, others: Any) -> Any:
    """How far each box and each of the others overlap: intersection by union, [N, M]."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    shared = np.maximum(high - low + 1, 0).prod(-1)
    areas = [(each[:, 2:] - each[:, :2] + 1).prod(-1) for each in (boxes, others)]
    whole = areas[0][:, None] + areas[1][None] - shared
    return np.divide(shared, whole, out=np.zeros_like(shared), where=shared != 0)


def deltas(boxes: Any, others: Any, weights: Any = None) -> Any:
    """The offsets that make the others of the boxes: of their middles and of the logarithms of their sizes."""
    size, other = (each[:, 2:] - each[:, :2] + 1 for each in (boxes, others))
    middle, wanted = boxes[:, :2] + 0.5 * size, others[:, :2] + 0.5 * other
    found = np.concatenate([(wanted - middle) / size, np.log(other / size)], axis=1)
    return (found if weights is None else found / np.asarray(weights, found.dtype)).astype(boxes.dtype)


def sampled(order: Any, count: int, limit: int, use_random: bool) -> Any:
    """``count`` of the numbers in ``order``: its first, of which the first ``limit`` are drawn, as from a reservoir.

    1.8.5 seeded its draws anew at every run of the operator, so these are not repeated either.
    """
    order = np.array(order)
    if use_random and len(order) > count:
        draws = (np.random.default_rng().random(len(order) - count) * np.arange(count, len(order))).astype("int64")
        for place in np.flatnonzero(draws < limit):
            order[[draws[place], count + place]] = order[[count + place, draws[place]]]
    return order[:count]


def several(rows: int, *shapes: Any) -> list[Any]:
    """Zeros with as many rows, each a sequence, for trials; a shape begins with the dtype."""
    lod = [list(range(rows + 1))]
    return [with_lod(paddle.zeros([rows, *shape], dtype), lod) for dtype, *shape in shapes]


def of_images(*tensors: Any) -> Any:
    """The tensors as arrays, one from each for every image."""
    return zip(*(tensor.numpy() for tensor in tensors))

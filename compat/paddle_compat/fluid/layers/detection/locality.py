"""Boxes merged with the ones before them, and the best of those that overlap."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...._language import dropped, of_sequences
from ...._lod import with_lod
from ...._runtime.offsets import joined, sized_as
from ._arrays import of_images, several

__all__ = ["locality_aware_nms"]


def _as_many(bboxes: Any, **given: Any) -> Any:
    return several(bboxes.shape[0], [bboxes.dtype, bboxes.shape[-1] + 2])[0]


@sized_as(_as_many)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def locality_aware_nms(bboxes: Any, scores: Any, score_threshold: float, nms_top_k: int, keep_top_k: int,
                       nms_threshold: float = 0.3, normalized: bool = True, nms_eta: float = 1.0,
                       background_label: int = -1, name: str | None = None) -> Any:
    """The best boxes [K, 6] of ``bboxes`` [N, M, 4], or of corners [N, M, 8], after neighbours were merged.

    A row is label, score and box; ``scores`` [N, 1, M] add up where boxes are merged. It is [[-1]] for none.
    Raises ``AssertionError`` for several classes, ``NotImplementedError`` for boxes of more than four corners.
    """
    if len(scores.shape) != 3 or scores.shape[1] != 1:
        raise AssertionError("locality_aware_nms only supports one class: scores are [N, 1, M]")
    if bboxes.shape[2] not in (4, 8):
        raise NotImplementedError(f"locality_aware_nms: a box has 4 or 8 numbers here, not {bboxes.shape[2]}")
    found = []
    for boxes, (chances,) in of_images(bboxes, scores):
        boxes, chances = boxes.copy(), chances.copy()
        ends = _merged(boxes, chances, nms_threshold, normalized)
        kept = [] if background_label == 0 else _best(boxes, chances, ends, score_threshold, nms_top_k, nms_threshold,
                                                      normalized, nms_eta)
        if -1 < keep_top_k < len(kept):
            kept = sorted(kept, key=lambda number: -chances[number])[:keep_top_k]
        rows = [[0.0, chances[number], *boxes[number]] for number in kept]
        found.append(np.array(rows, boxes.dtype).reshape(-1, boxes.shape[1] + 2))
    if not sum(map(len, found)):
        return with_lod(joined([np.full([1, 1], -1.0, found[0].dtype)]), [[0, 1]])
    return joined(found)


def _merged(boxes: Any, chances: Any, threshold: float, normalized: bool) -> list[int]:
    """Merge each box, in place, into the one before it if they overlap; returns the numbers that are left."""
    left = [0]
    for number in range(1, len(boxes)):
        last = left[-1]
        if overlap(boxes[number], boxes[last], normalized) > threshold:
            both = chances[number] + chances[last]
            boxes[last] = (boxes[number] * chances[number] + boxes[last] * chances[last]) / both
            chances[last] = both
        else:
            left.append(number)
    return left


def _best(boxes: Any, chances: Any, ends: list[int], least: float, most: int, threshold: float, normalized: bool,
          eta: float) -> list[int]:
    order = sorted((number for number in ends if chances[number] > least), key=lambda number: -chances[number])
    kept: list[int] = []
    for number in order[:most] if most > -1 else order:
        if all(overlap(boxes[number], boxes[other], normalized) <= threshold for other in kept):
            kept.append(number)
            threshold = threshold * eta if eta < 1 and threshold > 0.5 else threshold
    return kept


def overlap(box: Any, other: Any, normalized: bool) -> float:
    """Intersection by union of two boxes of two corners, or of convex ones of four."""
    if len(box) == 4:
        edge = 0.0 if normalized else 1.0
        shared = np.minimum(box[2:], other[2:]) - np.maximum(box[:2], other[:2])
        if (shared < 0).any():
            return 0.0
        areas = [float((each[2:] - each[:2] + edge).prod()) for each in (box, other)]
        both = float((shared + edge).prod())
    else:
        corners = [each.reshape(-1, 2) for each in (box, other)]
        areas = [abs(_area(each)) for each in corners]
        both = abs(_area(_cut(*corners)))
    return both / (areas[0] + areas[1] - both) if both and all(areas) else 0.0


def _area(corners: Any) -> float:
    """Above 0 if the corners go round against the clock."""
    if len(corners) < 3:
        return 0.0
    x, y = np.asarray(corners, "float64").T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2.0


def _cut(corners: Any, other: Any) -> Any:
    """The corners of what lies on the inner side of every edge of the convex ``other``."""
    other = other[::-1] if _area(other) < 0 else other
    for start, end in zip(other, np.roll(other, -1, axis=0)):
        side = [(end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) for x, y in corners]
        found = []
        for number, point in enumerate(corners):
            before = number - 1
            if side[number] * side[before] < 0:
                share = side[before] / (side[before] - side[number])
                found.append(corners[before] + (point - corners[before]) * share)
            if side[number] >= 0:
                found.append(point)
        corners = np.array(found).reshape(-1, 2)
    return corners

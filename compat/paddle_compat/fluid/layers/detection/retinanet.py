"""What RetinaNet finds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...._language import dropped, of_sequences
from ...._runtime.offsets import joined, sized_as
from ._arrays import of_images, overlaps, several

__all__ = ["retinanet_detection_output"]


def _some(bboxes: Any, **given: Any) -> Any:
    return several(bboxes[0].shape[0], [bboxes[0].dtype, 6])[0]


@sized_as(_some)
@of_sequences
@dropped(nms_eta="1.8.5 ignored it: it was always 1")
def retinanet_detection_output(bboxes: Any, scores: Any, anchors: Any, im_info: Any, score_threshold: float = 0.05,
                               nms_top_k: int = 1000, keep_top_k: int = 100, nms_threshold: float = 0.3,
                               nms_eta: float = 1.0) -> Any:
    """The best boxes [K, 6] of all levels: label from 1 on, score and box in the image as it was before its scaling.

    ``bboxes`` [N, M, 4] are offsets of the levels' ``anchors`` [M, 4], ``scores`` are [N, M, C]; ``im_info`` [N, 3] has
    heights, widths and scales.
    """
    fixed = [level.numpy() for level in anchors]
    found = []
    for info, *levels in of_images(im_info, *bboxes, *scores):
        boxes, chances, classes = [], [], []
        for number, (offsets, chance) in enumerate(zip(levels[: len(fixed)], levels[len(fixed) :])):
            least = score_threshold if number < len(fixed) - 1 else 0.0
            above = np.flatnonzero(chance.reshape(-1) > np.float32(least))
            best = above[np.argsort(-chance.reshape(-1)[above], kind="stable")]
            best = best[:nms_top_k] if nms_top_k > -1 else best
            anchor, label = np.divmod(best, chance.shape[1])
            boxes.append(_decoded(fixed[number][anchor], offsets[anchor], info))
            chances.append(chance[anchor, label])
            classes.append(label)
        found.append(_kept(np.concatenate(boxes), np.concatenate(chances), np.concatenate(classes), nms_threshold,
                           keep_top_k))
    return joined(found)


def _decoded(anchors: Any, offsets: Any, info: Any) -> Any:
    height, width, scale = info
    size = anchors[:, 2:] - anchors[:, :2] + 1
    middle = offsets[:, :2] * size + anchors[:, :2] + size / 2
    half = np.exp(offsets[:, 2:]) * size / 2
    boxes = np.concatenate([middle - half, middle + half - 1], axis=1) / scale
    last = np.tile(np.floor(np.array([width, height]) / scale + np.float32(0.5)), 2).astype(boxes.dtype) - 1
    return np.maximum(np.minimum(boxes, last), 0)


def _kept(boxes: Any, chances: Any, classes: Any, threshold: float, most: int) -> Any:
    rows = []
    for label in np.unique(classes):
        which = np.flatnonzero(classes == label)
        which = which[np.argsort(-chances[which], kind="stable")]
        for number in which[suppressed(boxes[which], threshold)]:
            rows.append([label + 1, chances[number], *boxes[number]])
    found = np.array(rows, boxes.dtype).reshape(-1, 6)
    return found[np.argsort(-found[:, 1], kind="stable")[: len(found) if len(found) <= most else most]]


def suppressed(boxes: Any, threshold: float) -> list[int]:
    """Which of the boxes, the best first, are left where none overlaps a better one by more than ``threshold``."""
    left, kept = np.arange(len(boxes)), []
    while len(left):
        kept.append(int(left[0]))
        near = overlaps(boxes[left[:1]], boxes[left[1:]])[0]
        left = left[1:][near <= np.float32(threshold)]
    return kept

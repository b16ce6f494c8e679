"""What proposed boxes are to be found as: their classes and the offsets to the true boxes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...._language import of_sequences
from ...._runtime.offsets import joined, parts, sized_as
from ._arrays import deltas, overlaps, sampled, several

__all__ = ["generate_proposal_labels"]

_NEAR = 1e-5  # two overlaps that are nearer are equal


def _as_many(rpn_rois: Any, class_nums: int, **given: Any) -> Any:
    dtype = rpn_rois.dtype
    return tuple(several(rpn_rois.shape[0], [dtype, 4], ["int32", 1], *[[dtype, 4 * class_nums]] * 3))


@sized_as(_as_many)
@of_sequences
def generate_proposal_labels(rpn_rois: Any, gt_classes: Any, is_crowd: Any, gt_boxes: Any, im_info: Any,
                             batch_size_per_im: int = 256, fg_fraction: float = 0.25, fg_thresh: float = 0.25,
                             bg_thresh_hi: float = 0.5, bg_thresh_lo: float = 0.0,
                             bbox_reg_weights: Any = [0.1, 0.1, 0.2, 0.2], class_nums: Any = None,  # noqa: B006
                             use_random: bool = True, is_cls_agnostic: bool = False,
                             is_cascade_rcnn: bool = False) -> Any:
    """Sampled boxes [R, 4] of ``rpn_rois`` and the true ones, their classes int32 [R, 1], and [R, 4 * C] three times:

    the offsets to the true boxes, at the class's place, and two weights that are 1 there. All but ``im_info`` [N, 3],
    heights, widths and scales, have offsets, an image each.
    """
    rule = "generate_proposal_labels"
    found = []
    for rois, classes, crowd, truths, info in zip(
            *(parts(each, rule) for each in (rpn_rois, gt_classes, is_crowd, gt_boxes)), im_info.numpy()):
        boxes = _candidates(rois, truths, info[2], is_cascade_rcnn)
        if not len(rois):
            found.append((boxes[:0], *(np.zeros([0, width], boxes.dtype) for width in (1, *[4 * class_nums] * 3))))
            continue
        objects, truth, others = _chosen(boxes, truths, crowd.reshape(-1), fg_thresh, bg_thresh_hi, bg_thresh_lo,
                                         is_cascade_rcnn)
        if not is_cascade_rcnn:
            count = min(int(np.float32(batch_size_per_im) * np.float32(fg_fraction)), len(objects))
            order = sampled(np.arange(len(objects)), count, count, use_random)
            objects, truth = objects[order], truth[order]
            others = sampled(others, min(batch_size_per_im - count, len(others)), count, use_random)
        label = np.zeros(len(objects) + len(others), "int64")
        label[: len(objects)] = classes.reshape(-1)[truth]
        chosen = boxes[np.concatenate([objects, others])]
        wanted = deltas(chosen[: len(objects)], truths[truth], bbox_reg_weights)
        targets, weights = _at_class(wanted, np.minimum(label, 1) if is_cls_agnostic else label, class_nums)
        found.append((chosen * info[2], label[:, None], targets, weights, weights))
    dtypes = (None, "int32", None, None, None)
    return tuple(joined(list(each), dtype) for each, dtype in zip(zip(*found), dtypes))


def _candidates(rois: Any, truths: Any, scale: Any, cascade: bool) -> Any:
    """The boxes in the image as it was before it was scaled; a cascade's begin with the true ones."""
    if cascade:
        return np.concatenate([rois[: len(truths)], rois[len(truths) :] / scale])
    return np.concatenate([truths, rois / scale])


def _chosen(boxes: Any, truths: Any, crowd: Any, least: float, high: float, low: float, cascade: bool) -> Any:
    """The numbers of the boxes that are objects, of their true boxes, and of those that are background."""
    overlap = overlaps(boxes, truths)
    best = overlap.max(axis=1)
    first = (np.abs(overlap - best[:, None]) < _NEAR).argmax(axis=1)
    best[: len(crowd)][crowd.astype(bool)[: len(best)]] = -1.0
    there = ((boxes[:, 2:] - boxes[:, :2] + 1) > 0).all(axis=1) if cascade else np.ones(len(boxes), bool)
    objects = there & (best >= np.float32(least))
    others = there & ~objects & (best >= np.float32(low)) & (best < np.float32(high))
    return np.flatnonzero(objects), first[objects], np.flatnonzero(others)


def _at_class(wanted: Any, label: Any, classes: int) -> tuple[Any, Any]:
    """Offsets [R, 4] at the places of their classes in [R, 4 * C], and ones at the same places."""
    targets, weights = np.zeros((2, len(label), classes, 4), wanted.dtype)
    which = np.flatnonzero(label > 0)
    targets[which, label[which]], weights[which, label[which]] = wanted[which], 1.0
    return targets.reshape(len(label), -1), weights.reshape(len(label), -1)

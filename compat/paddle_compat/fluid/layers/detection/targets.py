"""What anchors are to find: the targets of a region proposal network and of RetinaNet."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import paddle

from ...._language import dropped, of_sequences
from ...._runtime.offsets import joined, parts, sized_as
from ._arrays import deltas, overlaps, sampled, several

__all__ = ["retinanet_target_assign", "rpn_target_assign"]

_NEAR = 1e-5  # two overlaps that are nearer are equal


class _Chosen(NamedTuple):
    """The anchors of one image whose boxes and whose scores are to be learnt, by number."""

    boxes: Any
    weights: Any  # 0 for anchors that stand in for such as became background
    scores: Any
    found: int  # so many of the scores are of objects
    truths: Any  # the true box of each of ``boxes``


def _some(anchor_box: Any, gt_boxes: Any, num_classes: int = 1, **given: Any) -> Any:
    rows, dtype = gt_boxes.shape[0], anchor_box.dtype
    scores, boxes = (paddle.zeros([rows, width], dtype) for width in (num_classes, 4))
    return (scores, boxes, *several(rows, ["int32", 1], [dtype, 4], [dtype, 4]))


@sized_as(_some)
@of_sequences
@dropped(anchor_var="1.8.5 did not use it, either")
def rpn_target_assign(bbox_pred: Any, cls_logits: Any, anchor_box: Any, anchor_var: Any, gt_boxes: Any, is_crowd: Any,
                      im_info: Any, rpn_batch_size_per_im: int = 256, rpn_straddle_thresh: float = 0.0,
                      rpn_fg_fraction: float = 0.5, rpn_positive_overlap: float = 0.7,
                      rpn_negative_overlap: float = 0.3, use_random: bool = True) -> Any:
    """Scores [F + B, 1] and offsets [F, 4] of sampled anchors, their labels int32, offsets and weights [F, 4].

    ``bbox_pred`` [N, M, 4] and ``cls_logits`` [N, M, 1] are of the anchors ``anchor_box`` [M, 4]; ``gt_boxes`` [K, 4]
    and ``is_crowd`` int32 [K, 1] have offsets, an image each; ``im_info`` [N, 3] has heights, widths and scales.
    """
    anchors = anchor_box.numpy()

    def choose(boxes: Any, crowd: Any, info: Any) -> Any:
        height, width, scale = info
        edge = rpn_straddle_thresh
        inside = np.flatnonzero((anchors[:, :2] >= -edge).all(1) & (anchors[:, 2] < width + edge)
                                & (anchors[:, 3] < height + edge)) if edge >= 0 else np.arange(len(anchors))
        truths = boxes[crowd.reshape(-1) == 0] * scale
        chosen = _chosen(overlaps(anchors[inside], truths), rpn_batch_size_per_im, rpn_fg_fraction,
                         rpn_positive_overlap, rpn_negative_overlap, use_random)
        labels = np.arange(len(chosen.scores)) < chosen.found
        return chosen._replace(boxes=inside[chosen.boxes], scores=inside[chosen.scores]), truths, labels

    found = [choose(*image) for image in zip(parts(gt_boxes, "rpn_target_assign"),
                                             parts(is_crowd, "rpn_target_assign"), im_info.numpy())]
    return _gathered(bbox_pred, cls_logits.reshape([-1, 1]), anchors, found)


def _some_and_counts(gt_boxes: Any, **given: Any) -> Any:
    return (*_some(gt_boxes=gt_boxes, **given), *several(gt_boxes.shape[0], ["int32", 1]))


@sized_as(_some_and_counts)
@of_sequences
@dropped(anchor_var="1.8.5 did not use it, either")
def retinanet_target_assign(bbox_pred: Any, cls_logits: Any, anchor_box: Any, anchor_var: Any, gt_boxes: Any,
                            gt_labels: Any, is_crowd: Any, im_info: Any, num_classes: int = 1,
                            positive_overlap: float = 0.5, negative_overlap: float = 0.4) -> Any:
    """As :func:`rpn_target_assign`, of all anchors and with classes: scores [F + B, C], labels int32 of 1 to C.

    The last result, int32 [N, 1], is how many anchors of each image find something, and one more.
    """
    anchors = anchor_box.numpy()

    def choose(boxes: Any, labels: Any, crowd: Any, info: Any) -> Any:
        there = crowd.reshape(-1) == 0
        truths = boxes[there] * info[2]
        overlap = overlaps(anchors, truths)
        chosen = _chosen(overlap, -1, -1.0, positive_overlap, negative_overlap, False)
        of_scores = np.zeros(len(chosen.scores), "int32")
        nearest = overlap[chosen.scores[: chosen.found]].argmax(1) if len(truths) else []
        of_scores[: chosen.found] = labels[there].reshape(-1)[nearest]
        return chosen, truths, of_scores

    rule = "retinanet_target_assign"
    found = [choose(*image) for image in zip(parts(gt_boxes, rule), parts(gt_labels, rule), parts(is_crowd, rule),
                                             im_info.numpy())]
    counts = [np.array([[len(chosen.boxes) + 1]], "int32") for chosen, _, _ in found]
    return (*_gathered(bbox_pred, cls_logits.reshape([-1, num_classes]), anchors, found), joined(counts))


def _chosen(overlap: Any, size: int, fraction: float, positive: float, negative: float, use_random: bool) -> _Chosen:
    """Anchors of an image by how far they overlap each true box; ``size`` of them if both numbers are above 0."""
    nearest = overlap.max(axis=1, initial=-1.0)
    equal = (np.abs(overlap - overlap.max(axis=0, initial=-1.0)) < _NEAR).any(axis=1)
    objects = np.flatnonzero(equal | (nearest >= np.float32(positive)))
    others = np.flatnonzero(nearest < np.float32(negative))
    if fraction > 0 and size > 0:
        most = int(np.float32(fraction) * size)
        objects = sampled(objects, most, most, use_random)
        others = sampled(others, size - len(objects), size - len(objects), use_random)
    label = np.full(len(overlap), -1)
    label[objects] = 1
    again = int((label[others] == 1).sum())  # are background after all
    label[others] = 0
    left = np.flatnonzero(label == 1)
    boxes = np.concatenate([np.repeat(objects[:1], again), left]).astype("int64")
    weights = np.repeat([0.0, 1.0], [again, len(left)])
    truths = overlap[boxes].argmax(axis=1) if overlap.shape[1] else boxes
    return _Chosen(boxes, weights, np.concatenate([left, np.flatnonzero(label == 0)]), len(left), truths)


def _gathered(bbox_pred: Any, scores: Any, anchors: Any, found: list[Any]) -> Any:
    before = [image * len(anchors) for image in range(len(found))]
    of_boxes = np.concatenate([chosen.boxes + start for (chosen, _, _), start in zip(found, before)])
    of_scores = np.concatenate([chosen.scores + start for (chosen, _, _), start in zip(found, before)])
    wanted = [deltas(anchors[chosen.boxes], truths[chosen.truths]) for chosen, truths, _ in found]
    weights = [np.repeat(chosen.weights[:, None], 4, axis=1) for chosen, _, _ in found]
    return (paddle.gather(scores, paddle.to_tensor(of_scores)),
            paddle.gather(bbox_pred.reshape([-1, 4]), paddle.to_tensor(of_boxes)),
            joined([labels.reshape(-1, 1) for _, _, labels in found], "int32"), joined(wanted),
            joined(weights, anchors.dtype))

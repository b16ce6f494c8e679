"""Boxes of images: rows with the lengths of images, and what looks at their numbers in every run."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from .._language import helper
from .._today_functions import py_func
from ..fluid.layers.detection.boxes import iou_similarity
from ..fluid.layers.detection.matching import hardest_columns, rows_of_columns
from .lengths import lengths_of, numbers_of, with_lengths

__all__ = ["box_clip", "detection_output", "matrix_nms", "multi_box_head", "multiclass_nms", "ssd_loss"]


@helper
def box_clip(input: Any, im_info: Any, name: str | None = None) -> Any:
    """The boxes ``input`` of each image, cut off at its edges; ``im_info`` [N, 3] has heights, widths and scales."""
    height, width, scale = paddle.split(im_info, 3, axis=1)
    last = paddle.concat([paddle.floor(width / scale + 0.5), paddle.floor(height / scale + 0.5)] * 2, axis=1) - 1.0
    lengths = lengths_of(input)
    last = paddle.gather(last, numbers_of(lengths)).unsqueeze(list(range(1, len(input.shape) - 1)))
    return with_lengths(paddle.clip(paddle.minimum(input, last), min=0.0).detach(), lengths)


@helper
def ssd_loss(location: Any, confidence: Any, gt_box: Any, gt_label: Any, prior_box: Any, prior_box_var: Any = None,
             background_label: int = 0, overlap_threshold: float = 0.5, neg_pos_ratio: float = 3.0,
             neg_overlap: float = 0.5, loc_loss_weight: float = 1.0, conf_loss_weight: float = 1.0,
             match_type: str = "per_prediction", mining_type: str = "max_negative", normalize: bool = True,
             sample_size: int | None = None) -> Any:
    """SSD's loss [N, 1] of the offsets ``location`` [N, M, 4] and the scores ``confidence`` [N, M, C].

    ``gt_box`` [K, 4] and ``gt_label`` [K, 1] are rows, with the lengths of images; ``prior_box`` is [M, 4].
    """
    if mining_type != "max_negative":
        raise ValueError(f"ssd_loss: mining_type is 'max_negative', not {mining_type!r}")
    lengths = lengths_of(gt_box)

    def matched(distances: Any, counts: Any) -> Any:
        images = np.split(np.array(distances), np.cumsum(np.array(counts))[:-1])
        found = [rows_of_columns(image, match_type, overlap_threshold) for image in images]
        return [np.stack(each) for each in zip(*found)]

    def hardest(losses: Any, rows: Any, near: Any) -> Any:
        chosen = np.zeros(np.array(rows).shape, "int32")
        for image, each in enumerate(zip(np.array(losses), np.array(rows), np.array(near))):
            chosen[image, hardest_columns(*each, neg_pos_ratio, neg_overlap)] = 1
        return chosen

    def of_classes(labels: Any) -> Any:
        return F.cross_entropy(confidence, labels.unsqueeze(-1), reduction="none", axis=-1).squeeze(-1)

    specs = [paddle.static.InputSpec([-1, -1], dtype) for dtype in ("int32", "float32")]
    rows, near = py_func(matched, [iou_similarity(gt_box, prior_box), lengths], specs)
    found = rows > -1
    numbers = paddle.cast(rows, "int64")
    places = (paddle.cumsum(lengths) - lengths).unsqueeze(1) + numbers
    places = paddle.where(found, places, paddle.zeros_like(numbers))
    labels = paddle.gather(paddle.cast(paddle.reshape(gt_label, [-1]), "int64"), paddle.reshape(places, [-1]))
    labels = paddle.reshape(labels, paddle.shape(rows))
    labels = paddle.where(found, labels, paddle.full_like(labels, background_label))
    negative = py_func(hardest, [of_classes(labels).detach(), rows, near], specs[0])
    encoded = paddle.vision.ops.box_coder(prior_box, prior_box_var, gt_box, "encode_center_size")
    columns = paddle.cumsum(paddle.ones_like(places), axis=1) - 1
    boxes = paddle.gather_nd(encoded, paddle.stack([places, columns], axis=-1))
    boxes = paddle.where(found.unsqueeze(-1), boxes, paddle.full_like(boxes, background_label)).detach()
    of_boxes = paddle.cast(found, location.dtype)
    of_labels = paddle.cast(paddle.logical_or(found, negative > 0), location.dtype)
    distance = F.smooth_l1_loss(location, boxes, reduction="none").sum(-1)
    loss = conf_loss_weight * of_classes(labels) * of_labels + loc_loss_weight * distance * of_boxes
    loss = loss.sum(1, keepdim=True)
    return with_lengths(loss / of_boxes.sum() if normalize else loss, None)


@helper
def multiclass_nms(bboxes: Any, scores: Any, score_threshold: float, nms_top_k: int, keep_top_k: int,
                   nms_threshold: float = 0.3, normalized: bool = True, nms_eta: float = 1.0,
                   background_label: int = 0, name: str | None = None) -> Any:
    """The boxes that are left, rows [K, 6] with the lengths of images: label, score and box; [[-1]] for none.

    ``bboxes`` is [N, M, 4] with ``scores`` [N, C, M], or [M, C, 4] with [M, C], rows with the lengths of images.
    """
    lengths = lengths_of(bboxes, needed=False) if len(scores.shape) == 2 else None

    def best(boxes: Any, scores: Any, *counts: Any) -> Any:
        with paddle.base.dygraph.guard():
            found, _, kept = paddle._C_ops.multiclass_nms3(
                paddle.to_tensor(np.array(boxes)), paddle.to_tensor(np.array(scores)),
                paddle.to_tensor(np.array(counts[0]).astype("int32")) if counts else None,
                score_threshold, nms_top_k, keep_top_k, nms_threshold, normalized, nms_eta, background_label)
            if not found.shape[0]:
                return np.full([1, 1], -1.0, "float32"), np.array([1])
            return found.numpy(), kept.numpy().astype("int64")

    given = [bboxes, scores] if lengths is None else [bboxes, scores, lengths]
    specs = [paddle.static.InputSpec([-1, bboxes.shape[-1] + 2], "float32"), paddle.static.InputSpec([-1], "int64")]
    return with_lengths(*py_func(best, given, specs))


@helper
def matrix_nms(bboxes: Any, scores: Any, score_threshold: float, post_threshold: float, nms_top_k: int, keep_top_k: int,
               use_gaussian: bool = False, gaussian_sigma: float = 2.0, background_label: int = 0,
               normalized: bool = True, return_index: bool = False, name: str | None = None) -> Any:
    """The boxes of ``bboxes`` [N, M, 4] with ``scores`` [N, C, M] lessened by overlaps, rows [K, 6] with the lengths of
    images: label, score and box; with ``return_index`` their numbers int32 [K, 1] among all boxes as well."""
    found, counts, index = paddle.vision.ops.matrix_nms(
        bboxes, scores, score_threshold, post_threshold, nms_top_k, keep_top_k, use_gaussian, gaussian_sigma,
        background_label, normalized, return_index=True)
    lengths = paddle.cast(counts, "int64")
    found = with_lengths(found.detach(), lengths)
    return (found, with_lengths(index.reshape([-1, 1]), lengths)) if return_index else found


@helper
def detection_output(loc: Any, scores: Any, prior_box: Any, prior_box_var: Any, background_label: int = 0,
                     nms_threshold: float = 0.3, nms_top_k: int = 400, keep_top_k: int = 200,
                     score_threshold: float = 0.01, nms_eta: float = 1.0, return_index: bool = False) -> Any:
    """SSD's boxes, rows [K, 6] with the lengths of images, from ``loc`` [N, M, 4] and ``scores`` [N, M, C]."""
    if return_index:
        raise NotImplementedError("return_index=True has no like today: paddle.vision.ops.nms gives the numbers of the "
                                  "boxes that are left, image by image")
    boxes = paddle.vision.ops.box_coder(prior_box, prior_box_var, loc, "decode_center_size")
    likely = paddle.transpose(F.softmax(scores), [0, 2, 1])
    return multiclass_nms(boxes, likely, score_threshold, nms_top_k, keep_top_k, nms_threshold)


@helper
def multi_box_head(inputs: Any, image: Any, base_size: int, num_classes: int, aspect_ratios: Any,
                   min_ratio: int | None = None, max_ratio: int | None = None, min_sizes: Any = None,
                   max_sizes: Any = None, steps: Any = None, step_w: Any = None, step_h: Any = None,
                   offset: float = 0.5, variance: Any = [0.1, 0.1, 0.2, 0.2], flip: bool = True,  # noqa: B006
                   clip: bool = False, kernel_size: int = 1, pad: int = 0, stride: int = 1, name: str | None = None,
                   min_max_aspect_ratios_order: bool = False) -> Any:
    """SSD's offsets [N, M, 4], scores [N, M, num_classes], boxes and their variances [M, 4], of maps ``inputs``."""
    if min_sizes is None:
        apart = (max_ratio - min_ratio) // (len(inputs) - 2)  # type: ignore[operator]
        ratios = range(min_ratio, max_ratio + 1, apart)  # type: ignore[arg-type, operator]
        min_sizes = [base_size * 0.1, *(base_size * ratio / 100.0 for ratio in ratios)]
        max_sizes = [base_size * 0.2, *(base_size * (ratio + apart) / 100.0 for ratio in ratios)]
    across, down = (step_w, step_h) if steps is None else (steps, steps)
    found = []
    for number, input in enumerate(inputs):
        given = [each[number] for each in (min_sizes, max_sizes, aspect_ratios)]
        sizes = [list(each) if isinstance(each, (list, tuple)) else [each] for each in given]
        step = [across[number], down[number]] if across else [0.0, 0.0]
        box, spread = paddle.vision.ops.prior_box(input, image, *sizes, variance, flip, clip, step, offset,
                                                  min_max_aspect_ratios_order)
        maps = [nn.Conv2D(input.shape[1], box.shape[2] * width, kernel_size, stride, pad)(input)
                for width in (4, num_classes)]
        found.append([*(paddle.flatten(paddle.transpose(each, [0, 2, 3, 1]), 1) for each in maps), box, spread])
    if len(found) == 1:
        return tuple(found[0])
    loc, scores, boxes, spreads = zip(*found)
    return (paddle.reshape(paddle.concat(list(loc), 1), [0, -1, 4]),
            paddle.reshape(paddle.concat(list(scores), 1), [0, -1, num_classes]),
            paddle.concat([paddle.reshape(each, [-1, 4]) for each in boxes]),
            paddle.concat([paddle.reshape(each, [-1, 4]) for each in spreads]))

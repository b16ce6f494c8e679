"""Boxes that are proposed to a second network, and how they are shared out among the levels of a pyramid."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._language import dropped, helper, of_sequences
from ...._lod import lod_of, offsets, with_lod
from ...._runtime.offsets import joined, parts, sized_as
from ...._runtime.rows import offsets_of, rows
from ._arrays import several

__all__ = ["collect_fpn_proposals", "distribute_fpn_proposals", "generate_proposals"]


def _some(scores: Any, bbox_deltas: Any, return_rois_num: bool, **given: Any) -> Any:
    count = scores.shape[0]
    boxes, chances, ends = several(count, [bbox_deltas.dtype, 4], [scores.dtype, 1], ["int32"])
    return (boxes, chances, ends) if return_rois_num else (boxes, chances)


@sized_as(_some)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def generate_proposals(scores: Any, bbox_deltas: Any, im_info: Any, anchors: Any, variances: Any,
                       pre_nms_top_n: int = 6000, post_nms_top_n: int = 1000, nms_thresh: float = 0.5,
                       min_size: float = 0.1, eta: float = 1.0, name: str | None = None,
                       return_rois_num: bool = False) -> Any:
    """The best boxes [R, 4] that the anchors [H, W, A, 4] and their offsets make, and their scores [R, 1].

    ``scores`` are [N, A, H, W], ``bbox_deltas`` [N, 4 * A, H, W]; ``im_info`` [N, 3] has heights, widths and scales.
    With ``return_rois_num`` the end of each image's boxes is third.
    """
    found, counts = [], []
    for image, (_, _, scale) in enumerate(im_info.numpy()):
        least = (max(min_size, 1.0) - 1.0) * float(scale) + 1.0  # min_size is of the image before it was scaled
        one = slice(image, image + 1)
        boxes, chances, _ = paddle.vision.ops.generate_proposals(
            scores[one], bbox_deltas[one], im_info[one, :2], anchors, variances, pre_nms_top_n=pre_nms_top_n,
            post_nms_top_n=post_nms_top_n, nms_thresh=nms_thresh, min_size=least, eta=eta, pixel_offset=True,
            return_rois_num=True)
        none = boxes.shape[0] == 1 and not boxes.any() and not chances.any()  # what today's gives in its place
        counts.append(0 if none else boxes.shape[0])
        found.append((boxes.detach()[: counts[-1]], chances.detach()[: counts[-1]]))
    lod = [offsets(counts)]
    result = [with_lod(paddle.concat(list(each)), lod) for each in zip(*found)]
    ends = paddle.to_tensor(np.array(lod[0][1:], "int32"))
    return (*result, with_lod(ends, [])) if return_rois_num else tuple(result)


def _levels(fpn_rois: Any, min_level: int, max_level: int, **given: Any) -> Any:
    again = [with_lod(paddle.assign(fpn_rois), lod_of(fpn_rois)) for _ in range(min_level, max_level + 1)]
    return again, with_lod(paddle.zeros([fpn_rois.shape[0], 1], "int32"), [])


@sized_as(_levels)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def distribute_fpn_proposals(fpn_rois: Any, min_level: int, max_level: int, refer_level: int, refer_scale: int,
                             name: str | None = None) -> tuple[list[Any], Any]:
    """A list of the boxes of each level, and the place int32 [R, 1] that each of ``fpn_rois`` has in it, joined.

    A box of ``refer_scale`` goes to ``refer_level``, one of twice that to the next.
    """
    begins = offsets_of(fpn_rois, "distribute_fpn_proposals", levels=1)
    level = levels_of(fpn_rois.numpy(), min_level, max_level, refer_level, refer_scale)
    of_level = [np.flatnonzero(level == each) for each in range(min_level, max_level + 1)]
    found = [with_lod(rows(fpn_rois.detach(), each), [np.searchsorted(each, begins).tolist()]) for each in of_level]
    places = np.argsort(np.concatenate(of_level), kind="stable").astype("int32")
    return found, with_lod(paddle.to_tensor(places[:, None]), [])


@helper
def levels_of(boxes: Any, min_level: int, max_level: int, refer_level: int, refer_scale: int) -> Any:
    """The level int64 [R] of each box: one of ``refer_scale`` goes to ``refer_level``, of twice that to the next."""
    size = boxes[:, 2:] - boxes[:, :2]
    area = np.where((size < 0).any(1), 0, (size + 1).prod(1)).astype(boxes.dtype)
    scale = np.sqrt(area) / np.asarray(refer_scale, boxes.dtype) + np.asarray(1e-6, boxes.dtype)
    return np.clip(np.floor(np.log2(scale) + refer_level), min_level, max_level).astype("int64")


def _collected(multi_rois: Any, **given: Any) -> Any:
    return with_lod(paddle.assign(multi_rois[0]), lod_of(multi_rois[0]))


@sized_as(_collected)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def collect_fpn_proposals(multi_rois: Any, multi_scores: Any, min_level: int, max_level: int, post_nms_top_n: int,
                          name: str | None = None) -> Any:
    """The ``post_nms_top_n`` boxes [R, 4] of all levels that have the highest scores, image by image."""
    count = max_level - min_level + 1
    rois, scores = ([parts(tensor, "collect_fpn_proposals") for tensor in given[:count]]
                    for given in (multi_rois, multi_scores))
    return joined(best_of_levels(rois, scores, post_nms_top_n))


@helper
def best_of_levels(rois: Any, scores: Any, count: int) -> list[Any]:
    """The ``count`` boxes of all levels that have the highest scores, for each image; a level has an array for each."""
    boxes, chances = (np.concatenate([part for level in each for part in level]) for each in (rois, scores))
    image = np.concatenate([np.full(len(part), number) for level in rois for number, part in enumerate(level)])
    best = np.argsort(-chances.reshape(-1), kind="stable")[:count]
    best = best[np.argsort(image[best], kind="stable")]
    ends = np.searchsorted(image[best], np.arange(len(rois[0])), side="right")
    return np.split(boxes[best], ends[:-1])

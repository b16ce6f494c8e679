"""Boxes that are proposed to a second network: rows with the lengths of images, level by level of a pyramid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle

from .._language import helper
from .._today_functions import py_func
from ..fluid.layers.detection.proposals import best_of_levels, levels_of
from .lengths import lengths_of, with_lengths

__all__ = ["collect_fpn_proposals", "distribute_fpn_proposals", "roi_align", "roi_pool"]


@helper
def of_images(function: Callable[..., Any], given: Any, widths: Any) -> list[Any]:
    """Rows of these widths, with the lengths of images, that ``function`` makes in every run: it is handed arrays, one
    for each image, of each of ``given``, and gives as many."""
    dtype = given[0].dtype

    def run(*arrays: Any) -> Any:
        values = [np.array(each) for each in arrays]
        ends = [np.cumsum(each)[:-1] for each in values[len(given) :]]
        found = function(*map(np.split, values[: len(given)], ends))
        return [part for each in found for part in (np.concatenate(each), np.array([len(image) for image in each]))]

    specs = [spec for width in widths for spec in (paddle.static.InputSpec([-1, width], dtype),
                                                   paddle.static.InputSpec([-1], "int64"))]
    made = py_func(run, [*given, *map(lengths_of, given)], specs)
    return [with_lengths(*made[place : place + 2]) for place in range(0, len(made), 2)]


@helper
def collect_fpn_proposals(multi_rois: Any, multi_scores: Any, min_level: int, max_level: int, post_nms_top_n: int,
                          name: str | None = None) -> Any:
    """The ``post_nms_top_n`` boxes [R, 4] of all levels that have the highest scores, image by image."""
    count = max_level - min_level + 1

    def best(*images: Any) -> Any:
        return [best_of_levels(images[:count], images[count:], post_nms_top_n)]

    return of_images(best, [*multi_rois[:count], *multi_scores[:count]], [4])[0]


@helper
def distribute_fpn_proposals(fpn_rois: Any, min_level: int, max_level: int, refer_level: int, refer_scale: int,
                             name: str | None = None) -> tuple[list[Any], Any]:
    """A list of the boxes of each level, and the place int32 [R, 1] that each of ``fpn_rois`` has in it, joined."""
    numbers = range(min_level, max_level + 1)

    def shared(boxes: Any) -> Any:
        levels = [levels_of(each, min_level, max_level, refer_level, refer_scale) for each in boxes]
        order = np.argsort(np.argsort(np.concatenate(levels), kind="stable"), kind="stable").astype("float32")
        places = np.split(order[:, None], np.cumsum([len(each) for each in boxes])[:-1])
        return [[box[level == number] for box, level in zip(boxes, levels)] for number in numbers] + [places]

    *found, places = of_images(shared, [fpn_rois], [4] * len(numbers) + [1])
    return found, with_lengths(paddle.cast(places, "int32"), None)


@helper
def roi_align(input: Any, rois: Any, pooled_height: int = 1, pooled_width: int = 1, spatial_scale: float = 1.0,
              sampling_ratio: int = -1, name: str | None = None, rois_lod: Any = None) -> Any:
    """The boxes ``rois`` [R, 4] cut out of ``input`` [N, C, H, W] by interpolation: [R, C, height, width]."""
    counts = paddle.cast(lengths_of(rois) if rois_lod is None else rois_lod[1:] - rois_lod[:-1], "int32")
    size = (pooled_height, pooled_width)
    found = paddle.vision.ops.roi_align(input, rois, counts, size, spatial_scale, sampling_ratio, aligned=False)
    return with_lengths(found, None)


@helper
def roi_pool(input: Any, rois: Any, pooled_height: int = 1, pooled_width: int = 1, spatial_scale: float = 1.0,
             rois_lod: Any = None) -> Any:
    """The greatest values in the parts of each of the boxes ``rois`` [R, 4] in ``input``: [R, C, height, width]."""
    counts = paddle.cast(lengths_of(rois) if rois_lod is None else rois_lod[1:] - rois_lod[:-1], "int32")
    found = paddle.vision.ops.roi_pool(input, rois, counts, (pooled_height, pooled_width), spatial_scale)
    return with_lengths(found, None)

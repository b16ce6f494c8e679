"""Regions cut out of maps: pooled where they are, or moved, or laid flat."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._language import dropped, dynamic_only, helper, of_sequences
from ...._lod import lengths, with_lod
from ...._runtime.offsets import offsets_by, sized_as
from ...._runtime.rows import numbers, offsets_of, tried_as
from ..ops import rounded

__all__ = ["deformable_roi_pooling", "prroi_pool", "psroi_pool"]


def _of_each_box(input: Any, rois: Any, output_channels: int, spatial_scale: float, pooled_height: int,
                 pooled_width: int, name: str | None = None) -> Any:
    return with_lod(paddle.zeros([rois.shape[0], output_channels, pooled_height, pooled_width], input.dtype), [])


@tried_as(_of_each_box)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def psroi_pool(input: Any, rois: Any, output_channels: int, spatial_scale: float, pooled_height: int,
               pooled_width: int, name: str | None = None) -> Any:
    """Each part of the boxes ``rois`` [R, 4] from channels of its own, averaged: [R, output_channels, height, width].

    Raises ``ValueError`` unless ``input`` [N, C, H, W] has ``output_channels`` for each part.
    """
    if input.shape[1] != output_channels * pooled_height * pooled_width:
        raise ValueError(f"psroi_pool: {input.shape[1]} channels are not output_channels * pooled_height * "
                         f"pooled_width = {output_channels * pooled_height * pooled_width}")
    counts = numbers(lengths(offsets_of(rois, "psroi_pool", levels=1))).astype("int32")
    return with_lod(paddle.vision.ops.psroi_pool(input, rois.detach(), counts, (pooled_height, pooled_width),
                                                 spatial_scale), [])


def _with_offsets(input: Any, rois: Any, spatial_scale: float, pooled_height: int, pooled_width: int,
                  batch_roi_nums: Any, name: str | None) -> Any:
    counts = lengths(offsets_of(rois, "prroi_pool", levels=1)) if batch_roi_nums is None \
        else batch_roi_nums.numpy().tolist()
    return with_lod(precisely_pooled(input, rois, spatial_scale, pooled_height, pooled_width, counts), [])


@offsets_by(_with_offsets)
@dynamic_only("how many boxes each image has is known only when it runs: call it in dynamic mode, or cut the boxes out "
              "by paddle.vision.ops.roi_align, which takes their numbers as a variable")
@dropped(name="results are named by Paddle since 2.0")
def prroi_pool(input: Any, rois: Any, spatial_scale: float = 1.0, pooled_height: int = 1, pooled_width: int = 1,
               batch_roi_nums: Any = None, name: str | None = None) -> Any:
    """The mean of ``input`` [N, C, H, W], interpolated, over each part of the boxes ``rois`` [R, 4].

    ``batch_roi_nums`` int64 [N] says how many boxes each image has where the offsets of ``rois`` do not.
    """
    if batch_roi_nums is None:
        raise NotImplementedError("prroi_pool: give batch_roi_nums; Paddle has no LoD tensors any more")
    return precisely_pooled(input=input, rois=rois, spatial_scale=spatial_scale, pooled_height=pooled_height,
                            pooled_width=pooled_width, counts=batch_roi_nums.tolist())


@helper
def precisely_pooled(input: Any, rois: Any, spatial_scale: float, pooled_height: int, pooled_width: int,
                     counts: list[int]) -> Any:
    """The mean of ``input`` [N, C, H, W], interpolated, over each part of the boxes ``rois`` [R, 4], of which each
    image has as many as ``counts`` says."""
    boxes = rois.astype("float64") * spatial_scale
    across, down = (shares_of_pixels(boxes[:, axis], boxes[:, axis + 2], parts, size).astype(input.dtype)
                    for axis, parts, size in ((0, pooled_width, input.shape[3]), (1, pooled_height, input.shape[2])))
    found, first = [], 0
    for image, count in enumerate(counts):
        if count:
            there = slice(first, first + count)
            rows = paddle.matmul(input[image].unsqueeze(0), across[there].unsqueeze(1), transpose_y=True)
            found.append(paddle.matmul(down[there].unsqueeze(1), rows))
        first += count
    none = [0, input.shape[1], pooled_height, pooled_width]
    return paddle.concat(found) if found else paddle.zeros(none, input.dtype)


@helper
def shares_of_pixels(low: Any, high: Any, parts: int, size: int) -> Any:
    """How much each of ``size`` pixels has of each of the ``parts`` from ``low`` to ``high``: [R, parts, size]."""
    width = paddle.clip(high - low, min=0.0).unsqueeze(1) / parts
    edges = low.unsqueeze(1) + width * paddle.arange(parts + 1, dtype=low.dtype)
    away = paddle.clip(edges.unsqueeze(2) - paddle.arange(size, dtype=low.dtype), -1.0, 1.0)
    below = 0.5 + away - 0.5 * away * paddle.abs(away)  # of a pixel's share of the interpolation
    part = below[:, 1:] - below[:, :-1]
    some = (width > 0).astype(low.dtype)
    return part / (width + 1.0 - some).unsqueeze(2) * some.unsqueeze(2)


def _parts(input: Any, rois: Any, pooled_height: int, pooled_width: int, position_sensitive: bool, **given: Any) -> Any:
    deep = input.shape[1] // (pooled_height * pooled_width) if position_sensitive else input.shape[1]
    return with_lod(paddle.zeros([rois.shape[0], deep, pooled_height, pooled_width], input.dtype), [])


@sized_as(_parts)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def deformable_roi_pooling(input: Any, rois: Any, trans: Any, no_trans: bool = False, spatial_scale: float = 1.0,
                           group_size: Any = [1, 1], pooled_height: int = 1, pooled_width: int = 1,  # noqa: B006
                           part_size: Any = None, sample_per_part: int = 1, trans_std: float = 0.1,
                           position_sensitive: bool = False, name: str | None = None) -> Any:
    """The boxes ``rois`` [R, 4] cut out of ``input`` in parts that ``trans`` [R, 2 * classes, h, w] moves.

    [R, D, height, width]: D is C, or with ``position_sensitive`` C by the parts. ``part_size`` is that of ``trans``,
    ``group_size`` how many parts have channels of their own, ``sample_per_part`` how many points squared are averaged.
    1.8.5's gradient of ``trans`` is wrong where its height is not its width: it took another part's offsets.
    """
    begins = offsets_of(rois, "deformable_roi_pooling", levels=1)
    shape = (pooled_height, pooled_width)
    groups, cut = _two(group_size), shape if part_size is None else _two(part_size)
    deep = input.shape[1] // (pooled_height * pooled_width) if position_sensitive else input.shape[1]
    classes = 1 if no_trans else trans.shape[1] // 2
    boxes = rounded(rois.detach())
    low = boxes[:, :2] * spatial_scale - 0.5
    size = paddle.clip((boxes[:, 2:] + 1.0) * spatial_scale - 0.5 - low, min=0.1)
    found = []
    for part in np.ndindex(*shape):
        at = [low[:, axis] + size[:, axis] / shape[1 - axis] * part[1 - axis] for axis in (0, 1)]
        group = [min(place * count // whole, count - 1) for place, count, whole in zip(part, groups, shape)]
        y, x = (place * count // whole for place, count, whole in zip(part, cut, shape))
        channels = input.reshape([input.shape[0], -1, groups[0] * groups[1], *input.shape[2:]])
        channels = channels[:, :deep, group[0] * groups[1] + group[1]]
        of_classes = []
        for one in range(classes):
            moved = at if no_trans else [
                start + trans[:, 2 * one + axis, y, x] * trans_std * size[:, axis] for axis, start in enumerate(at)]
            each = deep // classes
            steps = [size[:, axis] / shape[1 - axis] / sample_per_part for axis in (0, 1)]
            of_classes.append(_averaged(channels[:, one * each : (one + 1) * each], moved, steps, sample_per_part,
                                        begins))
        found.append(paddle.concat(of_classes, axis=1))
    return with_lod(paddle.stack(found, axis=-1).reshape([rois.shape[0], deep, *shape]), [])


def _averaged(images: Any, start: Any, step: Any, count: int, begins: list[int]) -> Any:
    """The mean of ``count`` squared points of each box, [R, C]; of those that are in the image."""
    grid = paddle.arange(count, dtype=images.dtype)
    x, y = (low.unsqueeze(1) + wide.unsqueeze(1) * grid for low, wide in zip(start, step))
    sizes = images.shape[3], images.shape[2]
    inside = [((at >= -0.5) & (at <= size - 0.5)).astype(images.dtype) for at, size in zip((x, y), sizes)]
    x, y = (paddle.clip(at, 0.0, size - 1.0) for at, size in zip((x, y), sizes))
    weight = (inside[1].unsqueeze(2) * inside[0].unsqueeze(1)).flatten(1)
    x, y = (each.flatten(1) for each in (paddle.tile(x.unsqueeze(1), [1, count, 1]),
                                         paddle.tile(y.unsqueeze(2), [1, 1, count])))
    found = [(interpolated(images[image], x[low:high], y[low:high]) * weight[low:high]).sum(-1)
             for image, (low, high) in enumerate(zip(begins, begins[1:])) if high > low]
    sums = paddle.transpose(paddle.concat(found, axis=1), [1, 0])
    return sums / paddle.clip(weight.sum(1, keepdim=True), min=1.0)


def interpolated(image: Any, x: Any, y: Any) -> Any:
    """The values [C, ...] of ``image`` [C, H, W] at points inside it."""
    flat, width = image.flatten(1), image.shape[2]
    left, top = paddle.floor(x.detach()), paddle.floor(y.detach())
    right, bottom = paddle.ceil(x.detach()), paddle.ceil(y.detach())
    across, down = x - left, y - top
    found = 0.0
    for row, of_row in ((top, 1.0 - down), (bottom, down)):
        for column, of_column in ((left, 1.0 - across), (right, across)):
            index = (row * width + column).astype("int64").flatten()
            values = paddle.index_select(flat, index, axis=1).reshape([image.shape[0], *x.shape])
            found = found + values * (of_row * of_column)
    return found


def _two(value: Any) -> tuple[int, int]:
    return (value[0], value[-1]) if isinstance(value, (list, tuple)) else (value, value)

"""Regions with four corners, laid flat."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._language import dropped, of_sequences
from ...._lod import lod_of, with_lod
from ...._runtime.offsets import sized_as
from ...._runtime.rows import offsets_of
from .regions import interpolated

__all__ = ["roi_perspective_transform"]

_NEAR = 1e-4  # two numbers that are nearer are equal


def _flat(input: Any, rois: Any, transformed_height: int, transformed_width: int, **given: Any) -> Any:
    rows, size = rois.shape[0], (transformed_height, transformed_width)
    return (with_lod(paddle.zeros([rows, input.shape[1], *size], input.dtype), lod_of(rois)),
            with_lod(paddle.zeros([rows, 1, *size], "int32"), []), with_lod(paddle.zeros([rows, 9], rois.dtype), []))


@sized_as(_flat)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def roi_perspective_transform(input: Any, rois: Any, transformed_height: int, transformed_width: int,
                              spatial_scale: float = 1.0, name: str | None = None) -> tuple[Any, Any, Any]:
    """The regions with the corners ``rois`` [R, 8] in ``input`` [N, C, H, W] as rectangles: [R, C, height, width].

    Then where they are inside both, int32 [R, 1, height, width], and the matrices [R, 9] of their maps.
    """
    height, width = input.shape[2:]
    corners = (rois.numpy() * np.float32(spatial_scale)).reshape(-1, 4, 2)
    matrices = np.stack([_matrix(each, transformed_height, transformed_width) for each in corners]) if len(corners) \
        else np.zeros([0, 9], corners.dtype)
    y, x = np.meshgrid(np.arange(transformed_height), np.arange(transformed_width), indexing="ij")
    places = np.stack([x, y, np.ones_like(x)], -1).astype(corners.dtype)
    mapped = np.einsum("rij,hwj->rhwi", matrices.reshape(-1, 3, 3), places)
    x, y = mapped[..., 0] / mapped[..., 2], mapped[..., 1] / mapped[..., 2]
    mask = np.stack([_inside(*each) for each in zip(x, y, corners)]) if len(corners) else x > 0
    for at, size in ((x, width), (y, height)):
        mask &= (at > -0.5 + _NEAR) & (at < size - 0.5 - _NEAR)
    x, y = (paddle.to_tensor(np.clip(np.where(mask, at, 0), 0, size - 1).astype(corners.dtype))
            for at, size in ((x, width), (y, height)))
    shown = paddle.to_tensor(mask.astype(corners.dtype)).unsqueeze(1)
    begins = offsets_of(rois, "roi_perspective_transform", levels=1)
    found = [paddle.transpose(interpolated(input[image], x[low:high], y[low:high]), [1, 0, 2, 3])
             for image, (low, high) in enumerate(zip(begins, begins[1:])) if high > low]
    out = paddle.concat(found) * shown if found else paddle.zeros([0, input.shape[1], *mask.shape[1:]], input.dtype)
    shown = paddle.to_tensor(mask.astype("int32")).unsqueeze(1)
    return with_lod(out, lod_of(rois)), with_lod(shown, []), with_lod(paddle.to_tensor(matrices), [])


def _matrix(corners: Any, height: int, width: int) -> Any:
    """The map from a rectangle, as wide as the region is at that height, to its corners."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    down = max(2, height) - 1
    wide = int(np.floor((sides[0] + sides[2]) * down / (sides[1] + sides[3]) + 0.5)) + 1
    across = max(2, min(wide, width)) - 1
    (x0, y0), (x1, y1), (_, _), (x3, y3) = corners
    (ax, ay), (bx, by) = corners[1] - corners[2], corners[3] - corners[2]
    cx, cy = corners[0] - corners[1] + corners[2] - corners[3]
    whole = ax * by - bx * ay + 1e-5
    g, h = (cx * by - bx * cy) / whole / across, (ax * cy - cx * ay) / whole / down
    rows = [(x1 - x0) / across + g * x1, (x3 - x0) / down + h * x3, x0,
            (y1 - y0) / across + g * y1, (y3 - y0) / down + h * y3, y0, g, h, 1.0]
    return np.array(rows, corners.dtype)


def _inside(x: Any, y: Any, corners: Any) -> Any:
    """Which points are in the region or on its edge."""
    on_edge, crossed = np.zeros(x.shape, bool), np.zeros(x.shape, int)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0)):
        low, high = min(y0, y1), max(y0, y1)
        if abs(y0 - y1) < _NEAR:
            on_edge |= (np.abs(y - y0) < _NEAR) & (x > min(x0, x1) - _NEAR) & (x < max(x0, x1) + _NEAR)
            continue
        at = (y - y0) * (x1 - x0) / (y1 - y0) + x0
        on_edge |= (np.abs(at - x) < _NEAR) & (y > low - _NEAR) & (y < high + _NEAR)
        crossed += (y - low >= _NEAR) & (y - high <= _NEAR) & (at - x > _NEAR)
    return on_edge | (crossed % 2 == 1)

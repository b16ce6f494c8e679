"""The masks that boxes are to find, drawn from polygons."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...._language import of_sequences
from ...._lod import lod_of
from ...._runtime.offsets import joined, parts, sized_as
from ._arrays import overlaps, several

__all__ = ["generate_mask_labels"]

_FINE = 5  # points of an edge are found on a grid so many times as fine


def _as_many(rois: Any, num_classes: int, resolution: int, **given: Any) -> Any:
    wide = num_classes * resolution * resolution
    return tuple(several(rois.shape[0], [rois.dtype, 4], ["int32", 1], ["int32", wide]))


@sized_as(_as_many)
@of_sequences
def generate_mask_labels(im_info: Any, gt_classes: Any, is_crowd: Any, gt_segms: Any, rois: Any, labels_int32: Any,
                         num_classes: int, resolution: int) -> Any:
    """The boxes [P, 4] of ``rois`` that are objects, their numbers [P, 1], masks [P, C * resolution ** 2].

    ``gt_segms`` are the points [S, 2] of polygons, with three levels of offsets: images, objects, polygons. A mask is
    -1 but at its class's place, and so is that of the one box taken where an image has no object.
    """
    lod = lod_of(gt_segms)
    if len(lod) != 3:
        raise ValueError(f"generate_mask_labels: gt_segms has three levels of LoD, not {len(lod)}")
    points, rule = gt_segms.numpy(), "generate_mask_labels"
    objects = [[points[low:high] for low, high in zip(lod[2][start:end], lod[2][start + 1 : end + 1])]
               for start, end in zip(lod[1], lod[1][1:])]
    found = []
    for image, (classes, crowd, boxes, labels, info) in enumerate(zip(
            *(parts(each, rule) for each in (gt_classes, is_crowd, rois, labels_int32)), im_info.numpy())):
        if len(boxes):
            there = np.flatnonzero((classes.reshape(-1) > 0) & (crowd.reshape(-1) == 0)) + lod[0][image]
            found.append(_of_image([objects[number] for number in there], boxes, labels.reshape(-1), info[2],
                                   num_classes, resolution))
        else:
            wide = num_classes * resolution * resolution
            found.append((boxes, np.zeros([0, 1], "int32"), np.zeros([0, wide], "int32")))
    return tuple(joined(list(each)) for each in zip(*found))


def _of_image(objects: list[Any], boxes: Any, labels: Any, scale: Any, classes: int, size: int) -> Any:
    which = np.flatnonzero(labels > 0)
    masks = np.full((max(len(which), 1), classes, size * size), -1, "int32")
    if not len(which):
        none = np.flatnonzero(labels == 0)[:1]
        return boxes[:1] / scale * scale, none.astype("int32")[:, None], masks.reshape(1, -1)
    chosen = boxes[which] / scale
    around = np.array([[*np.concatenate(each).min(axis=0), *np.concatenate(each).max(axis=0)] for each in objects],
                      boxes.dtype)
    for row, (box, nearest) in enumerate(zip(chosen, overlaps(chosen, around).argmax(axis=1))):
        masks[row, labels[which[row]]] = drawn(objects[nearest], box, size).reshape(-1)
    return chosen * scale, which.astype("int32")[:, None], masks.reshape(len(which), -1)


def drawn(polygons: list[Any], box: Any, size: int) -> Any:
    """The polygons in the box as a mask [size, size] of 0 and 1."""
    mask = np.zeros((size, size), bool)
    side = np.maximum(box[2:] - box[:2], np.float32(1.0))
    for polygon in polygons:
        mask |= _filled((polygon - box[:2]) * np.float32(size) / side, size)
    return mask


def _filled(points: Any, size: int) -> Any:
    """A polygon's inside: of each column, what lies between the first and second of its edges, and so on."""
    corners = (_FINE * points.astype("float64") + 0.5).astype("int64")
    edges = zip(corners, np.concatenate([corners[1:], corners[:1]]))
    x, y = np.concatenate([_line(*edge) for edge in edges]).T
    moved = np.flatnonzero(x[1:] != x[:-1])
    left, low = np.minimum(x[moved], x[moved + 1]), np.minimum(y[moved], y[moved + 1])
    column = (left + 0.5) / _FINE - 0.5
    on_grid = (np.floor(column) == column) & (column >= 0) & (column <= size - 1)
    row = np.ceil(np.clip((low[on_grid] + 0.5) / _FINE - 0.5, 0, size))
    changes = np.zeros(size * size + 1, "int64")
    np.add.at(changes, (column[on_grid] * size + row).astype("int64"), 1)
    return (np.cumsum(changes[:-1]) % 2 == 1).reshape(size, size).T


def _line(start: Any, end: Any) -> Any:
    """The points of the grid on an edge, in its direction; halves are rounded as from its lower end."""
    wide = int(np.argmax(np.abs(end - start) * [1, 1]))
    longest = int(abs(end - start).max())
    turned = start[wide] > end[wide]
    low, high = (end, start) if turned else (start, end)
    steps = np.arange(longest + 1)
    slope = (high[1 - wide] - low[1 - wide]) / longest if longest else 0.0
    found = np.empty((longest + 1, 2), "int64")
    found[:, wide] = low[wide] + steps
    found[:, 1 - wide] = (low[1 - wide] + slope * steps + 0.5).astype("int64")
    return found[::-1] if turned else found

"""Which of the boxes that are there are which of the true ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._language import dropped, of_sequences
from ...._lod import lod_of
from ...._runtime.offsets import joined, parts
from ...._runtime.rows import guessing, offsets_of

__all__ = ["bipartite_match", "target_assign"]

_SMALL = 1e-6  # a distance below it is none
_MANY = 130  # rows, from which on every distance above 0 counts


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def bipartite_match(dist_matrix: Any, match_type: str | None = None, dist_threshold: float | None = None,
                    name: str | None = None) -> tuple[Any, Any]:
    """For each column of ``dist_matrix`` [K, M] its row, or -1, in its image, int32 [N, M], and how near it is.

    The greatest distances go first, each row once. With ``"per_prediction"`` the columns that are left take their
    nearest row, unless it is less than ``dist_threshold``. Raises ``ValueError`` for another ``match_type``.
    """
    if match_type not in (None, "bipartite", "per_prediction"):
        raise ValueError(f"bipartite_match: match_type is 'bipartite' or 'per_prediction', not {match_type!r}")
    images = parts(dist_matrix, "bipartite_match") if lod_of(dist_matrix) or guessing() else [dist_matrix.numpy()]
    found = [_matched(image) for image in images]
    if match_type == "per_prediction":
        for image, (rows, near) in zip(images, found):
            _fill(image, rows, near, 0.5 if dist_threshold is None else dist_threshold)
    return tuple(paddle.to_tensor(np.stack(each)) for each in zip(*found))


def _matched(distances: Any) -> tuple[Any, Any]:
    count, width = distances.shape
    rows, near = np.full(width, -1, "int32"), np.zeros(width, distances.dtype)
    free, least = distances.T.copy(), 0.0 if count >= _MANY else _SMALL  # of equals, that of the first column
    for _ in range(min(count, width)):
        column, row = np.unravel_index(np.argmax(free), free.shape)
        best = free[column, row]
        if best < least or best <= 0.0:
            break
        rows[column], near[column] = row, best
        free[column], free[:, row] = -1.0, -1.0
    return rows, near


def _fill(distances: Any, rows: Any, near: Any, threshold: float) -> None:
    if not len(distances):
        return
    best, best_row = distances.max(axis=0), distances.argmax(axis=0)
    taken = (rows == -1) & (best >= np.asarray(threshold, best.dtype)) & (best >= _SMALL)
    rows[taken], near[taken] = best_row[taken], best[taken]


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def target_assign(input: Any, matched_indices: Any, negative_indices: Any = None, mismatch_value: Any = None,
                  name: str | None = None) -> tuple[Any, Any]:
    """The rows of ``input`` [K, P, D] that ``matched_indices`` [N, M] names, [N, M, D], and weights float32 [N, M, 1].

    Where there is none, and at ``negative_indices``, it is ``mismatch_value``. The weight is 1 where a row or a
    negative index is, else 0; for D > 1 1.8.5 wrote the weights of negative indices elsewhere.
    """
    chosen, (count, width) = matched_indices.numpy(), matched_indices.shape
    begins = np.asarray(offsets_of(input, "target_assign", levels=1)[:-1])
    if len(begins) != count:
        raise ValueError(f"target_assign: the LoD is of {len(begins)} images, and matched_indices of {count}")
    values, found = input.numpy(), chosen > -1
    where = np.where(found, begins[:, None] + chosen, 0)
    other = 0 if mismatch_value is None else mismatch_value
    columns = np.arange(width) % values.shape[1]
    taken = np.where(found[:, :, None], values[where, columns], np.asarray(other, values.dtype))
    weights = found.astype("float32")
    if negative_indices is not None:
        for image, indices in enumerate(parts(negative_indices, "target_assign")):
            taken[image, indices.reshape(-1)], weights[image, indices.reshape(-1)] = other, 1.0
    return paddle.to_tensor(taken), paddle.to_tensor(weights[:, :, None])


def hardest(losses: Any, rows: Any, near: Any, ratio: float, overlap: float) -> Any:
    """The columns of each image that no row was found for and whose loss is greatest, ``ratio`` times as many as found.

    Those at least ``overlap`` near to a row are left out. int32 [n, 1], with an offset for each image.
    """
    chosen = []
    for loss, row, distance in zip(losses.numpy(), rows.numpy(), near.numpy()):
        free = np.flatnonzero((row == -1) & (distance < np.asarray(overlap, distance.dtype)))
        count = min(int(np.float32((row != -1).sum()) * np.float32(ratio)), len(free))
        worst = free[np.argsort(-loss[free], kind="stable")[:count]]
        chosen.append(np.sort(worst).astype("int32")[:, None])
    return joined(chosen)

"""Which of the boxes that are there are which of the true ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._language import dropped, helper, of_sequences
from ...._lod import lod_of, with_lod
from ...._runtime.offsets import joined, parts
from ...._runtime.rows import guessing, offsets_of, tried_as

__all__ = ["bipartite_match", "target_assign"]


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
    found = [rows_of_columns(image, match_type, dist_threshold) for image in images]
    return tuple(paddle.to_tensor(np.stack(each)) for each in zip(*found))


@helper
def rows_of_columns(distances: Any, match_type: str | None, threshold: float | None) -> tuple[Any, Any]:
    """For each column of ``distances`` [K, M] its row int32, or -1, and how near it is: the greatest go first, each row
    once. With "per_prediction" the columns left take their nearest row, unless it is less than ``threshold``."""
    (count, width), small = distances.shape, 1e-6  # a distance below it is none
    rows, near = np.full(width, -1, "int32"), np.zeros(width, distances.dtype)
    free, least = distances.T.copy(), 0.0 if count >= 130 else small  # of equals, that of the first column
    for _ in range(min(count, width)):
        column, row = np.unravel_index(np.argmax(free), free.shape)
        best = free[column, row]
        if best < least or best <= 0.0:
            break
        rows[column], near[column] = row, best
        free[column], free[:, row] = -1.0, -1.0
    if match_type == "per_prediction" and count:
        best, best_row = distances.max(axis=0), distances.argmax(axis=0)
        limit = np.asarray(0.5 if threshold is None else threshold, best.dtype)
        taken = (rows == -1) & (best >= limit) & (best >= small)
        rows[taken], near[taken] = best_row[taken], best[taken]
    return rows, near


def _all_assigned(input: Any, matched_indices: Any, *others: Any, **named: Any) -> tuple[Any, Any]:
    count, width = matched_indices.shape
    made = paddle.zeros([count, width, input.shape[2]], input.dtype), paddle.zeros([count, width, 1])
    return tuple(with_lod(each, []) for each in made)


@tried_as(_all_assigned)
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
    """The columns of each image that :func:`hardest_columns` gives, int32 [n, 1], with an offset for each image."""
    images = zip(losses.numpy(), rows.numpy(), near.numpy())
    return joined([hardest_columns(*image, ratio, overlap)[:, None] for image in images])


@helper
def hardest_columns(losses: Any, rows: Any, near: Any, ratio: float, overlap: float) -> Any:
    """The columns int32 that no row was found for and whose loss is greatest, ``ratio`` times as many as found; those
    at least ``overlap`` near to a row are left out."""
    free = np.flatnonzero((rows == -1) & (near < np.asarray(overlap, near.dtype)))
    count = min(int(np.float32((rows != -1).sum()) * np.float32(ratio)), len(free))
    worst = free[np.argsort(-losses[free], kind="stable")[:count]]
    return np.sort(worst).astype("int32")

"""``paddle.fluid.contrib.layers.nn``."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import dropped, gone, helper
from ...._runtime.offsets import offsets_by
from ...._runtime.random import operations
from ...._runtime.random.replay import replayed
from ...._static.recording import recorded
from ...layers.detection.nms import best_of_images

__all__ = [
    "match_matrix_tensor", "multiclass_nms2", "partial_concat", "partial_sum", "search_pyramid_hash",
    "sequence_topk_avg_pooling", "shuffle_batch", "var_conv_2d",
]

_LOD = "it takes LoD tensors, which Paddle 3 has no longer"

match_matrix_tensor = gone("fluid.contrib.layers.match_matrix_tensor", why=_LOD, do=(
    "Pad the sequences to one length and multiply them: paddle.einsum."))
search_pyramid_hash = gone("fluid.contrib.layers.search_pyramid_hash", why=_LOD, do=(
    "Hash the n-grams in the reader and look them up with a paddle.nn.Embedding."))
sequence_topk_avg_pooling = gone("fluid.contrib.layers.sequence_topk_avg_pooling", why=_LOD, do=(
    "Pad the sequences to one length, and take the means of what paddle.topk gives."))
var_conv_2d = gone("fluid.contrib.layers.var_conv_2d", why=_LOD, do=(
    "Pad the matrices to one size and use paddle.nn.Conv2D."))


@replayed(operations.shuffle_batch)
@helper
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def shuffle_batch(x: Any, seed: Any = None) -> Any:
    """The rows of ``x`` [..., D] in random order; 1.8.5's order, except in migrated code."""
    rows = x.reshape([-1, x.shape[-1]])
    return paddle.index_select(rows, paddle.randperm(rows.shape[0])).reshape(x.shape)


@helper
def partial_concat(input: Any, start_index: int = 0, length: int = -1) -> Any:
    """``length`` columns (-1: all the rest) from ``start_index`` on of each [N, D] in ``input``, side by side."""
    start = start_index % input[0].shape[1]
    stop = input[0].shape[1] if length < 0 else start + length
    return paddle.concat([x[:, start:stop] for x in input], axis=1)


@helper
def partial_sum(input: Any, start_index: int = 0, length: int = -1) -> Any:
    """The sum of ``length`` columns (-1: all the rest) from ``start_index`` on of each [N, D] in ``input``."""
    stop = input[0].shape[1] if length < 0 else start_index + length
    return paddle.add_n([x[:, start_index:stop] for x in input])


@recorded
@offsets_by(best_of_images)
@helper
@dropped(name="results are named by Paddle since 2.0")
def multiclass_nms2(bboxes: Any, scores: Any, score_threshold: float, nms_top_k: int, keep_top_k: int,
                    nms_threshold: float = 0.3, normalized: bool = True, nms_eta: float = 1.0,
                    background_label: int = 0, return_index: bool = False, name: str | None = None) -> Any:
    """The boxes that are left of ``bboxes`` [N, M, 4] with ``scores`` [N, C, M]: [K, 6], label, score and box.

    With ``return_index`` their numbers int32 [K, 1] among all boxes as well.
    """
    found, index, _ = paddle._C_ops.multiclass_nms3(bboxes, scores, None, score_threshold, nms_top_k, keep_top_k,
                                                    nms_threshold, normalized, nms_eta, background_label)
    return (found.detach(), index.reshape([-1, 1])) if return_index else found.detach()

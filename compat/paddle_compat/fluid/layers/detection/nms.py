"""The best boxes of those that overlap."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ...._language import dropped, helper
from ...._lod import lengths, lod_of, offsets, with_lod
from ...._runtime.offsets import offsets_by, sized_as
from ...._runtime.rows import numbers, offsets_of
from .boxes import box_coder

__all__ = ["detection_output", "multiclass_nms"]


def _as_many(bboxes: Any, **settings: Any) -> Any:
    rows = bboxes.shape[0] * max(bboxes.shape[1] - 1, 1)
    found = with_lod(paddle.zeros([rows, bboxes.shape[-1] + 2], bboxes.dtype), [list(range(rows + 1))])
    if settings.get("return_index"):
        return found, with_lod(paddle.zeros([rows, 1], "int32"), lod_of(found))
    return found


@sized_as(_as_many)
def _best(bboxes: Any, scores: Any, score_threshold: float, nms_top_k: int, keep_top_k: int, nms_threshold: float,
         normalized: bool, nms_eta: float, background_label: int, name: Any = None, return_index: bool = False) -> Any:
    """What :func:`multiclass_nms` gives, with its offsets, and the boxes' numbers int32 [K, 1] if asked.

    ``scores`` [M, C] and ``bboxes`` [M, C, 4] have the offsets of images instead of a dimension of their own.
    """
    flat = scores.ndim == 2
    counts = numbers(lengths(offsets_of(bboxes, "multiclass_nms"))).astype("int32") if flat else None
    found, index, kept = paddle._C_ops.multiclass_nms3(
        bboxes, scores, counts, score_threshold, nms_top_k, keep_top_k, nms_threshold, normalized, nms_eta,
        background_label)
    lod = [offsets([int(count) for count in kept.numpy()])]
    if return_index:
        index = paddle.to_tensor(index.numpy().reshape(-1, 1).astype(np.int32))
        return with_lod(found.detach(), lod), with_lod(index, lod)
    if not found.shape[0]:
        return with_lod(paddle.full([1, 1], -1.0, bboxes.dtype), [[0, 1]])
    return with_lod(found.detach(), lod)


@offsets_by(_best)
@helper
@dropped(name="results are named by Paddle since 2.0")
def multiclass_nms(bboxes: Any, scores: Any, score_threshold: float, nms_top_k: int, keep_top_k: int,
                   nms_threshold: float = 0.3, normalized: bool = True, nms_eta: float = 1.0,
                   background_label: int = 0, name: str | None = None) -> Any:
    """The boxes that are left of ``bboxes`` [N, M, 4] with ``scores`` [N, C, M]: [K, 6], or [[-1]] for none.

    A row is label, score and box.
    """
    found = paddle._C_ops.multiclass_nms3(bboxes, scores, None, score_threshold, nms_top_k, keep_top_k, nms_threshold,
                                          normalized, nms_eta, background_label)[0].detach()
    return found if found.shape[0] else paddle.full([1, 1], -1.0, bboxes.dtype)


def _with_index(loc: Any, scores: Any, prior_box: Any, prior_box_var: Any, background_label: int, nms_threshold: float,
                nms_top_k: int, keep_top_k: int, score_threshold: float, nms_eta: float, return_index: bool) -> Any:
    boxes = box_coder(prior_box, prior_box_var, loc, code_type="decode_center_size")
    chances = paddle.transpose(F.softmax(scores), [0, 2, 1])
    return _best(bboxes=boxes, scores=chances, score_threshold=score_threshold, nms_top_k=nms_top_k,
                keep_top_k=keep_top_k, nms_threshold=nms_threshold, normalized=True, nms_eta=1.0, background_label=0,
                return_index=return_index)


@offsets_by(_with_index)
@dropped(background_label="1.8.5 ignored it: it was always 0", nms_eta="1.8.5 ignored it: it was always 1")
def detection_output(loc: Any, scores: Any, prior_box: Any, prior_box_var: Any, background_label: int = 0,
                     nms_threshold: float = 0.3, nms_top_k: int = 400, keep_top_k: int = 200,
                     score_threshold: float = 0.01, nms_eta: float = 1.0, return_index: bool = False) -> Any:
    """SSD's boxes [K, 6] from ``loc`` [N, M, 4] and ``scores`` [N, M, C], as of :func:`multiclass_nms`.

    With ``return_index`` their numbers int32 [K, 1] as well, and no row where there is none; migrated code refuses it.
    """
    if return_index:
        raise NotImplementedError("detection_output: return_index has no like in today's Paddle")
    return multiclass_nms(bboxes=box_coder(prior_box=prior_box, prior_box_var=prior_box_var, target_box=loc,
                                           code_type="decode_center_size"),
                          scores=paddle.transpose(x=F.softmax(x=scores), perm=[0, 2, 1]),
                          score_threshold=score_threshold, nms_top_k=nms_top_k, keep_top_k=keep_top_k,
                          nms_threshold=nms_threshold)

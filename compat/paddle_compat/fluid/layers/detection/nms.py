"""The best boxes of those that overlap."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ...._language import dropped, dynamic_only, helper
from ...._lod import lengths, offsets, with_lod
from ...._runtime.offsets import offsets_by, sized_as
from ...._runtime.rows import numbers, offsets_of
from ._arrays import several
from .boxes import box_coder

__all__ = ["detection_output", "matrix_nms", "multiclass_nms"]


def _as_many(bboxes: Any, return_index: bool, **given: Any) -> Any:
    found, index = several(bboxes.shape[0], [bboxes.dtype, bboxes.shape[-1] + 2], ["int32", 1])
    return (found, index) if return_index else found


def _as_many_of(loc: Any, **given: Any) -> Any:
    return _as_many(loc, **given)


@sized_as(_as_many)
@dropped(name="results are named by Paddle since 2.0")
def best_of_images(bboxes: Any, scores: Any, score_threshold: float, nms_top_k: int, keep_top_k: int,
                   nms_threshold: float, normalized: bool, nms_eta: float, background_label: int,
                   return_index: bool = False, name: str | None = None) -> Any:
    """The boxes that are left, [K, 6] with the offsets of images, and their numbers int32 [K, 1] if asked.

    ``scores`` [M, C] and ``bboxes`` [M, C, 4] have the offsets of images instead of a dimension of their own.
    """
    counts = numbers(lengths(offsets_of(bboxes, "multiclass_nms"))).astype("int32") if scores.ndim == 2 else None
    found, index, kept = paddle._C_ops.multiclass_nms3(
        bboxes, scores, counts, score_threshold, nms_top_k, keep_top_k, nms_threshold, normalized, nms_eta,
        background_label)
    lod = [offsets([int(count) for count in kept.numpy()])]
    found = with_lod(found.detach(), lod)
    return (found, with_lod(index.reshape([-1, 1]), lod)) if return_index else found


def _best_or_none(**given: Any) -> Any:
    found = best_of_images(**given)
    return found if found.shape[0] else with_lod(paddle.full([1, 1], -1.0, found.dtype), [[0, 1]])


@dynamic_only("it reads values, which a program has only when it runs: call it on what a run has fetched")
@offsets_by(_best_or_none)
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


def _with_index(loc: Any, scores: Any, prior_box: Any, prior_box_var: Any, return_index: bool,
                **given: Any) -> Any:
    boxes = box_coder(prior_box, prior_box_var, loc, code_type="decode_center_size")
    given.update(bboxes=boxes, scores=paddle.transpose(F.softmax(scores), [0, 2, 1]), normalized=True, nms_eta=1.0,
                 background_label=0)
    return best_of_images(**given, return_index=True) if return_index else _best_or_none(**given)


@sized_as(_as_many_of)
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


def _by_overlaps(name: Any, **given: Any) -> Any:
    found, kept, index = paddle.vision.ops.matrix_nms(**{**given, "return_index": True})
    lod = [offsets([int(count) for count in kept.numpy()])]
    found = with_lod(found.detach(), lod)
    return (found, with_lod(index.reshape([-1, 1]), lod)) if given["return_index"] else found


@sized_as(_as_many)
@offsets_by(_by_overlaps)
@helper
@dropped(name="results are named by Paddle since 2.0")
def matrix_nms(bboxes: Any, scores: Any, score_threshold: float, post_threshold: float, nms_top_k: int, keep_top_k: int,
               use_gaussian: bool = False, gaussian_sigma: float = 2.0, background_label: int = 0,
               normalized: bool = True, return_index: bool = False, name: str | None = None) -> Any:
    """The boxes of ``bboxes`` [N, M, 4] with ``scores`` [N, C, M] lessened by overlaps: [K, 6], label, score and box.

    With ``return_index`` their numbers int32 [K, 1] among all boxes as well.
    """
    found, _, index = paddle.vision.ops.matrix_nms(
        bboxes, scores, score_threshold, post_threshold, nms_top_k, keep_top_k, use_gaussian, gaussian_sigma,
        background_label, normalized, return_index=True)
    return (found.detach(), index.reshape([-1, 1])) if return_index else found.detach()

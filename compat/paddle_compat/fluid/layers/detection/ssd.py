"""SSD: its loss, and the layers that predict its boxes."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ...._language import dropped, of_sequences
from ...._lod import shared
from ...._runtime.offsets import sized_as
from .boxes import box_coder, iou_similarity
from .matching import bipartite_match, hardest, target_assign

__all__ = ["ssd_loss"]


def _one_for_each(location: Any, **given: Any) -> Any:
    return location.sum([1, 2]).unsqueeze(1)


@sized_as(_one_for_each)
@of_sequences
@dropped(sample_size="it counts with another mining_type only, which 1.8.5 had not")
def ssd_loss(location: Any, confidence: Any, gt_box: Any, gt_label: Any, prior_box: Any, prior_box_var: Any = None,
             background_label: int = 0, overlap_threshold: float = 0.5, neg_pos_ratio: float = 3.0,
             neg_overlap: float = 0.5, loc_loss_weight: float = 1.0, conf_loss_weight: float = 1.0,
             match_type: str = "per_prediction", mining_type: str = "max_negative", normalize: bool = True,
             sample_size: int | None = None) -> Any:
    """SSD's loss [N, 1] of the offsets ``location`` [N, M, 4] and the scores ``confidence`` [N, M, C].

    ``gt_box`` [K, 4] and ``gt_label`` [K, 1] have offsets, an image each; ``prior_box`` is [M, 4]. Raises
    ``ValueError`` for another ``mining_type``.
    """
    if mining_type != "max_negative":
        raise ValueError(f"ssd_loss: mining_type is 'max_negative', not {mining_type!r}")
    count, width = confidence.shape[:2]
    overlaps = iou_similarity(gt_box, prior_box)
    rows, near = bipartite_match(shared(overlaps, gt_box), match_type, overlap_threshold)
    label = shared(gt_label.detach().reshape([-1, 1, 1]), gt_label)
    with paddle.no_grad():
        losses = _of_classes(confidence, target_assign(label, rows, mismatch_value=background_label)[0])
        negative = hardest(losses, rows, near, neg_pos_ratio, neg_overlap)
        encoded = box_coder(prior_box, prior_box_var, gt_box, code_type="encode_center_size")
    boxes, of_boxes = target_assign(encoded, rows, mismatch_value=background_label)
    labels, of_labels = target_assign(label, rows, negative, background_label)
    distance = F.smooth_l1_loss(location, boxes, reduction="none").sum(-1)
    loss = conf_loss_weight * (_of_classes(confidence, labels) * of_labels.squeeze(-1)) \
        + loc_loss_weight * (distance * of_boxes.squeeze(-1))
    loss = loss.reshape([count, width]).sum(1, keepdim=True)
    return loss / of_boxes.sum() if normalize else loss


def _of_classes(scores: Any, labels: Any) -> Any:
    return F.cross_entropy(scores, labels.astype("int64"), reduction="none", axis=-1).squeeze(-1)

"""``paddle.fluid.layers.detection``: boxes in images. A box is [xmin, ymin, xmax, ymax]."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._language import differs, dropped, helper
from .._not_yet import not_yet
from .loss import sigmoid_focal_loss

__all__ = [
    "anchor_generator", "box_coder", "detection_output", "iou_similarity", "multiclass_nms", "polygon_box_transform",
    "prior_box", "sigmoid_focal_loss", "yolo_box", "yolov3_loss",
]


@differs("where x is not square, 1.8.5 divided widths by the number of rows; today's boxes are in their places")
@dropped(name="results are named by Paddle since 2.0")
def yolo_box(x: Any, img_size: Any, anchors: Any, class_num: int, conf_thresh: float, downsample_ratio: int,
             clip_bbox: bool = True, name: str | None = None, scale_x_y: float = 1.0) -> Any:
    """The boxes [N, M, 4] and scores [N, M, class_num] of YOLOv3's output ``x`` [N, C, H, W].

    ``img_size`` int32 [N, 2] holds heights and widths; boxes below ``conf_thresh`` are all zero.
    """
    return paddle.vision.ops.yolo_box(x=x, img_size=img_size, anchors=anchors, class_num=class_num,
                                      conf_thresh=conf_thresh, downsample_ratio=downsample_ratio, clip_bbox=clip_bbox,
                                      scale_x_y=scale_x_y)


@dropped(name="results are named by Paddle since 2.0")
def yolov3_loss(x: Any, gt_box: Any, gt_label: Any, anchors: Any, anchor_mask: Any, class_num: int,
                ignore_thresh: float, downsample_ratio: int, gt_score: Any = None, use_label_smooth: bool = True,
                name: str | None = None, scale_x_y: float = 1.0) -> Any:
    """YOLOv3's loss [N] of ``x`` [N, C, H, W] for the boxes ``gt_box`` [N, B, 4] with ``gt_label`` int32 [N, B].

    ``gt_box`` is [x, y, width, height] of the middle, as parts of the image.
    """
    return paddle.vision.ops.yolo_loss(x=x, gt_box=gt_box, gt_label=gt_label, anchors=anchors, anchor_mask=anchor_mask,
                                       class_num=class_num, ignore_thresh=ignore_thresh,
                                       downsample_ratio=downsample_ratio, gt_score=gt_score,
                                       use_label_smooth=use_label_smooth, scale_x_y=scale_x_y)


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


@dropped(background_label="1.8.5 ignored it: it was always 0", nms_eta="1.8.5 ignored it: it was always 1")
def detection_output(loc: Any, scores: Any, prior_box: Any, prior_box_var: Any, background_label: int = 0,
                     nms_threshold: float = 0.3, nms_top_k: int = 400, keep_top_k: int = 200,
                     score_threshold: float = 0.01, nms_eta: float = 1.0, return_index: bool = False) -> Any:
    """SSD's boxes [K, 6] from ``loc`` [N, M, 4] and ``scores`` [N, M, C], as of :func:`multiclass_nms`.

    Raises ``NotImplementedError`` for ``return_index``.
    """
    if return_index:
        raise NotImplementedError("detection_output: return_index is not there yet")
    return multiclass_nms(bboxes=box_coder(prior_box=prior_box, prior_box_var=prior_box_var, target_box=loc,
                                           code_type="decode_center_size"),
                          scores=paddle.transpose(x=F.softmax(x=scores), perm=[0, 2, 1]),
                          score_threshold=score_threshold, nms_top_k=nms_top_k, keep_top_k=keep_top_k,
                          nms_threshold=nms_threshold)


@dropped(name="results are named by Paddle since 2.0")
def box_coder(prior_box: Any, prior_box_var: Any, target_box: Any, code_type: str = "encode_center_size",
              box_normalized: bool = True, name: str | None = None, axis: int = 0) -> Any:
    """``target_box`` as offsets from ``prior_box`` [M, 4], or back again with ``"decode_center_size"``: [N, M, 4]."""
    return paddle.vision.ops.box_coder(prior_box=prior_box, prior_box_var=prior_box_var, target_box=target_box,
                                       code_type=code_type, box_normalized=box_normalized, axis=axis)


@dropped(name="results are named by Paddle since 2.0")
def prior_box(input: Any, image: Any, min_sizes: Any, max_sizes: Any = None, aspect_ratios: Any = [1.0],  # noqa: B006
              variance: Any = [0.1, 0.1, 0.2, 0.2], flip: bool = False, clip: bool = False,  # noqa: B006
              steps: Any = [0.0, 0.0], offset: float = 0.5, name: str | None = None,  # noqa: B006
              min_max_aspect_ratios_order: bool = False) -> Any:
    """SSD's boxes at every pixel of ``input`` [N, C, H, W] in ``image``, and their variances: [H, W, K, 4] each."""
    return paddle.vision.ops.prior_box(input=input, image=image, min_sizes=min_sizes, max_sizes=max_sizes,
                                       aspect_ratios=aspect_ratios, variance=variance, flip=flip, clip=clip,
                                       steps=steps, offset=offset,
                                       min_max_aspect_ratios_order=min_max_aspect_ratios_order)


@helper
@dropped(name="results are named by Paddle since 2.0")
def anchor_generator(input: Any, anchor_sizes: Any = None, aspect_ratios: Any = None,
                     variance: Any = [0.1, 0.1, 0.2, 0.2], stride: Any = None, offset: float = 0.5,  # noqa: B006
                     name: str | None = None) -> Any:
    """Faster R-CNN's anchors at every pixel of ``input`` [N, C, H, W], and their variances: [H, W, K, 4] each.

    K runs over ``aspect_ratios`` (height / width) and then over ``anchor_sizes``; ``stride`` is [width, height].
    """
    height, width = input.shape[2:]
    sizes = anchor_sizes if isinstance(anchor_sizes, (list, tuple)) else [anchor_sizes]
    ratios = aspect_ratios if isinstance(aspect_ratios, (list, tuple)) else [aspect_ratios]
    halves = []
    for ratio in ratios:
        base = int((stride[0] * stride[1] / ratio) ** 0.5 + 0.5)
        for size in sizes:
            across, down = size / stride[0] * base, size / stride[1] * int(base * ratio + 0.5)
            halves.append([-0.5 * (across - 1), -0.5 * (down - 1), 0.5 * (across - 1), 0.5 * (down - 1)])
    x = paddle.arange(width, dtype=input.dtype) * stride[0] + offset * (stride[0] - 1)
    y = paddle.arange(height, dtype=input.dtype) * stride[1] + offset * (stride[1] - 1)
    y, x = paddle.meshgrid(y, x)
    anchors = paddle.stack([x, y, x, y], axis=-1).unsqueeze(2) + paddle.to_tensor(halves, dtype=input.dtype)
    return anchors, paddle.expand(paddle.to_tensor(variance, dtype=input.dtype), anchors.shape)


@helper
@dropped(name="results are named by Paddle since 2.0")
def iou_similarity(x: Any, y: Any, box_normalized: bool = True, name: str | None = None) -> Any:
    """How far each box of ``x`` [N, 4] and of ``y`` [M, 4] overlap: [N, M], intersection by union."""
    edge = 0.0 if box_normalized else 1.0  # boxes in pixels take in their last pixel
    x, y = x.unsqueeze(1), y.unsqueeze(0)
    low, high = paddle.maximum(x[:, :, :2], y[:, :, :2]), paddle.minimum(x[:, :, 2:], y[:, :, 2:])
    shared = paddle.prod(paddle.clip(high - low + edge, min=0.0), axis=-1)
    areas = [paddle.prod(box[:, :, 2:] - box[:, :, :2] + edge, axis=-1) for box in (x, y)]
    return shared / (areas[0] + areas[1] - shared)


@helper
@dropped(name="results are named by Paddle since 2.0")
def polygon_box_transform(input: Any, name: str | None = None) -> Any:
    """Corners from the offsets ``input`` [N, 2K, H, W] of pixels that are 4 apart: x and y by turns."""
    height, width = input.shape[2:]
    y, x = paddle.meshgrid(paddle.arange(height, dtype=input.dtype), paddle.arange(width, dtype=input.dtype))
    return 4.0 * paddle.tile(paddle.stack([x, y]), [input.shape[1] // 2, 1, 1]) - input


__getattr__ = not_yet(__name__)

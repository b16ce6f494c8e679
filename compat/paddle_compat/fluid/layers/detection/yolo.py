"""YOLOv3: its boxes and its loss."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import differs, dropped
from ...._runtime.rows import tried_as

__all__ = ["yolo_box", "yolov3_loss"]


def _of_sizes_int32(x: Any, img_size: Any, *others: Any, **named: Any) -> Any:
    return yolo_box(x, img_size.astype("int32"), *others, **named)


@tried_as(_of_sizes_int32)
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

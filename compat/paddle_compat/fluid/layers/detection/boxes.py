"""Boxes as offsets from others, and how far they overlap. A box is [xmin, ymin, xmax, ymax]."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import dropped, helper, of_sequences, without_gradient
from ...._lod import lengths, lod_of, with_lod
from ...._runtime.offsets import offsets_from, sized_as
from ...._runtime.rows import numbers, offsets_of

__all__ = ["box_clip", "box_coder", "box_decoder_and_assign", "iou_similarity", "polygon_box_transform"]


def _coded(prior_box: Any, target_box: Any, code_type: str, **given: Any) -> Any:
    if code_type == "decode_center_size":
        return paddle.assign(target_box)
    return paddle.zeros([target_box.shape[0], prior_box.shape[0], 4], prior_box.dtype)


@sized_as(_coded)
@offsets_from("target_box")
@dropped(name="results are named by Paddle since 2.0")
def box_coder(prior_box: Any, prior_box_var: Any, target_box: Any, code_type: str = "encode_center_size",
              box_normalized: bool = True, name: str | None = None, axis: int = 0) -> Any:
    """``target_box`` as offsets from ``prior_box`` [M, 4], or back again with ``"decode_center_size"``: [N, M, 4]."""
    return paddle.vision.ops.box_coder(prior_box=prior_box, prior_box_var=prior_box_var, target_box=target_box,
                                       code_type=code_type, box_normalized=box_normalized, axis=axis)


@offsets_from("x")
@helper
@without_gradient("x", "y")
@dropped(name="results are named by Paddle since 2.0")
def iou_similarity(x: Any, y: Any, box_normalized: bool = True, name: str | None = None) -> Any:
    """How far each box of ``x`` [N, 4] and of ``y`` [M, 4] overlap: [N, M], intersection by union."""
    edge = 0.0 if box_normalized else 1.0  # boxes in pixels take in their last pixel
    x, y = x.detach().unsqueeze(1), y.detach().unsqueeze(0)
    low, high = paddle.maximum(x[:, :, :2], y[:, :, :2]), paddle.minimum(x[:, :, 2:], y[:, :, 2:])
    shared = paddle.prod(paddle.clip(high - low + edge, min=0.0), axis=-1)
    areas = [paddle.prod(box[:, :, 2:] - box[:, :, :2] + edge, axis=-1) for box in (x, y)]
    return shared / (areas[0] + areas[1] - shared)


@helper
@without_gradient("input")
@dropped(name="results are named by Paddle since 2.0")
def polygon_box_transform(input: Any, name: str | None = None) -> Any:
    """Corners from the offsets ``input`` [N, 2K, H, W] of pixels that are 4 apart: x and y by turns."""
    height, width = input.shape[2:]
    y, x = paddle.meshgrid(paddle.arange(height, dtype=input.dtype), paddle.arange(width, dtype=input.dtype))
    return 4.0 * paddle.tile(paddle.stack([x, y]), [input.shape[1] // 2, 1, 1]) - input.detach()


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def box_clip(input: Any, im_info: Any, name: str | None = None) -> Any:
    """The boxes ``input`` of each image, cut off at its edges; ``im_info`` [N, 3] has heights, widths and scales."""
    counts = numbers(lengths(offsets_of(input, "box_clip", levels=1)))
    height, width, scale = paddle.split(im_info.detach(), 3, axis=1)
    last = paddle.concat([paddle.floor(width / scale + 0.5), paddle.floor(height / scale + 0.5)], axis=1) - 1.0
    last = paddle.expand(paddle.concat([last, last], axis=1), [counts.shape[0], 4])  # of one image for all
    last = paddle.repeat_interleave(last, counts, axis=0)
    last = last.reshape([-1, *[1] * (input.ndim - 2), 4])
    return with_lod(paddle.clip(paddle.minimum(input.detach(), last), min=0.0), lod_of(input))


@helper
@dropped(name="results are named by Paddle since 2.0")
def box_decoder_and_assign(prior_box: Any, prior_box_var: Any, target_box: Any, box_score: Any, box_clip: float,
                           name: str | None = None) -> Any:
    """The boxes [N, C * 4] that the offsets ``target_box`` make of ``prior_box`` [N, 4], and the likeliest [N, 4].

    ``prior_box_var`` [4] multiplies the offsets, whose logarithms of sizes are at most ``box_clip``. Class 0 of
    ``box_score`` [N, C] is none.
    """
    size = (prior_box[:, 2:] - prior_box[:, :2] + 1.0).unsqueeze(1)
    offsets = target_box.reshape([-1, target_box.shape[1] // 4, 4]) * prior_box_var.flatten()
    middle = offsets[:, :, :2] * size + prior_box[:, :2].unsqueeze(1) + size / 2.0
    half = paddle.exp(paddle.clip(offsets[:, :, 2:], max=box_clip)) * size / 2.0
    boxes = paddle.concat([middle - half, middle + half - 1.0], axis=-1)
    if box_score.shape[1] == 1:
        return boxes.reshape(target_box.shape).detach(), prior_box.detach()
    best = paddle.nn.functional.one_hot(paddle.argmax(box_score[:, 1:], axis=1) + 1, box_score.shape[1])
    chosen = paddle.sum(boxes * best.unsqueeze(-1).astype(boxes.dtype), axis=1)
    return boxes.reshape(target_box.shape).detach(), chosen.detach()

"""The layers that predict boxes and classes from several maps; their parameters are made as those of other layers."""

from __future__ import annotations

from math import floor
from typing import Any

import paddle

from ...._language import dropped, known, layered, left_out
from ...._static.recording import recorded
from ...._static.sizes import convolved
from ...dygraph.layers import Layer
from .. import manipulation
from ..parametric import conv2d
from . import priors

__all__ = ["deformable_conv", "multi_box_head"]

concat, flatten, reshape, transpose, prior_box = (
    recorded(rule) for rule in (manipulation.concat, manipulation.flatten, manipulation.reshape,
                                manipulation.transpose, priors.prior_box))


@dropped(im2col_step="how many images were unrolled at once is Paddle's own business since 2.0")
def deformable_conv(input: Any, offset: Any, mask: Any, num_filters: int, filter_size: Any, stride: Any = 1,
                    padding: Any = 0, dilation: Any = 1, groups: int | None = None,
                    deformable_groups: int | None = None, im2col_step: int | None = None, param_attr: Any = None,
                    bias_attr: Any = None, modulated: bool = True, name: str | None = None) -> Any:
    """A convolution of [N, C, H, W] by new filters, whose points ``offset`` moves and ``mask`` weights.

    Without ``modulated`` the mask is left out. 1.8.5 computed nothing for a batch of less than ``im2col_step``. Raises
    ``ValueError`` where ``groups`` do not divide the channels.
    """
    if known(groups is not None and input.shape[1] % groups):
        raise ValueError(f"deformable_conv: {input.shape[1]} channels are not divisible by groups={groups}")
    if modulated:
        return layered("deformable_conv", lambda: _Deformed(
            in_channels=input.shape[1], out_channels=num_filters, kernel_size=filter_size, stride=stride,
            padding=padding, dilation=dilation,
            deformable_groups=1 if left_out(deformable_groups) else deformable_groups,
            groups=1 if left_out(groups) else groups, weight_attr=param_attr, bias_attr=bias_attr),
            (input, offset, mask),
            convolved(input.shape, num_filters, filter_size, stride, padding, dilation, "NCHW"), name,
            int(bias_attr is not False))
    return layered("deformable_conv", lambda: _Deformed(
        in_channels=input.shape[1], out_channels=num_filters, kernel_size=filter_size, stride=stride,
        padding=padding, dilation=dilation,
        deformable_groups=1 if left_out(deformable_groups) else deformable_groups,
        groups=1 if left_out(groups) else groups, weight_attr=param_attr, bias_attr=bias_attr),
        (input, offset), convolved(input.shape, num_filters, filter_size, stride, padding, dilation, "NCHW"), name,
        int(bias_attr is not False))


class _Deformed(paddle.vision.ops.DeformConv2D, Layer):
    """Today's layer, whose parameters are made as those of fluid's."""


@dropped(name="1.8.5 did not use it, either")
def multi_box_head(inputs: Any, image: Any, base_size: int, num_classes: int, aspect_ratios: Any,
                   min_ratio: int | None = None, max_ratio: int | None = None, min_sizes: Any = None,
                   max_sizes: Any = None, steps: Any = None, step_w: Any = None, step_h: Any = None,
                   offset: float = 0.5, variance: Any = [0.1, 0.1, 0.2, 0.2], flip: bool = True,  # noqa: B006
                   clip: bool = False, kernel_size: int = 1, pad: int = 0, stride: int = 1, name: str | None = None,
                   min_max_aspect_ratios_order: bool = False) -> Any:
    """SSD's offsets [N, M, 4] and scores [N, M, num_classes] of all maps ``inputs``, its boxes and their variances.

    The sizes of the boxes are given, or from ``min_ratio`` to ``max_ratio`` percent of ``base_size``. Raises
    ``ValueError`` for a list that is not as long as ``inputs``.
    """
    if not isinstance(inputs, (list, tuple)):
        raise ValueError("multi_box_head: inputs is a list or tuple")
    if min_sizes is None and max_sizes is None:
        if len(inputs) <= 2:
            raise AssertionError("multi_box_head: two maps or fewer need min_sizes and max_sizes")
        min_sizes, max_sizes = _sizes(base_size, min_ratio, max_ratio, len(inputs))
    lists = {"aspect_ratios": aspect_ratios, "step_h": step_h, "step_w": step_w, "steps": steps}
    for what, given in lists.items():
        if (given if what == "aspect_ratios" else given is not None) and not (
                isinstance(given, (list, tuple)) and len(given) == len(inputs)):
            raise ValueError(f"multi_box_head: {what} should be a list or tuple with one for each of inputs")
    across, down = (step_w, step_h) if steps is None else (steps, steps)
    found = []
    for number, input in enumerate(inputs):
        step = [across[number], down[number]] if across else [0.0, 0.0]
        ratios = _listed(aspect_ratios[number]) if aspect_ratios is not None else []
        box, spread = prior_box(input, image, _listed(min_sizes[number]), _listed(max_sizes[number]), ratios, variance,
                                flip, clip, step, offset, None, min_max_aspect_ratios_order)
        maps = [conv2d(input, box.shape[2] * width, kernel_size, padding=pad, stride=stride)
                for width in (4, num_classes)]
        found.append((*(flatten(transpose(each, [0, 2, 3, 1]), 1) for each in maps), box, spread))
    if len(found) == 1:
        return found[0]
    offsets, scores, boxes, spreads = zip(*found)
    return (reshape(concat(list(offsets), axis=1), [0, -1, 4]), reshape(concat(list(scores), axis=1),
                                                                        [0, -1, num_classes]),
            concat([flatten(box, 3) for box in boxes]), concat([flatten(spread, 3) for spread in spreads]))


def _sizes(base: int, low: Any, high: Any, count: int) -> tuple[list[float], list[float]]:
    step = floor((high - low) / (count - 2))
    ratios = range(low, high + 1, step)
    return ([base * 0.10, *(base * ratio / 100.0 for ratio in ratios)],
            [base * 0.20, *(base * (ratio + step) / 100.0 for ratio in ratios)])


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]

"""Attributes that operators of 1.8.5's have got since, and what they are where nobody says anything: 2.6.2's."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from paddle_migrate.model.program import Op

# attribute, its kind in the file, its value, and the operators
_ADDED = """
use_mkldnn 6 False cast split reshape reshape2 bilinear_interp nearest_interp trilinear_interp bicubic_interp
is_test 6 False norm lstm
flatten 6 False arg_max arg_min cumsum
output_padding 3 [] conv2d_transpose conv3d_transpose depthwise_conv2d_transpose
data_format 2 'NCHW' pixel_shuffle prelu temporal_shift
align_corners 6 True affine_grid grid_sampler
padding_mode 2 'zeros' grid_sampler
mode 2 'bilinear' grid_sampler
quant_axis 0 0 fake_channel_wise_dequantize_max_abs fake_channel_wise_quantize_abs_max
x_num_col_dims 0 1 fake_channel_wise_dequantize_max_abs
pixel_offset 6 True distribute_fpn_proposals
place_type 0 -1 fill_constant
axis 0 0 gather
asvector 6 False p_norm
aligned 6 False roi_align
use_softmax 6 True softmax_with_cross_entropy
threshold 1 20.0 softplus
beta 1 1.0 softplus
axis1 0 0 trace
axis2 0 1 trace
iou_aware 6 False yolo_box
iou_aware_factor 1 0.5 yolo_box
"""


@cache
def _added() -> dict[str, list[tuple[str, int, Any]]]:
    found: dict[str, list[tuple[str, int, Any]]] = {}
    for line in _ADDED.strip().splitlines():
        name, kind, text, *kinds = line.split()
        value = ast.literal_eval(text)
        for each in kinds:
            found.setdefault(each, []).append((name, int(kind), value))
    return found


def complete(op: Op) -> None:
    """Give an operator what later Paddles ask it for."""
    for name, kind, value in _added().get(op.type, ()):
        if name not in op.attrs and not any(each.get("name") == name for each in op.others):
            op.attrs[name], op.kinds[name] = value, kind


def added(kind: str) -> dict[str, Any]:
    """The attributes that a kind of operator has got, and their values."""
    return {name: value for name, _, value in _added().get(kind, ())}

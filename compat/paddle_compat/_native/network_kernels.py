"""Kernels of layers: convolutions, pooling, normalisation, tables."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from .._static import forms
from ..fluid import layers
from .kernels import kernel


def _padding(paddings: Any, algorithm: str) -> Any:
    return list(paddings) if algorithm == "EXPLICIT" else algorithm


@kernel("conv2d depthwise_conv2d", "Output")
def conv2d(Input: Any, Filter: Any, strides: Any, paddings: Any, padding_algorithm: str, dilations: Any, groups: int,
           data_format: str) -> Any:
    return F.conv2d(Input, Filter, None, list(strides), _padding(paddings, padding_algorithm), list(dilations), groups,
                    _images(data_format))


@kernel("conv3d", "Output")
def conv3d(Input: Any, Filter: Any, strides: Any, paddings: Any, padding_algorithm: str, dilations: Any, groups: int,
           data_format: str) -> Any:
    return F.conv3d(Input, Filter, None, list(strides), _padding(paddings, padding_algorithm), list(dilations), groups,
                    data_format)


@kernel("conv2d_transpose depthwise_conv2d_transpose", "Output")
def conv2d_transpose(Input: Any, Filter: Any, strides: Any, paddings: Any, padding_algorithm: str, dilations: Any,
                     groups: int, output_size: Any, data_format: str) -> Any:
    return F.conv2d_transpose(Input, Filter, None, list(strides), _padding(paddings, padding_algorithm), 0,
                              list(dilations), groups, list(output_size) or None, _images(data_format))


def _images(data_format: str) -> str:
    return data_format if data_format == "NHWC" else "NCHW"


@kernel("pool2d", "Out")
def pool2d(X: Any, pooling_type: str, ksize: Any, global_pooling: bool, strides: Any, paddings: Any, exclusive: bool,
           adaptive: bool, ceil_mode: bool, data_format: str, padding_algorithm: str) -> Any:
    if adaptive:
        return layers.adaptive_pool2d(X, list(ksize), pooling_type)
    return layers.pool2d(X, list(ksize), pooling_type, list(strides), _padding(paddings, padding_algorithm),
                         global_pooling, True, ceil_mode, None, exclusive, _images(data_format))


@kernel("batch_norm", "Y")
def batch_norm(X: Any, Scale: Any, Bias: Any, Mean: Any, Variance: Any, is_test: bool, momentum: float, epsilon: float,
               data_layout: str, use_global_stats: bool) -> Any:
    return F.batch_norm(X, Mean, Variance, Scale, Bias, not is_test and not use_global_stats, momentum, epsilon,
                        "NHWC" if data_layout == "NHWC" else "NCHW", use_global_stats or None)


@kernel("layer_norm", "Y")
def layer_norm(X: Any, epsilon: float, begin_norm_axis: int, Scale: Any = None, Bias: Any = None) -> Any:
    flat = X.flatten(begin_norm_axis)
    return F.layer_norm(flat, flat.shape[-1:], Scale, Bias, epsilon).reshape(X.shape)


@kernel("group_norm", "Y")
def group_norm(X: Any, epsilon: float, groups: int, data_layout: str, Scale: Any = None, Bias: Any = None) -> Any:
    if data_layout == "NHWC":
        last = [0, *range(2, X.ndim), 1]
        return group_norm(X.transpose([0, X.ndim - 1, *range(1, X.ndim - 1)]), epsilon, groups, "NCHW", Scale,
                          Bias).transpose(last)
    grouped = X.reshape([X.shape[0], groups, -1])
    even = F.layer_norm(grouped, grouped.shape[2:], epsilon=epsilon).reshape([*X.shape[:2], -1])
    scaled = even if Scale is None else even * Scale.reshape([-1, 1])
    return (scaled if Bias is None else scaled + Bias.reshape([-1, 1])).reshape(X.shape)


@kernel("instance_norm", "Y")
def instance_norm(X: Any, Scale: Any, Bias: Any, epsilon: float) -> Any:
    return F.instance_norm(X, weight=Scale, bias=Bias, eps=epsilon)


@kernel("norm", "Out Norm")
def norm(X: Any, axis: int, epsilon: float) -> Any:
    size = paddle.sqrt(paddle.sum(X * X, axis=axis, keepdim=True) + epsilon)
    return X / size, size


@kernel("lookup_table", "Out")
def lookup_table(W: Any, Ids: Any, padding_idx: int) -> Any:
    return lookup_table_v2(W, Ids.squeeze(-1), padding_idx)


@kernel("lookup_table_v2", "Out")
def lookup_table_v2(W: Any, Ids: Any, padding_idx: int) -> Any:
    return F.embedding(Ids, W, None if padding_idx == -1 else padding_idx)


@kernel("prelu", "Out")
def prelu(X: Any, Alpha: Any, mode: str) -> Any:
    slope = Alpha.reshape([1, -1] + [1] * (X.ndim - 2)) if mode == "channel" else Alpha
    return paddle.where(X > 0, X, slope * X)


@kernel("bilinear_tensor_product", "Out")
def bilinear_tensor_product(X: Any, Y: Any, Weight: Any, Bias: Any = None) -> Any:
    return F.bilinear(X, Y, Weight, Bias)


@kernel("dropout", "Out")
def dropout(X: Any, dropout_prob: float, is_test: bool, fix_seed: bool, seed: int, dropout_implementation: str) -> Any:
    drawn = seed if fix_seed or seed else None
    return forms._dropped(X, dropout_prob, drawn, dropout_implementation, is_test, None)


@kernel("nearest_interp", "Out")
def nearest_interp(X: Any, out_h: int, out_w: int, scale: float, align_corners: bool, data_layout: str,
                   OutSize: Any = None) -> Any:
    return layers.resize_nearest(X, *_size(out_h, out_w, scale, OutSize), align_corners=align_corners,
                                 data_format=_images(data_layout))


@kernel("bilinear_interp", "Out")
def bilinear_interp(X: Any, out_h: int, out_w: int, scale: float, align_corners: bool, align_mode: int,
                    data_layout: str, OutSize: Any = None) -> Any:
    return layers.resize_bilinear(X, *_size(out_h, out_w, scale, OutSize), align_corners=align_corners,
                                  align_mode=align_mode, data_format=_images(data_layout))


def _size(height: int, width: int, scale: float, given: Any) -> tuple[Any, Any]:
    if given is not None:
        return given.numpy().tolist(), None
    return (None, scale) if scale > 0 else ([height, width], None)

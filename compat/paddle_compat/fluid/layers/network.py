"""``paddle.fluid.layers``: pooling, products and the like."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from ..._language import (
    dropped,
    dynamic_only,
    helper,
    in_train_mode,
    known,
    maybe_vector_result,
    without_gradient,
)
from ..._runtime.random import operations
from ..._runtime.random.replay import replayed
from ..._runtime.views import own_memory
from ._resizing import WHOLE, resized

__all__ = [
    "adaptive_pool2d", "clip", "clip_by_norm", "dropout", "image_resize", "l2_normalize", "matmul", "mul", "one_hot",
    "pool2d", "resize_bilinear", "resize_nearest", "scale", "softmax",
]


@dropped(name="results are named by Paddle since 2.0")
def adaptive_pool2d(input: Any, pool_size: Any, pool_type: str = "max", require_index: bool = False,
                    name: str | None = None) -> Any:
    """Pooling of [N, C, H, W] to the spatial size ``pool_size``; with ``require_index`` also where the maxima were."""
    if pool_type == "max":
        return F.adaptive_max_pool2d(x=input, output_size=pool_size, return_mask=require_index)
    return F.adaptive_avg_pool2d(x=input, output_size=pool_size)


@dropped(name="results are named by Paddle since 2.0")
def clip(x: Any, min: float, max: float, name: str | None = None) -> Any:
    """``x`` between ``min`` and ``max``."""
    return F.hardtanh(x=x, min=min, max=max)


@helper
@without_gradient("x")
@dropped(name="results are named by Paddle since 2.0")
def clip_by_norm(x: Any, max_norm: float, name: str | None = None) -> Any:
    """``x``, scaled down to the norm ``max_norm`` if its own is greater."""
    x = x.detach()
    norm = paddle.sqrt(paddle.sum(x * x))
    return x * (max_norm / paddle.clip(norm, min=max_norm))


@own_memory
@replayed(operations.dropout)
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's",
         name="results are named by Paddle since 2.0")
def dropout(x: Any, dropout_prob: float, is_test: bool = False, seed: int | None = None, name: str | None = None,
            dropout_implementation: str = "downgrade_in_infer") -> Any:
    """Drop with probability ``dropout_prob`` while training; "downgrade_in_infer" scales by the rest otherwise."""
    return F.dropout(x=x, p=dropout_prob, training=in_train_mode(is_test),
                     mode="downscale_in_infer" if dropout_implementation == "downgrade_in_infer"
                     else dropout_implementation)


@dynamic_only("sizes in a tensor are known only when a program runs", "actual_shape")
@dropped(name="results are named by Paddle since 2.0")
def image_resize(input: Any, out_shape: Any = None, scale: Any = None, name: str | None = None,
                 resample: str = "BILINEAR", actual_shape: Any = None, align_corners: bool = True,
                 align_mode: int = 1, data_format: str = "NCHW") -> Any:
    """[N, C, H, W] resized to ``out_shape`` [H', W'] or by the factor ``scale``.

    ``resample`` is "BILINEAR" or "NEAREST"; another one raises ``ValueError``.
    """
    size = out_shape if actual_shape is None else actual_shape
    if resample == "NEAREST":
        return resize_nearest(input, out_shape=size, scale=scale, align_corners=align_corners,
                              data_format=data_format)
    if known(resample != "BILINEAR"):
        raise ValueError(f"image_resize: resample is 'BILINEAR' or 'NEAREST', not {resample!r}")
    if known(scale is None or size is not None
             or (isinstance(scale, (int, float)) and (align_corners or scale in WHOLE))):
        return F.interpolate(x=input, size=size, scale_factor=scale if size is None else None,
                             mode="bilinear", align_corners=align_corners, align_mode=align_mode,
                             data_format=data_format)
    return resized(input=input, size=size, scale=scale, mode="bilinear", align_corners=align_corners,
                   align_mode=align_mode, data_format=data_format)


@dynamic_only("sizes in a tensor are known only when a program runs", "actual_shape")
@dropped(name="results are named by Paddle since 2.0")
def resize_bilinear(input: Any, out_shape: Any = None, scale: Any = None, name: str | None = None,
                    actual_shape: Any = None, align_corners: bool = True, align_mode: int = 1,
                    data_format: str = "NCHW") -> Any:
    """[N, C, H, W] resized to ``out_shape`` [H', W'] or by the factor ``scale``, interpolated."""
    size = out_shape if actual_shape is None else actual_shape
    if known(scale is None or size is not None
             or (isinstance(scale, (int, float)) and (align_corners or scale in WHOLE))):
        return F.interpolate(x=input, size=size, scale_factor=scale if size is None else None,
                             mode="bilinear", align_corners=align_corners, align_mode=align_mode,
                             data_format=data_format)
    return resized(input=input, size=size, scale=scale, mode="bilinear", align_corners=align_corners,
                   align_mode=align_mode, data_format=data_format)


@dynamic_only("sizes in a tensor are known only when a program runs", "actual_shape")
@helper
@dropped(name="results are named by Paddle since 2.0")
def resize_nearest(input: Any, out_shape: Any = None, scale: Any = None, name: str | None = None,
                   actual_shape: Any = None, align_corners: bool = True, data_format: str = "NCHW") -> Any:
    """[N, C, H, W] resized to ``out_shape`` [H', W'] or by the factor ``scale``, taking the nearest pixel.

    With ``align_corners`` the corner pixels stay corners, which ``F.interpolate`` cannot do for this mode.
    """
    out_shape, corners = out_shape if actual_shape is None else actual_shape, int(align_corners)
    for which, axis in enumerate((2, 3) if data_format == "NCHW" else (1, 2)):
        size = None if out_shape is None else out_shape[which]
        # In float32, as 1.8.5: a rounding decides which pixel is the nearest.
        # A program knows what is in tensors, and how large a batch is, only when it runs.
        if input.shape[axis] < 0 or paddle.is_tensor(size) or paddle.is_tensor(scale):
            old = paddle.cast(paddle.shape(input)[axis], "float32")
            wanted = paddle.cast(size, "float32") if paddle.is_tensor(size) else size
            new = paddle.clip(old * scale if wanted is None else old * 0.0 + wanted, min=1.0)
            new = paddle.cast(new, "int32")
            step = (old - corners) / paddle.cast(paddle.clip(new - corners, min=1), "float32")
            place = paddle.cast(paddle.cast(paddle.arange(new), "float32") * step, "float64")
            index = paddle.cast(place + 0.5 * corners, "int64")
        else:
            old = np.float32(input.shape[axis])
            new = int(old * np.float32(scale) if size is None else size)
            step = np.float32(old - corners) / np.float32(max(new - corners, 1))
            place = (np.arange(new, dtype="float32") * step).astype("float64")
            index = paddle.to_tensor((place + 0.5 * corners).astype("int64"))
        # Not paddle.gather: Paddle 2.6's gradient of it is wrong along any axis but the first.
        input = paddle.index_select(input, index, axis=axis)
    return input


@helper
@dropped(name="results are named by Paddle since 2.0")
def l2_normalize(x: Any, axis: int | None, epsilon: float = 1e-12, name: str | None = None) -> Any:
    """``x / sqrt(sum(x * x) + epsilon)`` with the sum along ``axis``, by default 1."""
    axis = 0 if x.ndim == 1 else 1 if axis is None else axis
    return x / paddle.sqrt(paddle.sum(x * x, axis=axis, keepdim=True) + epsilon)


@maybe_vector_result
@dropped(name="results are named by Paddle since 2.0")
def matmul(x: Any, y: Any, transpose_x: bool = False, transpose_y: bool = False, alpha: float = 1.0,
           name: str | None = None) -> Any:
    """The matrix product times ``alpha``, over the last two dimensions; of two vectors, shape [1]."""
    if known(alpha == 1.0):
        return paddle.matmul(x=x, y=y, transpose_x=transpose_x, transpose_y=transpose_y)
    return alpha * paddle.matmul(x=x, y=y, transpose_x=transpose_x, transpose_y=transpose_y)


@helper
@dropped(name="results are named by Paddle since 2.0")
def mul(x: Any, y: Any, x_num_col_dims: int = 1, y_num_col_dims: int = 1, name: str | None = None) -> Any:
    """The matrix product of ``x`` and ``y``, whose first ``…_num_col_dims`` dimensions count as rows."""
    # flatten() has no second gradient
    left = x if len(x.shape) == 2 else x.flatten(x_num_col_dims).flatten(0, x_num_col_dims - 1)
    right = y if len(y.shape) == 2 else y.flatten(y_num_col_dims).flatten(0, y_num_col_dims - 1)
    if len(x.shape) == len(y.shape) == 2:
        return paddle.matmul(left, right)
    sizes = [*x.shape[:x_num_col_dims], *y.shape[y_num_col_dims:]]
    if sizes.count(-1) > 1:  # known when the program runs
        asked = [paddle.shape(x)[at] for at in range(x_num_col_dims)]
        asked += [paddle.shape(y)[at] for at in range(y_num_col_dims, len(y.shape))]
        return paddle.matmul(left, right).reshape(asked)
    return paddle.matmul(left, right).reshape(sizes)


def one_hot(input: Any, depth: int, allow_out_of_range: bool = False) -> Any:
    """float32 [..., depth] of the whole numbers ``input`` [..., 1]; all zeros for one out of range, if allowed."""
    if allow_out_of_range:
        return paddle.cast(x=paddle.equal(x=input, y=paddle.arange(end=depth, dtype="int64")), dtype="float32")
    return F.one_hot(x=paddle.squeeze(x=input, axis=-1), num_classes=depth)


@dropped(use_cudnn="the device decides since 2.0", name="results are named by Paddle since 2.0")
def pool2d(input: Any, pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1, pool_padding: Any = 0,
           global_pooling: bool = False, use_cudnn: bool = True, ceil_mode: bool = False, name: str | None = None,
           exclusive: bool = True, data_format: str = "NCHW") -> Any:
    """Pooling over windows of ``pool_size``, or over all of it with ``global_pooling``.

    Raises ``ValueError`` for another ``pool_type`` than ``"max"`` or ``"avg"``, and for a missing ``pool_size``.
    """
    if known(pool_type not in ("max", "avg")):
        raise ValueError(f"pool2d: pool_type is 'max' or 'avg', not {pool_type!r}")
    if known(not global_pooling and pool_size == -1):
        raise ValueError("pool2d: pool_size is needed unless global_pooling is True")
    if global_pooling and pool_type == "max" and data_format == "NCHW":  # max() has a gradient for each of several
        return F.adaptive_max_pool2d(x=input, output_size=1)
    if global_pooling and pool_type == "max":
        return paddle.transpose(x=F.adaptive_max_pool2d(x=paddle.transpose(x=input, perm=[0, 3, 1, 2]), output_size=1),
                                perm=[0, 2, 3, 1])
    if global_pooling:
        return paddle.mean(x=input, axis=[2, 3] if data_format == "NCHW" else [1, 2], keepdim=True)
    if known(pool_type == "max"):
        return F.max_pool2d(x=input, kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                            ceil_mode=ceil_mode, data_format=data_format)
    if known(ceil_mode and not exclusive and pool_type == "avg" and pool_padding not in ("SAME", "VALID")):
        return F.avg_pool2d(x=F.pad(x=input, pad=reached_sides(pool_stride, pool_padding, data_format),
                                    data_format=data_format),
                            kernel_size=pool_size, stride=pool_stride, exclusive=False, data_format=data_format)
    if not exclusive and pool_type == "avg" and pool_padding in ("SAME", "same"):
        return same_averages(x=input, kernel_size=pool_size, stride=pool_stride, data_format=data_format)
    if not exclusive and pool_type == "avg" and isinstance(pool_padding, (list, tuple)):
        return padded_averages(x=input, kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                               data_format=data_format)
    if known(pool_type == "avg" and (exclusive or not ceil_mode)):
        return F.avg_pool2d(x=input, kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                            ceil_mode=ceil_mode, exclusive=exclusive, data_format=data_format)
    return pool2d_of_type(x=input, kernel_size=pool_size, kind=pool_type, stride=pool_stride, padding=pool_padding,
                          ceil_mode=ceil_mode, exclusive=exclusive, data_format=data_format)


@helper
def whole_averages(kernel_size: Any, stride: Any = 1, padding: Any = 0) -> Any:
    """Averages over windows as many as reach every element; what lies beyond the edges counts as zeros."""
    return nn.Sequential(nn.Pad2D(reached_sides(stride, padding)), nn.AvgPool2D(kernel_size, stride, exclusive=False))


@helper
def reached_sides(stride: Any, padding: Any, data_format: str = "NCHW") -> list[int]:
    """How far windows that reach every element reach beyond the left, right, top and bottom."""
    down, across = [stride] * 2 if isinstance(stride, int) else stride
    left, right, top, bottom = padded_sides([padding] * 2 if isinstance(padding, int) else padding, 2, data_format)
    return [left, right + across - 1, top, bottom + down - 1]


@helper
def padded_sides(padding: Any, dimensions: int, data_format: str) -> list[int]:
    """How far a padding goes beyond each side, the last dimension first."""
    sides = list(padding)
    if not isinstance(sides[0], int):  # of every dimension
        sides = [each for pair in (sides[1:-1] if data_format[-1] == "C" else sides[2:]) for each in pair]
    elif len(sides) == dimensions:
        sides = [each for side in sides for each in (side, side)]
    return [each for place in range(len(sides) - 2, -1, -2) for each in sides[place : place + 2]]


@helper
def padded_averages(x: Any, kernel_size: Any, stride: Any, padding: Any, data_format: str) -> Any:
    """Averages over windows of which each counts as a whole; what lies beyond the edges counts as zeros."""
    dimensions = len(data_format) - 2
    pool = F.avg_pool2d if dimensions == 2 else F.avg_pool3d
    padded = F.pad(x, padded_sides(padding, dimensions, data_format), data_format=data_format)
    return pool(padded, kernel_size, stride, exclusive=False, data_format=data_format)


@helper
def same_averages(x: Any, kernel_size: Any, stride: Any = 1, data_format: str = "NCHW") -> Any:
    """Averages over windows with the padding "SAME"; what lies beyond the edges counts as zeros."""
    sizes = list(x.shape[2:] if data_format in ("NCHW", "NCDHW") else x.shape[1:-1])
    if -1 in sizes:
        raise ValueError("an average with padding 'SAME' and exclusive=False is of images whose sizes are known")
    windows = [kernel_size] * len(sizes) if isinstance(kernel_size, int) else kernel_size
    steps = [stride] * len(sizes) if isinstance(stride, int) else stride
    sides: list[int] = []
    for size, window, step in zip(sizes, windows, steps):
        more = max((-(-size // step) - 1) * step + window - size, 0)
        sides = [more // 2, more - more // 2, *sides]
    pool = F.avg_pool2d if len(sizes) == 2 else F.avg_pool3d
    padded = F.pad(x, sides, data_format=data_format)
    return pool(padded, kernel_size, stride, exclusive=False, data_format=data_format)


@helper
def pool2d_of_type(x: Any, kernel_size: Any, kind: str, stride: Any = 1, padding: Any = 0, ceil_mode: bool = False,
                   exclusive: bool = True, data_format: str = "NCHW") -> Any:
    """Pooling of the ``kind`` "max" or "avg"."""
    if kind not in ("max", "avg"):
        raise ValueError(f"pool_type is 'max' or 'avg', not {kind!r}")
    if kind == "max":
        return F.max_pool2d(x, kernel_size, stride, padding, ceil_mode=ceil_mode, data_format=data_format)
    if not exclusive and padding in ("SAME", "same"):
        return same_averages(x, kernel_size, stride, data_format)
    if not exclusive and ceil_mode and padding != "VALID":
        x = F.pad(x, reached_sides(stride, padding, data_format), data_format=data_format)
        return F.avg_pool2d(x, kernel_size, stride, exclusive=False, data_format=data_format)
    if isinstance(padding, (list, tuple)) and not exclusive and not ceil_mode:
        return padded_averages(x, kernel_size, stride, padding, data_format)
    return F.avg_pool2d(x, kernel_size, stride, padding, ceil_mode, exclusive, data_format=data_format)


@dropped(act="1.8.5 ignored it in dygraph mode", name="results are named by Paddle since 2.0")
def scale(x: Any, scale: Any = 1.0, bias: float = 0.0, bias_after_scale: bool = True, act: str | None = None,
          name: str | None = None) -> Any:
    """``scale * x + bias``, or ``scale * (x + bias)`` if not ``bias_after_scale``."""
    return paddle.scale(x=x, scale=scale, bias=bias, bias_after_scale=bias_after_scale)


@dropped(use_cudnn="the device decides since 2.0", name="results are named by Paddle since 2.0")
def softmax(input: Any, use_cudnn: bool = False, name: str | None = None, axis: int = -1) -> Any:
    """Softmax along ``axis``, in the shape of ``input``."""
    return F.softmax(x=input, axis=axis)

"""``paddle.fluid.layers``: images and volumes."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._language import activate, dropped, dynamic_only, helper, known
from ..._runtime.offsets import counted
from ._resizing import WHOLE, resized
from .network import image_resize, padded_averages, resize_nearest, same_averages

__all__ = [
    "adaptive_pool3d", "affine_channel", "affine_grid", "crop", "crop_tensor", "grid_sampler", "image_resize_short",
    "interpolate", "lrn", "maxout", "pad_constant_like", "pixel_shuffle", "pool3d", "resize_trilinear", "roi_align",
    "roi_pool", "shuffle_channel", "space_to_depth", "temporal_shift", "unfold",
]


@dropped(name="results are named by Paddle since 2.0")
def adaptive_pool3d(input: Any, pool_size: Any, pool_type: str = "max", require_index: bool = False,
                    name: str | None = None) -> Any:
    """Pooling of [N, C, D, H, W] to the size ``pool_size``; with ``require_index`` also where the maxima were."""
    if pool_type == "max":
        return F.adaptive_max_pool3d(x=input, output_size=pool_size, return_mask=require_index)
    return F.adaptive_avg_pool3d(x=input, output_size=pool_size)


@dropped(name="results are named by Paddle since 2.0")
def affine_channel(x: Any, scale: Any = None, bias: Any = None, data_layout: str = "NCHW", name: str | None = None,
                   act: Any = None) -> Any:
    """``scale * x + bias``, ``scale`` and ``bias`` [C] one number for each channel, then the activation ``act``.

    Raises ``ValueError`` without both.
    """
    if known(scale is None):
        raise ValueError("affine_channel: scale is needed")
    if known(bias is None):
        raise ValueError("affine_channel: bias is needed")
    if data_layout == "NCHW":
        return activate(x * paddle.reshape(x=scale, shape=[1, -1, 1, 1])
                        + paddle.reshape(x=bias, shape=[1, -1, 1, 1]), act)
    return activate(x * scale + bias, act)


@dropped(name="results are named by Paddle since 2.0")
def affine_grid(theta: Any, out_shape: Any, name: str | None = None) -> Any:
    """The points [N, H, W, 2] that the maps ``theta`` [N, 2, 3] send the pixels of ``out_shape`` [N, C, H, W] to."""
    return F.affine_grid(theta=theta, out_shape=out_shape)


@dropped(name="results are named by Paddle since 2.0")
def crop(x: Any, shape: Any = None, offsets: Any = None, name: str | None = None) -> Any:
    """The part of ``x`` in ``shape``, a list or a tensor of that shape, that begins at ``offsets`` (by default 0).

    Raises ``ValueError`` without ``shape``.
    """
    if known(shape is None):
        raise ValueError("crop: shape is needed")
    if isinstance(shape, (list, tuple)):
        return paddle.crop(x=x, shape=shape, offsets=offsets)
    return paddle.crop(x=x, shape=shape.shape, offsets=offsets)


@dropped(name="results are named by Paddle since 2.0")
def crop_tensor(x: Any, shape: Any = None, offsets: Any = None, name: str | None = None) -> Any:
    """The part of ``x`` in ``shape``, numbers or a tensor of them, that begins at ``offsets`` (by default 0)."""
    return paddle.crop(x=x, shape=shape, offsets=offsets)


@dropped(name="results are named by Paddle since 2.0")
def grid_sampler(x: Any, grid: Any, name: str | None = None) -> Any:
    """``x`` [N, C, H, W] at the points ``grid`` [N, H', W', 2], corners at -1 and 1, interpolated."""
    return F.grid_sample(x=x, grid=grid)


@helper
def short_size(image: Any, short: int) -> list[int]:
    """The size [height, width] of [N, C, H, W] when its shorter side is made ``short``, keeping its proportions."""
    height, width = image.shape[2:4]
    if height <= width:
        return [short, int(float(width) * (float(short) / float(height)) + 0.5)]
    return [int(float(height) * (float(short) / float(width)) + 0.5), short]


def image_resize_short(input: Any, out_short_len: int, resample: str = "BILINEAR") -> Any:
    """[N, C, H, W] resized until the shorter side is ``out_short_len``, keeping its proportions."""
    return image_resize(input, out_shape=short_size(input, out_short_len), resample=resample)


@dropped(name="results are named by Paddle since 2.0")
def interpolate(input: Any, out_shape: Any = None, scale: Any = None, name: str | None = None,
                resample: str = "BILINEAR", actual_shape: Any = None, align_corners: bool = True,
                align_mode: int = 1, data_format: str = "NCHW") -> Any:
    """``input`` resized to ``out_shape`` or by the factor ``scale``: "BILINEAR", "TRILINEAR", "BICUBIC", "NEAREST".

    Raises ``ValueError`` for another ``resample``.
    """
    if known(resample not in ("BILINEAR", "TRILINEAR", "BICUBIC", "NEAREST")):
        raise ValueError(f"interpolate: there is no resample={resample!r}")
    size = out_shape if actual_shape is None else actual_shape
    if resample == "NEAREST":
        return resize_nearest(input, out_shape=size, scale=scale, align_corners=align_corners,
                              data_format=data_format)
    if known(scale is None or size is not None
             or (isinstance(scale, (int, float)) and (align_corners or scale in WHOLE))):
        return F.interpolate(x=input, size=size, scale_factor=scale if size is None else None,
                             mode="trilinear" if resample == "TRILINEAR" else "bicubic" if resample == "BICUBIC"
                             else "bilinear",
                             align_corners=align_corners, align_mode=align_mode, data_format=data_format)
    return resized(input=input, size=size, scale=scale,
                   mode="trilinear" if resample == "TRILINEAR" else "bicubic" if resample == "BICUBIC" else "bilinear",
                   align_corners=align_corners, align_mode=align_mode, data_format=data_format)


@dropped(name="results are named by Paddle since 2.0")
def lrn(input: Any, n: int = 5, k: float = 1.0, alpha: float = 0.0001, beta: float = 0.75,
        name: str | None = None, data_format: str = "NCHW") -> Any:
    """``input / (k + alpha * sum) ** beta``, the sum of squares over ``n`` neighbouring channels."""
    return F.local_response_norm(x=input, size=n, alpha=alpha * n, beta=beta, k=k, data_format=data_format)


@dropped(name="results are named by Paddle since 2.0")
def maxout(x: Any, groups: int, name: str | None = None, axis: int = 1) -> Any:
    """The greatest of every ``groups`` channels, which lie along ``axis``."""
    return F.maxout(x=x, groups=groups, axis=axis)


@dynamic_only("the sizes are known only when a program runs; write it with paddle.shape()")
@helper
@dropped(name="results are named by Paddle since 2.0")
def pad_constant_like(x: Any, y: Any, pad_value: float = 0.0, name: str | None = None) -> Any:
    """``y`` with ``pad_value`` after it in each dimension, until it has the shape of ``x``."""
    after = [have for wanted, size in zip(x.shape, y.shape) for have in (0, wanted - size)]
    return paddle.nn.functional.pad(y, after, value=pad_value)


def pixel_shuffle(x: Any, upscale_factor: int) -> Any:
    """[N, C, H, W] made [N, C / r / r, H * r, W * r]."""
    return F.pixel_shuffle(x=x, upscale_factor=upscale_factor)


@dropped(use_cudnn="the device decides since 2.0", name="results are named by Paddle since 2.0")
def pool3d(input: Any, pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1, pool_padding: Any = 0,
           global_pooling: bool = False, use_cudnn: bool = True, ceil_mode: bool = False, name: str | None = None,
           exclusive: bool = True, data_format: str = "NCDHW") -> Any:
    """Pooling over windows of ``pool_size``, or over all of it with ``global_pooling``.

    Raises ``ValueError`` for another ``pool_type`` than ``"max"`` or ``"avg"``, and for a missing ``pool_size``.
    """
    if known(pool_type not in ("max", "avg")):
        raise ValueError(f"pool3d: pool_type is 'max' or 'avg', not {pool_type!r}")
    if known(not global_pooling and pool_size == -1):
        raise ValueError("pool3d: pool_size is needed unless global_pooling is True")
    if global_pooling and pool_type == "max":
        # Not paddle.max: Paddle 3's gradient of it is wrong along several of five dimensions.
        return F.max_pool3d(x=input, kernel_size=input.shape[2:5] if data_format == "NCDHW" else input.shape[1:4],
                            data_format=data_format)
    if global_pooling:
        return paddle.mean(x=input, axis=[2, 3, 4] if data_format == "NCDHW" else [1, 2, 3], keepdim=True)
    if pool_type == "max":
        return F.max_pool3d(x=input, kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                            ceil_mode=ceil_mode, data_format=data_format)
    if not exclusive and pool_padding in ("SAME", "same"):
        return same_averages(x=input, kernel_size=pool_size, stride=pool_stride, data_format=data_format)
    if not exclusive and not ceil_mode and isinstance(pool_padding, (list, tuple)):
        return padded_averages(x=input, kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                               data_format=data_format)
    return F.avg_pool3d(x=input, kernel_size=pool_size, stride=pool_stride, padding=pool_padding,
                        ceil_mode=ceil_mode, exclusive=exclusive, data_format=data_format)


@dropped(name="results are named by Paddle since 2.0")
def resize_trilinear(input: Any, out_shape: Any = None, scale: Any = None, name: str | None = None,
                     actual_shape: Any = None, align_corners: bool = True, align_mode: int = 1,
                     data_format: str = "NCDHW") -> Any:
    """[N, C, D, H, W] resized to ``out_shape`` [D', H', W'] or by the factor ``scale``, interpolated."""
    size = out_shape if actual_shape is None else actual_shape
    if known(scale is None or size is not None
             or (isinstance(scale, (int, float)) and (align_corners or scale in WHOLE))):
        return F.interpolate(x=input, size=size, scale_factor=scale if size is None else None,
                             mode="trilinear", align_corners=align_corners, align_mode=align_mode,
                             data_format=data_format)
    return resized(input=input, size=size, scale=scale, mode="trilinear", align_corners=align_corners,
                   align_mode=align_mode, data_format=data_format)


@counted("rois", into="rois_lod")
@dropped(name="results are named by Paddle since 2.0")
def roi_align(input: Any, rois: Any, pooled_height: int = 1, pooled_width: int = 1, spatial_scale: float = 1.0,
              sampling_ratio: int = -1, name: str | None = None, rois_lod: Any = None) -> Any:
    """The boxes ``rois`` [R, 4] cut out of ``input`` [N, C, H, W] by interpolation: [R, C, height, width].

    ``rois_lod`` int64 [N + 1] says where each image's boxes begin, unless the offsets of ``rois`` do. Raises
    ``NotImplementedError`` without either: Paddle has no LoD tensors any more.
    """
    if rois_lod is None:
        raise NotImplementedError("roi_align: give rois_lod; Paddle has no LoD tensors any more")
    return paddle.vision.ops.roi_align(x=input, boxes=rois, boxes_num=paddle.cast(paddle.diff(rois_lod), "int32"),
                                       output_size=(pooled_height, pooled_width), spatial_scale=spatial_scale,
                                       sampling_ratio=sampling_ratio, aligned=False)


@counted("rois", into="rois_lod")
def roi_pool(input: Any, rois: Any, pooled_height: int = 1, pooled_width: int = 1, spatial_scale: float = 1.0,
             rois_lod: Any = None) -> Any:
    """The greatest values in the parts of each of the boxes ``rois`` [R, 4] in ``input``: [R, C, height, width].

    ``rois_lod`` as of :func:`roi_align`.
    """
    if rois_lod is None:
        raise NotImplementedError("roi_pool: give rois_lod; Paddle has no LoD tensors any more")
    return paddle.vision.ops.roi_pool(x=input, boxes=rois, boxes_num=paddle.cast(paddle.diff(rois_lod), "int32"),
                                      output_size=(pooled_height, pooled_width), spatial_scale=spatial_scale)


@dropped(name="results are named by Paddle since 2.0")
def shuffle_channel(x: Any, group: int, name: str | None = None) -> Any:
    """The channels of [N, C, H, W] dealt out to ``group`` groups."""
    return F.channel_shuffle(x=x, groups=group)


@helper
@dropped(name="results are named by Paddle since 2.0")
def space_to_depth(x: Any, blocksize: int, name: str | None = None) -> Any:
    """[N, C, H, W] made [N, C * b * b, H / b, W / b], as 1.8's operator laid them out."""
    batch, channels, height, width = x.shape
    deep = x.reshape([batch, blocksize, blocksize, channels // (blocksize * blocksize), height, width])
    return deep.transpose([0, 3, 4, 1, 5, 2]).reshape(
        [batch, channels * blocksize * blocksize, height // blocksize, width // blocksize])


@dropped(name="results are named by Paddle since 2.0")
def temporal_shift(x: Any, seg_num: int, shift_ratio: float = 0.25, name: str | None = None) -> Any:
    """Parts of the channels of [N * T, C, H, W] moved one of the ``seg_num`` time steps back or on."""
    return F.temporal_shift(x=x, seg_num=seg_num, shift_ratio=shift_ratio)


@dropped(name="results are named by Paddle since 2.0")
def unfold(x: Any, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1,
           name: str | None = None) -> Any:
    """The windows of [N, C, H, W] as columns: [N, C * h * w, windows]."""
    return F.unfold(x=x, kernel_sizes=kernel_sizes, strides=strides, paddings=paddings, dilations=dilations)

"""``paddle.fluid.layers.nn``: the functions that make parameters: dygraph mode's layers, made with the input's sizes.

In static mode the parameters are the program's; in dygraph mode each call makes new ones, as it did in 1.8.5.
"""

from __future__ import annotations

import copy
from math import prod
from typing import Any

import paddle
import paddle.nn.functional as F

from ..._language import at_run_time, known, layered, left_out, sized, with_arguments
from ..._lod import shared
from ..._runtime.layer_arguments import activate
from ..._static.sizes import channels_last, convolved, padded, widened
from ..dygraph import nn, unsized
from ..dygraph.layers import Layer

__all__ = [
    "batch_norm", "bilinear_tensor_product", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose", "embedding",
    "fc", "group_norm", "instance_norm", "layer_norm", "prelu", "spectral_norm",
]


def _before(bias_attr: Any, act: Any) -> int:
    """How many temporary results come before that of a layer with such a bias and activation."""
    return (bias_attr is not False) + (act is not None)


def fc(input: Any, size: int, num_flatten_dims: int = 1, param_attr: Any = None, bias_attr: Any = None,
       act: str | None = None, name: str | None = None) -> Any:
    """``input``, its dimensions from ``num_flatten_dims`` on made one, times a new weight; of a list, the sum of such.

    ``param_attr`` may be a list, too: an attribute for each input.
    """
    if known(isinstance(input, (list, tuple))):
        return _sum_of_products(input, size, num_flatten_dims, param_attr, bias_attr, act, name)
    return layered("fc", lambda: at_run_time(_Flattening, unsized.FC(input, "", size, num_flatten_dims, param_attr,
                                                                     bias_attr, act),
                                       _from_front(input, num_flatten_dims)),
                   (input,), (*input.shape[:num_flatten_dims], size), name, _before(bias_attr, act))


def _from_front(input: Any, axis: int) -> int:
    return axis if axis > 0 else len(input.shape) + axis


class _Flattening(Layer):
    """A layer of inputs whose dimensions from ``start`` on are made one."""

    def __init__(self, inner: Any, start: int) -> None:
        super().__init__()
        self.inner, self.starts = inner, [start]

    def forward(self, input: Any) -> Any:
        (start,) = self.starts
        return self.inner(input if input.ndim == start + 1 else shared(input.flatten(start), input))


def _sum_of_products(inputs: Any, size: int, num_flatten_dims: int, param_attr: Any, bias_attr: Any, act: str | None,
                     name: str | None) -> Any:
    """:func:`fc` of a list."""
    attributes = list(param_attr) if isinstance(param_attr, (list, tuple)) else [param_attr] * len(inputs)
    starts = [_from_front(each, num_flatten_dims) for each in inputs]
    before = len(inputs) - 1 + (len(inputs) > 1) + _before(bias_attr, act)

    def make() -> Any:
        biases = [False] * (len(inputs) - 1) + [bias_attr]
        return _Products([nn.Linear(prod(each.shape[start:]), size, attribute, bias) for each, start, attribute, bias
                          in zip(inputs, starts, attributes, biases)], starts, act)

    return layered("fc", make, tuple(inputs), (*inputs[0].shape[: starts[0]], size), name, before)


class _Products(Layer):
    """Linear layers whose results are added up, each of an input with its last dimensions made one."""

    def __init__(self, linear: list[Any], starts: list[int], act: str | None) -> None:
        super().__init__()
        self.linear, self.starts, self.act = paddle.nn.LayerList(linear), starts, act

    def forward(self, *inputs: Any) -> Any:
        products = [layer(each if each.ndim == start + 1 else each.flatten(start))
                    for layer, each, start in zip(self.linear, inputs, self.starts)]
        total = products[0] if len(products) == 1 else paddle.add_n(products)
        return activate(shared(total, inputs[0]), self.act)


def conv2d(input: Any, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
           groups: int | None = None, param_attr: Any = None, bias_attr: Any = None, use_cudnn: bool = True,
           act: str | None = None, name: str | None = None, data_format: str = "NCHW") -> Any:
    """A convolution of [N, C, H, W] by new filters; of [N, H, W, C] with ``data_format="NHWC"``."""
    return layered(_kind("conv2d", input, num_filters, groups, use_cudnn, data_format),
                   lambda: _spread(unsized.Conv2D(sized(input, data_format), "", num_filters, filter_size, stride, 0,
                                                  dilation, groups, param_attr, bias_attr, use_cudnn, act),
                                   padding, data_format),
                   (input,), convolved(input.shape, num_filters, filter_size, stride, padding, dilation, data_format),
                   name, _before(bias_attr, act))


def _kind(name: str, input: Any, num_filters: int, groups: int | None, use_cudnn: bool, data_format: str) -> str:
    """1.8.5's operator: one of its own where each channel has filters of its own."""
    channels = sized(input, data_format).shape[1]
    own = num_filters % channels == 0 if name == "conv2d" else num_filters == channels
    return f"depthwise_{name}" if channels == groups and own and not use_cudnn else name


def _spread(layer: Any, padding: Any, data_format: str) -> Any:
    """A convolution with any of the forms of padding, of either format."""
    return with_arguments(at_run_time(channels_last, at_run_time(padded, layer, padding, data_format), data_format),
                          padding=padding, data_format=data_format)


def conv3d(input: Any, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
           groups: int | None = None, param_attr: Any = None, bias_attr: Any = None, use_cudnn: bool = True,
           act: str | None = None, name: str | None = None, data_format: str = "NCDHW") -> Any:
    """A convolution of [N, C, D, H, W] by new filters; of [N, D, H, W, C] with ``data_format="NDHWC"``."""
    return layered("conv3d",
                   lambda: _spread(unsized.Conv3D(sized(input, data_format), "", num_filters, filter_size, stride, 0,
                                                  dilation, groups, param_attr, bias_attr, use_cudnn, act),
                                   padding, data_format),
                   (input,), convolved(input.shape, num_filters, filter_size, stride, padding, dilation, data_format),
                   name, _before(bias_attr, act))


def conv2d_transpose(input: Any, num_filters: int, output_size: Any = None, filter_size: Any = None, padding: Any = 0,
                     stride: Any = 1, dilation: Any = 1, groups: int | None = None, param_attr: Any = None,
                     bias_attr: Any = None, use_cudnn: bool = True, act: str | None = None, name: str | None = None,
                     data_format: str = "NCHW") -> Any:
    """A transposed convolution of [N, C, H, W]; without ``filter_size`` by the one that gives ``output_size``."""
    window = (_window(sized(input, data_format), output_size, padding, stride, dilation)
              if left_out(filter_size) else filter_size)
    return layered(_kind("conv2d_transpose", input, num_filters, groups, use_cudnn, data_format),
                   lambda: _spread(unsized.Conv2DTranspose(sized(input, data_format), "", num_filters, output_size,
                                                           window, 0, stride, dilation, groups, param_attr, bias_attr,
                                                           use_cudnn, act), padding, data_format),
                   (input,), widened(input.shape, num_filters, window, stride, padding, dilation, output_size,
                                     data_format), name, _before(bias_attr, act))


def conv3d_transpose(input: Any, num_filters: int, output_size: Any = None, filter_size: Any = None, padding: Any = 0,
                     stride: Any = 1, dilation: Any = 1, groups: int | None = None, param_attr: Any = None,
                     bias_attr: Any = None, use_cudnn: bool = True, act: str | None = None, name: str | None = None,
                     data_format: str = "NCDHW") -> Any:
    """A transposed convolution of [N, C, D, H, W]; ``output_size`` serves to find a missing ``filter_size`` only."""
    window = (_window(sized(input, data_format), output_size, padding, stride, dilation)
              if left_out(filter_size) else filter_size)
    bias = True if left_out(bias_attr) else bias_attr  # None would be dygraph mode's idle bias
    return layered("conv3d_transpose",
                   lambda: _spread(unsized.Conv3DTranspose(sized(input, data_format), "", num_filters, None, window, 0,
                                                           stride, dilation, groups, param_attr, bias, use_cudnn, act),
                                   padding, data_format),
                   (input,), widened(input.shape, num_filters, window, stride, padding, dilation, None, data_format),
                   name, _before(bias_attr, act))


def _window(input: Any, output_size: Any, padding: Any, stride: Any, dilation: Any) -> Any:
    return unsized.fitting_filter(input.shape[2:], output_size, padding, stride, dilation)


def batch_norm(input: Any, act: str | None = None, is_test: bool = False, momentum: Any = 0.9, epsilon: float = 1e-05,
               param_attr: Any = None, bias_attr: Any = None, data_layout: str = "NCHW", in_place: bool = False,
               name: str | None = None, moving_mean_name: str | None = None, moving_variance_name: str | None = None,
               do_model_average_for_mean_and_var: bool = True, use_global_stats: bool = False) -> Any:
    """Batch normalisation of [N, C, ...], or of [N, ..., C] with ``data_layout="NHWC"``."""
    return layered("batch_norm",
                   lambda: with_arguments(unsized.BatchNorm(
                       input, "", input.shape[1] if data_layout == "NCHW" else input.shape[-1], act, is_test, momentum,
                       epsilon, param_attr, bias_attr, "float32", data_layout, False, moving_mean_name,
                       moving_variance_name, do_model_average_for_mean_and_var, False, use_global_stats),
                       is_test=is_test),
                   (input,), input.shape, name, (0 if in_place else 1) + 1 + (act is not None), is_test=is_test)


def layer_norm(input: Any, scale: bool = True, shift: bool = True, begin_norm_axis: int = 1, epsilon: float = 1e-05,
               param_attr: Any = None, bias_attr: Any = None, act: str | None = None, name: str | None = None) -> Any:
    """Normalisation over the dimensions of ``input`` from ``begin_norm_axis`` on."""
    return layered("layer_norm",
                   lambda: at_run_time(_OfFlat, nn.LayerNorm(input.shape[begin_norm_axis:], scale, shift, epsilon,
                                                             param_attr, bias_attr, act), begin_norm_axis),
                   (input,), input.shape, name, 2 + (act is not None))


class _OfFlat(Layer):
    """A layer of inputs whose dimensions from ``axis`` on are made one; its results get them again."""

    def __init__(self, inner: Any, axis: int) -> None:
        super().__init__()
        self.inner, self.axis = inner, axis
        inner._normalized_shape, inner.of_program = [prod(inner._normalized_shape)], True  # flat, as the parameters are

    def forward(self, input: Any) -> Any:
        flat = input.ndim == self.axis + 1
        return self.inner(input) if flat else self.inner(input.flatten(self.axis)).reshape(input.shape)


def group_norm(input: Any, groups: int, epsilon: float = 1e-05, param_attr: Any = None, bias_attr: Any = None,
               act: str | None = None, data_layout: str = "NCHW", name: str | None = None) -> Any:
    """Normalisation of [N, C, ...] over groups of channels; without an attribute there is no parameter."""
    return layered("group_norm",
                   lambda: at_run_time(channels_last, unsized.GroupNorm(sized(input, data_layout), "", groups, epsilon,
                                                                        param_attr, bias_attr, act), data_layout),
                   (input,), input.shape, name)


def instance_norm(input: Any, epsilon: float = 1e-05, param_attr: Any = None, bias_attr: Any = None,
                  name: str | None = None) -> Any:
    """Normalisation of each channel of each sample of [N, C, ...]."""
    return layered("instance_norm", lambda: nn.InstanceNorm(input.shape[1], epsilon, param_attr, bias_attr), (input,),
                   input.shape, name, 2)


def embedding(input: Any, size: Any, is_sparse: bool = False, is_distributed: bool = False,
              padding_idx: int | None = None, param_attr: Any = None, dtype: str = "float32") -> Any:
    """The rows of a new table of shape ``size`` that ``input`` int64 [..., 1] names: [..., size[1]]."""
    return layered("embedding",
                   lambda: at_run_time(_Rows, with_arguments(unsized.Embedding(
                       input, "", size, is_sparse, is_distributed, None, param_attr, dtype), padding_idx=padding_idx),
                       padding_idx),
                   (input,), (*(input.shape[:-1] if input.shape[-1] == 1 else input.shape), size[1]), dtype=dtype,
                   of_dtype=lambda x: F.embedding(x=x, weight=paddle.nn.Layer().create_parameter(
                       shape=size, dtype=dtype, attr=param_attr), padding_idx=padding_idx, sparse=is_sparse))


class _Rows(Layer):
    """An embedding of [..., 1], whose last dimension is taken off."""

    def __init__(self, table: Any, padding_idx: int | None) -> None:
        super().__init__()
        self.table = nn.with_idle_row(table, padding_idx)

    def forward(self, input: Any) -> Any:
        return self.table(unsized.without_last(input) if input.shape[-1] == 1 else input)


def prelu(x: Any, mode: str, param_attr: Any = None, name: str | None = None) -> Any:
    """``max(0, x) + slope * min(0, x)`` with one new slope for ``"all"``, for each ``"channel"`` or ``"element"``."""
    attr = copy.copy(paddle.ParamAttr._to_attr(param_attr))
    attr.initializer = attr.initializer or paddle.nn.initializer.Constant(0.25)
    return layered("prelu", lambda: unsized.PRelu(x, "", mode, attr), (x,), x.shape, name)


def bilinear_tensor_product(x: Any, y: Any, size: int, act: str | None = None, name: str | None = None,
                            param_attr: Any = None, bias_attr: Any = None) -> Any:
    """``x @ weight[i] @ y`` [N, size] of ``x`` [N, M] and ``y`` [N, K], plus a bias."""
    return layered("bilinear_tensor_product", lambda: unsized.BilinearTensorProduct(x, y, "", size, None, act,
                                                                                   param_attr, bias_attr),
                   (x, y), (x.shape[0], size), name, act is not None)


def spectral_norm(weight: Any, dim: int = 0, power_iters: int = 1, eps: float = 1e-12, name: str | None = None) -> Any:
    """``weight`` divided by its greatest singular value."""
    return layered("spectral_norm", lambda: unsized.SpectralNorm(weight, "", dim, power_iters, eps), (weight,),
                   weight.shape, name)

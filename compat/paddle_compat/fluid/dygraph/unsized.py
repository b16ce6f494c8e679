"""The layers as 1.5 and 1.6 took them: a name scope first, and no input size.

A rule here is named like its layer. Its parameters are the tensors of the layer's first call and then 1.6's own; its
value is the 1.8 form, with the sizes that are read off the tensors. A layer whose rule has no use for ``input`` is made
at once, the others at their first call (``_runtime/first_call.py``). ``@called_with`` names what is done with the input
of every call before the 1.8 form gets it.
"""

from __future__ import annotations

from math import prod
from typing import Any

import paddle

from ..._language import called_with, dropped
from . import nn

# The package exports the layers themselves.
__all__: list[str] = []


@dropped(name_scope="layers are named by Paddle since 1.7")
def Conv2D(input: Any, name_scope: str, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0,
           dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
           use_cudnn: bool = True, act: str | None = None, dtype: str = "float32") -> Any:
    """For ``input`` [N, C, H, W]."""
    return nn.Conv2D(num_channels=input.shape[1], num_filters=num_filters, filter_size=filter_size, stride=stride,
                     padding=padding, dilation=dilation, groups=groups, param_attr=param_attr, bias_attr=bias_attr,
                     use_cudnn=use_cudnn, act=act, dtype=dtype)


@dropped(name_scope="layers are named by Paddle since 1.7")
def Conv3D(input: Any, name_scope: str, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0,
           dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
           use_cudnn: bool = True, act: str | None = None) -> Any:
    """For ``input`` [N, C, D, H, W]."""
    return nn.Conv3D(num_channels=input.shape[1], num_filters=num_filters, filter_size=filter_size, stride=stride,
                     padding=padding, dilation=dilation, groups=groups, param_attr=param_attr, bias_attr=bias_attr,
                     use_cudnn=use_cudnn, act=act)


@dropped(name_scope="layers are named by Paddle since 1.7")
def Conv2DTranspose(input: Any, name_scope: str, num_filters: int, output_size: Any = None, filter_size: Any = None,
                    padding: Any = 0, stride: Any = 1, dilation: Any = 1, groups: int | None = None,
                    param_attr: Any = None, bias_attr: Any = None, use_cudnn: bool = True,
                    act: str | None = None) -> Any:
    """For ``input`` [N, C, H, W]; without ``filter_size`` the filter that gives ``output_size``."""
    return nn.Conv2DTranspose(num_channels=input.shape[1], num_filters=num_filters,
                              filter_size=fitting_filter(input.shape[2:], output_size, padding, stride, dilation)
                              if filter_size is None else filter_size,
                              output_size=output_size, padding=padding, stride=stride, dilation=dilation,
                              groups=groups, param_attr=param_attr, bias_attr=bias_attr, use_cudnn=use_cudnn, act=act)


@dropped(name_scope="layers are named by Paddle since 1.7", name="layers are named by Paddle since 1.7")
def Conv3DTranspose(input: Any, name_scope: str, num_filters: int, output_size: Any = None, filter_size: Any = None,
                    padding: Any = 0, stride: Any = 1, dilation: Any = 1, groups: int | None = None,
                    param_attr: Any = None, bias_attr: Any = None, use_cudnn: bool = True, act: str | None = None,
                    name: str | None = None) -> Any:
    """For ``input`` [N, C, D, H, W]; there is a bias only if ``bias_attr`` is given.

    ``output_size`` serves to find the filter where there is no ``filter_size``, and nothing else.
    """
    return nn.Conv3DTranspose(num_channels=input.shape[1], num_filters=num_filters,
                              filter_size=fitting_filter(input.shape[2:], output_size, padding, stride, dilation)
                              if filter_size is None else filter_size,
                              padding=padding, stride=stride, dilation=dilation, groups=groups,
                              param_attr=param_attr, bias_attr=bias_attr or False, use_cudnn=use_cudnn, act=act)


def fitting_filter(input_size: Any, output_size: Any, padding: Any, stride: Any, dilation: Any) -> list[int]:
    """The filter of a transposed convolution from ``input_size`` to ``output_size``, of each spatial dimension.

    Raises ``ValueError`` when ``output_size`` is ``None``.
    """
    if output_size is None:
        raise ValueError("a transposed convolution needs filter_size or output_size")
    wanted, pads, steps, spread = (
        list(given) if isinstance(given, (list, tuple)) else [given] * len(input_size)
        for given in (output_size, padding, stride, dilation)
    )
    return [(out - (size - 1) * step + 2 * pad - 1) // apart + 1
            for size, out, pad, step, apart in zip(input_size, wanted, pads, steps, spread)]


@dropped(input="the layer needs no size", name_scope="layers are named by Paddle since 1.7",
         dtype="pooling keeps its input's dtype")
def Pool2D(input: Any, name_scope: str, pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1,
           pool_padding: Any = 0, global_pooling: bool = False, use_cudnn: bool = True, ceil_mode: bool = False,
           exclusive: bool = True, dtype: Any = "float32") -> Any:
    """For input [N, C, H, W]."""
    return nn.Pool2D(pool_size=pool_size, pool_type=pool_type, pool_stride=pool_stride, pool_padding=pool_padding,
                     global_pooling=global_pooling, use_cudnn=use_cudnn, ceil_mode=ceil_mode, exclusive=exclusive)


def flattened(input: Any, num_flatten_dims: int = 1) -> Any:
    """``input`` with its dimensions from ``num_flatten_dims`` on made one."""
    return paddle.flatten(x=input, start_axis=num_flatten_dims)


@called_with(flattened)
@dropped(name_scope="layers are named by Paddle since 1.7", is_test="the layer computes the same in both")
def FC(input: Any, name_scope: str, size: int, num_flatten_dims: int = 1, param_attr: Any = None,
       bias_attr: Any = None, act: str | None = None, is_test: bool = False, dtype: str = "float32") -> Any:
    """For ``input`` whose dimensions from ``num_flatten_dims`` on are made one before each call."""
    return nn.Linear(input_dim=prod(input.shape[num_flatten_dims:]), output_dim=size, param_attr=param_attr,
                     bias_attr=bias_attr, act=act, dtype=dtype)


@dropped(input="num_channels says the size", name_scope="layers are named by Paddle since 1.7",
         fuse_with_relu="it told MKL-DNN to put a following relu into the same kernel, and changed no result")
def BatchNorm(input: Any, name_scope: str, num_channels: int, act: str | None = None, is_test: bool = False,
              momentum: float = 0.9, epsilon: float = 1e-05, param_attr: Any = None, bias_attr: Any = None,
              dtype: str = "float32", data_layout: str = "NCHW", in_place: bool = False,
              moving_mean_name: str | None = None, moving_variance_name: str | None = None,
              do_model_average_for_mean_and_var: bool = True, fuse_with_relu: bool = False,
              use_global_stats: bool = False, trainable_statistics: bool = False) -> Any:
    """For input [N, num_channels, ...]."""
    return nn.BatchNorm(num_channels=num_channels, act=act, is_test=is_test, momentum=momentum, epsilon=epsilon,
                        param_attr=param_attr, bias_attr=bias_attr, dtype=dtype, data_layout=data_layout,
                        in_place=in_place, moving_mean_name=moving_mean_name,
                        moving_variance_name=moving_variance_name,
                        do_model_average_for_mean_and_var=do_model_average_for_mean_and_var,
                        use_global_stats=use_global_stats, trainable_statistics=trainable_statistics)


def without_last(input: Any) -> Any:
    """``input`` [..., 1] as [...]."""
    return paddle.squeeze(x=input, axis=-1)


@called_with(without_last)
@dropped(input="size says the size", name_scope="layers are named by Paddle since 1.7")
def Embedding(input: Any, name_scope: str, size: Any, is_sparse: bool = False, is_distributed: bool = False,
              padding_idx: int | None = None, param_attr: Any = None, dtype: str = "float32") -> Any:
    """For input int64 [..., 1], whose last dimension is taken off before each call."""
    return nn.Embedding(size=size, is_sparse=is_sparse, is_distributed=is_distributed, padding_idx=padding_idx,
                        param_attr=param_attr, dtype=dtype)


@dropped(name_scope="layers are named by Paddle since 1.7")
def LayerNorm(input: Any, name_scope: str, scale: bool = True, shift: bool = True, begin_norm_axis: int = 1,
              epsilon: float = 1e-05, param_attr: Any = None, bias_attr: Any = None, act: str | None = None) -> Any:
    """Normalisation over the dimensions of ``input`` from ``begin_norm_axis`` on."""
    return nn.LayerNorm(normalized_shape=input.shape[begin_norm_axis:], scale=scale, shift=shift, epsilon=epsilon,
                        param_attr=param_attr, bias_attr=bias_attr, act=act)


@dropped(input="size says the size", name_scope="layers are named by Paddle since 1.7")
def GRUUnit(input: Any, name_scope: str, size: int, param_attr: Any = None, bias_attr: Any = None,
            activation: str = "tanh", gate_activation: str = "sigmoid", origin_mode: bool = False,
            dtype: str = "float32") -> Any:
    """For input [N, size] and hidden state [N, size / 3]."""
    return nn.GRUUnit(size=size, param_attr=param_attr, bias_attr=bias_attr, activation=activation,
                      gate_activation=gate_activation, origin_mode=origin_mode, dtype=dtype)


@dropped(name_scope="layers are named by Paddle since 1.7")
def NCE(input: Any, name_scope: str, num_total_classes: int, sample_weight: Any = None, param_attr: Any = None,
        bias_attr: Any = None, num_neg_samples: int | None = None, sampler: str = "uniform", custom_dist: Any = None,
        seed: int = 0, is_sparse: bool = False) -> Any:
    """For ``input`` [N, dim]."""
    return nn.NCE(num_total_classes=num_total_classes, dim=input.shape[1], sample_weight=sample_weight,
                  param_attr=param_attr, bias_attr=bias_attr, num_neg_samples=num_neg_samples, sampler=sampler,
                  custom_dist=custom_dist, seed=seed, is_sparse=is_sparse)


@dropped(name_scope="layers are named by Paddle since 1.7")
def PRelu(input: Any, name_scope: str, mode: str, param_attr: Any = None) -> Any:
    """For ``input`` [N, C, H, W]; of mode "element" one slope for each element of a sample."""
    if mode == "channel":
        return nn.PRelu(mode=mode, channel=input.shape[1], param_attr=param_attr)
    if mode == "element":
        return nn.PRelu(mode=mode, input_shape=[1, *input.shape[1:]], param_attr=param_attr)
    return nn.PRelu(mode=mode, param_attr=param_attr)


@dropped(name_scope="layers are named by Paddle since 1.7")
def BilinearTensorProduct(input: Any, other: Any, name_scope: str, size: int, name: str | None = None,
                          act: str | None = None, param_attr: Any = None, bias_attr: Any = None) -> Any:
    """For ``input`` [N, M] and ``other`` [N, K], the second tensor of the first call."""
    return nn.BilinearTensorProduct(input1_dim=input.shape[1], input2_dim=other.shape[1], output_dim=size, name=name,
                                    act=act, param_attr=param_attr, bias_attr=bias_attr)


@dropped(name_scope="layers are named by Paddle since 1.7")
def GroupNorm(input: Any, name_scope: str, groups: int, epsilon: float = 1e-05, param_attr: Any = None,
              bias_attr: Any = None, act: str | None = None, data_layout: str = "NCHW") -> Any:
    """For ``input`` [N, C, ...]."""
    return nn.GroupNorm(channels=input.shape[1], groups=groups, epsilon=epsilon, param_attr=param_attr,
                        bias_attr=bias_attr, act=act, data_layout=data_layout)


@dropped(name_scope="layers are named by Paddle since 1.7", name="layers are named by Paddle since 1.7")
def SpectralNorm(input: Any, name_scope: str, dim: int = 0, power_iters: int = 1, eps: float = 1e-12,
                 name: str | None = None) -> Any:
    """For a weight ``input`` of any shape."""
    return nn.SpectralNorm(weight_shape=input.shape, dim=dim, power_iters=power_iters, eps=eps)

@dropped(name_scope="layers are named by Paddle since 1.7")
def TreeConv(input: Any, name_scope: str, output_size: int, num_filters: int = 1, max_depth: int = 2,
             act: str | None = "tanh", param_attr: Any = None, bias_attr: Any = None, name: str | None = None) -> Any:
    """For ``input`` [N, nodes, features]."""
    return nn.TreeConv(feature_size=input.shape[2], output_size=output_size, num_filters=num_filters,
                       max_depth=max_depth, act=act, param_attr=param_attr, bias_attr=bias_attr, name=name)

"""``paddle.fluid.nets``: layers put together."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from .._language import of_sequences
from .._static.mode import in_programs
from .._static.recording import recorded
from . import layers

__all__ = [
    "glu", "img_conv_group", "scaled_dot_product_attention", "sequence_conv_pool", "simple_img_conv_pool",
]


@recorded
def glu(input: Any, dim: int = -1) -> Any:
    """The first half of ``input`` along ``dim`` times the sigmoid of the second half."""
    return F.glu(x=input, axis=dim)


def _attention(queries: Any, keys: Any, values: Any, num_heads: int = 1, dropout_rate: float = 0.0) -> Any:
    """The same in a program, with weights of its own for several heads.

    Raises ``ValueError`` for sizes that do not fit, as 1.8.5 did.
    """
    _check_attention(queries, keys, values, num_heads)
    width = keys.shape[-1] // num_heads
    if num_heads > 1:
        queries, keys, values = (layers.fc(each, each.shape[-1], num_flatten_dims=2)
                                 for each in (queries, keys, values))
        queries, keys, values = (
            layers.transpose(layers.reshape(each, [0, 0, num_heads, each.shape[-1] // num_heads]), [0, 2, 1, 3])
            for each in (queries, keys, values))
    weights = layers.softmax(layers.matmul(layers.scale(queries, width**-0.5), keys, transpose_y=True))
    if dropout_rate:
        weights = layers.dropout(weights, dropout_rate, is_test=False)
    found = layers.matmul(weights, values)
    if num_heads == 1:
        return found
    return layers.reshape(layers.transpose(found, [0, 2, 1, 3]), [0, 0, num_heads * found.shape[-1]])


def _check_attention(queries: Any, keys: Any, values: Any, num_heads: int) -> None:
    if not len(queries.shape) == len(keys.shape) == len(values.shape) == 3:
        raise ValueError("scaled_dot_product_attention: queries, keys and values have three dimensions")
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(f"scaled_dot_product_attention: queries have the hidden size {queries.shape[-1]}, keys "
                         f"{keys.shape[-1]}")
    if keys.shape[-2] != values.shape[-2]:
        raise ValueError(f"scaled_dot_product_attention: values have the length {values.shape[-2]}, keys "
                         f"{keys.shape[-2]}")
    for name, each in (("keys", keys), ("values", values)):
        if each.shape[-1] % num_heads:
            raise ValueError(f"scaled_dot_product_attention: the hidden size of {name}, {each.shape[-1]}, cannot be "
                             f"shared among {num_heads} heads")


@in_programs(_attention)
@recorded
def scaled_dot_product_attention(queries: Any, keys: Any, values: Any, num_heads: int = 1,
                                 dropout_rate: float = 0.0) -> Any:
    """``softmax(queries @ keys.T / sqrt(D)) @ values`` of [N, Tq, D], [N, Tk, D] and [N, Tk, E]: [N, Tq, E].

    Raises ``NotImplementedError`` for several heads, whose weights 1.8.5 made anew at each call, and for dropout.
    """
    if num_heads != 1:
        raise NotImplementedError("num_heads: make a paddle.nn.MultiHeadAttention, which keeps its weights")
    if dropout_rate:
        raise NotImplementedError("dropout_rate: write the attention out, with F.dropout on the weights")
    return paddle.matmul(x=F.softmax(x=paddle.matmul(x=queries * keys.shape[-1] ** -0.5, y=keys, transpose_y=True)),
                         y=values)


def simple_img_conv_pool(input: Any, num_filters: int, filter_size: Any, pool_size: Any, pool_stride: Any,
                         pool_padding: Any = 0, pool_type: str = "max", global_pooling: bool = False,
                         conv_stride: Any = 1, conv_padding: Any = 0, conv_dilation: Any = 1, conv_groups: int = 1,
                         param_attr: Any = None, bias_attr: Any = None, act: str | None = None,
                         use_cudnn: bool = True) -> Any:
    """A convolution and a pooling of [N, C, H, W]."""
    convolved = layers.conv2d(input, num_filters, filter_size, conv_stride, conv_padding, conv_dilation, conv_groups,
                              param_attr, bias_attr, use_cudnn, act)
    return layers.pool2d(convolved, pool_size, pool_type, pool_stride, pool_padding, global_pooling, use_cudnn)


def img_conv_group(input: Any, conv_num_filter: Any, pool_size: Any, conv_padding: Any = 1, conv_filter_size: Any = 3,
                   conv_act: str | None = None, param_attr: Any = None, conv_with_batchnorm: Any = False,
                   conv_batchnorm_drop_rate: Any = 0.0, pool_stride: Any = 1, pool_type: str = "max",
                   use_cudnn: bool = True) -> Any:
    """Convolutions, each with a batch normalisation and dropout if wanted, and a pooling.

    What is no list is the same for each of ``conv_num_filter``.
    """
    count = len(conv_num_filter)
    per_filter = [given if hasattr(given, "__len__") else [given] * count for given in (
        conv_padding, conv_filter_size, param_attr, conv_with_batchnorm, conv_batchnorm_drop_rate)]
    for filters, padding, size, attr, normed, rate in zip(conv_num_filter, *per_filter):
        input = layers.conv2d(input, filters, size, padding=padding, param_attr=attr, use_cudnn=use_cudnn,
                              act=None if normed else conv_act)
        if normed:
            input = layers.batch_norm(input, act=conv_act)
            if abs(rate) > 1e-5:
                input = layers.dropout(input, dropout_prob=rate)
    return layers.pool2d(input, pool_size, pool_type, pool_stride, use_cudnn=use_cudnn)


@of_sequences
def sequence_conv_pool(input: Any, num_filters: int, filter_size: int, param_attr: Any = None,
                       act: str | None = "sigmoid", pool_type: str = "max", bias_attr: Any = None) -> Any:
    """A convolution over the rows of sequences, and one row of each."""
    convolved = layers.sequence_conv(input, num_filters, filter_size, param_attr=param_attr, bias_attr=bias_attr,
                                     act=act)
    return layers.sequence_pool(convolved, pool_type)

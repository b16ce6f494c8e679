"""Around layers that may be called from anywhere: their activation behind each call, a change of the input before."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F
from paddle import nn


def with_activation(layer: Any, activation: Any) -> Any:
    """Follow every call of the layer by the activation; the parameters keep their names."""
    layer.register_forward_post_hook(lambda layer, inputs, output: activation(output))
    return layer


def with_input(layer: Any, change: Any) -> Any:
    """Change the input of every call of the layer first; the parameters keep their names."""
    layer.register_forward_pre_hook(lambda layer, inputs: (change(inputs[0]), *inputs[1:]))
    return layer


def with_plain_attributes(layer: Any) -> Any:
    """The class with attributes as in Paddle 1: today one of the class hides tensors of its objects, nothing else may
    take the place of these, and methods that came since, such as `children()`, hide layers and parameters."""
    def set_attribute(self: Any, name: str, value: Any) -> None:
        if type(value) is paddle.Tensor and name not in self._buffers:
            object.__setattr__(self, name, value)
            return
        super(layer, self).__setattr__(name, value)
        if hasattr(nn.Layer, name) and (name in self._sub_layers or name in self._parameters):
            object.__setattr__(self, name, value)

    layer.__setattr__ = set_attribute
    return layer


class ConvGroup(nn.Layer):
    """Convolutions, each with a batch normalisation and dropout if wanted, and a pooling."""

    def __init__(
        self, in_channels: int, conv_num_filter: Any, pool_size: Any, conv_padding: Any = 1, conv_filter_size: Any = 3,
        conv_act: str | None = None, param_attr: Any = None, conv_with_batchnorm: Any = False,
        conv_batchnorm_drop_rate: Any = 0.0, pool_stride: Any = 1, pool_type: str = "max"
    ) -> None:
        super().__init__()
        given = conv_padding, conv_filter_size, param_attr, conv_with_batchnorm, conv_batchnorm_drop_rate
        of_each = [each if isinstance(each, (list, tuple)) else [each] * len(conv_num_filter) for each in given]
        self.convs, self.norms, self.drops = nn.LayerList(), nn.LayerList(), nn.LayerList()
        for number, filters in enumerate(conv_num_filter):
            padding, size, attr, normed, rate = (each[number] for each in of_each)
            self.convs.append(nn.Conv2D(in_channels, filters, size, padding=padding, weight_attr=attr))
            self.norms.append(nn.BatchNorm(filters) if normed else nn.Identity())
            self.drops.append(nn.Dropout(rate if normed else 0.0, mode="downscale_in_infer"))
            in_channels = filters
        self.act = getattr(F, conv_act) if conv_act is not None else nn.Identity()
        self.pool = (nn.MaxPool2D if pool_type == "max" else nn.AvgPool2D)(pool_size, pool_stride)

    def forward(self, input: Any) -> Any:
        for conv, norm, drop in zip(self.convs, self.norms, self.drops):
            input = drop(self.act(norm(conv(input))))
        return self.pool(input)


class Lasting(nn.Layer):
    """A tensor full of ``value`` under a name, which lasts from step to step and is not trained."""

    def __init__(self, shape: Any, value: Any, dtype: Any, name: Any = None) -> None:
        super().__init__()
        self.register_buffer("kept", paddle.full(shape, value, dtype))
        self.kept.name = name or self.kept.name

    def forward(self) -> Any:
        return self.kept

"""Around layers that may be called from anywhere: their activation behind each call, a change of the input before."""

from __future__ import annotations

from typing import Any

import paddle
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

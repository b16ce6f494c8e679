"""``paddle.fluid.dygraph.nn``: convolutions of volumes [N, C, D, H, W]."""

from __future__ import annotations

from typing import Any

import paddle.nn as nn

from ..._rule import differs, dropped, with_activation, with_dtype
from .layers import Layer

__all__ = ["Conv3D", "Conv3DTranspose"]


@dropped(use_cudnn="the device decides since 2.0")
class Conv3D(nn.Conv3D, Layer):
    """Output [N, num_filters, D', H', W']; parameters ``weight`` and ``bias``."""

    def __init__(self, num_channels: int, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0,
                 dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
                 use_cudnn: bool = True, act: str | None = None, dtype: str = "float32") -> None:
        super().__init__(in_channels=num_channels, out_channels=num_filters, kernel_size=filter_size,
                         stride=stride, padding=padding, dilation=dilation, groups=1 if groups is None else groups,
                         weight_attr=param_attr, bias_attr=bias_attr)
        with_dtype(self, dtype)
        with_activation(self, act)


@differs("without bias_attr, 1.8 had a bias that it never added; today there is none, in state_dict() neither")
@dropped(use_cudnn="the device decides since 2.0")
class Conv3DTranspose(nn.Conv3DTranspose, Layer):
    """Output [N, num_filters, D', H', W']; parameters ``weight`` and ``bias``.

    As in 1.8.5 the bias is added only if ``bias_attr`` was given; without one it is there, and idle.
    """

    def __init__(self, num_channels: int, num_filters: int, filter_size: Any, padding: Any = 0, stride: Any = 1,
                 dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
                 use_cudnn: bool = True, act: str | None = None, dtype: str = "float32") -> None:
        super().__init__(in_channels=num_channels, out_channels=num_filters, kernel_size=filter_size,
                         stride=stride, padding=padding, dilation=dilation, groups=1 if groups is None else groups,
                         weight_attr=param_attr, bias_attr=bias_attr or False)
        _idle_bias(self, num_filters, bias_attr)
        with_dtype(self, dtype)
        with_activation(self, act)

    bias: Any

    def forward(self, x: Any) -> Any:
        """The transposed convolution."""
        bias = self.bias
        self.bias = None if self._bias_is_idle else bias
        try:
            return super().forward(x)
        finally:
            self.bias = bias


def _idle_bias(layer: Any, num_filters: int, bias_attr: Any) -> None:
    layer._bias_is_idle = bias_attr is None
    if bias_attr is None:
        layer.bias = layer.create_parameter(shape=[num_filters], is_bias=True)

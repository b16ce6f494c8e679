"""``paddle.fluid.dygraph.nn``: convolutions of images [N, C, H, W] and of volumes [N, C, D, H, W]."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from ..._language import differs, dropped, runtime_only, with_activation, with_dtype
from ..._runtime.old_attributes import spread
from .layers import Layer

__all__ = ["Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose"]


@dropped(use_cudnn="the device decides since 2.0")
class Conv2D(nn.Conv2D, Layer):
    """Input [N, C, H, W], output [N, num_filters, H', W']; parameters ``weight`` and ``bias``.

    Raises ``ValueError`` when ``groups`` does not divide ``num_channels``.
    """

    def __init__(self, num_channels: int, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0,
                 dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
                 use_cudnn: bool = True, act: str | None = None, dtype: str = "float32") -> None:
        super().__init__(in_channels=num_channels, out_channels=num_filters, kernel_size=filter_size,
                         stride=stride, padding=padding, dilation=dilation, groups=1 if groups is None else groups,
                         weight_attr=param_attr, bias_attr=bias_attr)
        with_dtype(self, dtype)
        with_activation(self, act)

    def forward(self, input: Any) -> Any:
        """The convolution, and the bias."""
        plain = F.conv2d(input, self.weight, stride=self._stride, padding=self._padding, dilation=self._dilation,
                         groups=self._groups or 1)
        return _with_bias(plain, self.bias)


@dropped(use_cudnn="the device decides since 2.0")
class Conv2DTranspose(nn.Conv2DTranspose, Layer):
    """Input [N, C, H, W], output [N, num_filters, H', W']; parameters ``weight`` and ``bias``."""

    def __init__(self, num_channels: int, num_filters: int, filter_size: Any, output_size: Any = None,
                 padding: Any = 0, stride: Any = 1, dilation: Any = 1, groups: int | None = None,
                 param_attr: Any = None, bias_attr: Any = None, use_cudnn: bool = True, act: str | None = None,
                 dtype: str = "float32") -> None:
        super().__init__(in_channels=num_channels, out_channels=num_filters, kernel_size=filter_size,
                         stride=stride, padding=padding, dilation=dilation, groups=1 if groups is None else groups,
                         weight_attr=param_attr, bias_attr=bias_attr)
        runtime_only(output_size=output_size)
        self._output_size = [] if output_size is None else spread(output_size, 2)
        with_dtype(self, dtype)
        with_activation(self, act)

    def forward(self, input: Any) -> Any:
        """The transposed convolution, of the spatial size ``output_size`` if one was given."""
        plain = F.conv2d_transpose(input, self.weight, stride=self._stride, padding=self._padding, groups=self._groups,
                                   dilation=self._dilation, output_size=self._output_size or None)
        return _with_bias(plain, self.bias)


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

    def forward(self, input: Any) -> Any:
        """The convolution, and the bias."""
        plain = F.conv3d(input, self.weight, stride=self._stride, padding=self._padding, dilation=self._dilation,
                         groups=self._groups or 1)
        return _with_bias(plain, self.bias)


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

    def forward(self, x: Any) -> Any:
        """The transposed convolution, and the bias unless that is idle."""
        plain = F.conv3d_transpose(x, self.weight, stride=self._stride, padding=self._padding, groups=self._groups,
                                   dilation=self._dilation)
        return plain if self._bias_is_idle else _with_bias(plain, self.bias)


def _idle_bias(layer: Any, num_filters: int, bias_attr: Any) -> None:
    layer._bias_is_idle = bias_attr is None
    if bias_attr is None:
        layer.bias = layer.create_parameter(shape=[num_filters], is_bias=True)


def _with_bias(plain: Any, bias: Any) -> Any:
    """``plain`` [N, C, ...] and ``bias`` [C]. With [C, 1, ...] the sum takes a CPU a tenth of the time that today's
    layers spend on [1, C, 1, ...]; backward too."""
    return plain if bias is None else paddle.add(plain, bias.reshape([-1] + [1] * (plain.ndim - 2)))

"""``paddle.fluid.dygraph``: layers that bring what they are given to one mean and one spread."""

from __future__ import annotations

from typing import Any

import paddle.nn as nn
import paddle.nn.functional as F

from ..._language import activate, differs, differs_much, dropped, known, with_activation, with_dtype
from ..._runtime.scales import note_scale
from .layers import Layer

__all__ = ["BatchNorm", "GroupNorm", "InstanceNorm", "LayerNorm", "SpectralNorm"]

# activations that today's function of that name gives as once, and today's layers in programs of either Paddle
AS_ONCE = (None, "relu", "relu6", "sigmoid", "softmax", "tanh")


@dropped(is_test="train() and eval() decide, as they did in 1.8.5's dygraph mode")
class BatchNorm(nn.BatchNorm, Layer):
    """Batch normalisation of [N, C, ...]; parameters ``weight``, ``bias``, ``_mean`` and ``_variance``, all [C]."""

    def __init__(self, num_channels: int, act: str | None = None, is_test: bool = False, momentum: float = 0.9,
                 epsilon: float = 1e-05, param_attr: Any = None, bias_attr: Any = None, dtype: str = "float32",
                 data_layout: str = "NCHW", in_place: bool = False, moving_mean_name: str | None = None,
                 moving_variance_name: str | None = None, do_model_average_for_mean_and_var: bool = True,
                 use_global_stats: bool = False, trainable_statistics: bool = False) -> None:
        if known(act in AS_ONCE):
            within = act
            behind = None
        else:
            within = None
            behind = act
        super().__init__(num_channels=num_channels, act=within, momentum=momentum, epsilon=epsilon,
                         param_attr=param_attr, bias_attr=bias_attr, dtype=dtype, data_layout=data_layout,
                         in_place=in_place, moving_mean_name=moving_mean_name,
                         moving_variance_name=moving_variance_name,
                         do_model_average_for_mean_and_var=do_model_average_for_mean_and_var,
                         use_global_stats=use_global_stats, trainable_statistics=trainable_statistics)
        with_activation(self, behind)
        self._freeze(use_global_stats, param_attr)

    def _follow(self) -> None:
        """Nothing: :meth:`forward` heeds it by itself."""

    def _freeze(self, use_global_stats: bool, param_attr: Any) -> None:
        # The weight's rate decides for the bias, too, and clips of all gradients together leave both out.
        if use_global_stats and getattr(param_attr, "learning_rate", 1.0) == 0.0:
            for parameter in (self.weight, self.bias):
                parameter.stop_gradient = parameter.had_no_gradient = True

    def forward(self, input: Any) -> Any:
        """The normalised ``input``, activated by today's operator: Paddle's layer takes the old, slower one."""
        state = self.__dict__
        act, state["_act"] = state["_act"], None
        try:
            out = super().forward(input)
        finally:
            state["_act"] = act
        return activate(out, act) if act in AS_ONCE else out


class LayerNorm(nn.LayerNorm, Layer):
    """Normalisation over the last dimensions ``normalized_shape``; flat parameters ``weight`` and ``bias``."""

    of_program = False

    def __init__(self, normalized_shape: Any, scale: bool = True, shift: bool = True, epsilon: float = 1e-05,
                 param_attr: Any = None, bias_attr: Any = None, act: str | None = None,
                 dtype: str = "float32") -> None:
        super().__init__(normalized_shape=normalized_shape, epsilon=epsilon,
                         weight_attr=param_attr if scale else False, bias_attr=bias_attr if shift else False)
        with_dtype(self, dtype)
        with_activation(self, act)
        self.is_frozen = note_scale(self.weight)

    def forward(self, input: Any) -> Any:
        """As today's, whose way back on the CPU takes a scale without a gradient for ones. So did 1.8.5's, but one that
        its attribute said not to train had a gradient there; not in programs."""
        if not self.is_frozen or not self.weight.stop_gradient or self.of_program:
            return super().forward(input)
        shape = self._normalized_shape
        scaled = F.layer_norm(input, shape, epsilon=self._epsilon) * self.weight.reshape(shape)
        return scaled if self.bias is None else scaled + self.bias.reshape(shape)


@differs_much("without param_attr, Paddle 2.6 has a constant weight, in state_dict() too, and the right gradient, "
              "where 1.8.5's and Paddle 3's are wrong: it trains otherwise there; tune it anew, or go to Paddle 3",
              "param_attr is None and target != '3'")
class GroupNorm(nn.GroupNorm, Layer):
    """Normalisation of [N, channels, ...] over groups of channels; without an attribute no ``weight`` or ``bias``.

    Raises ``ValueError`` for another ``data_layout`` than ``"NCHW"``.
    """

    def __init__(self, channels: int, groups: int, epsilon: float = 1e-05, param_attr: Any = None,
                 bias_attr: Any = None, act: str | None = None, data_layout: str = "NCHW",
                 dtype: str = "float32") -> None:
        if data_layout != "NCHW":
            raise ValueError(f"GroupNorm: data_layout is 'NCHW', not {data_layout!r}")
        super().__init__(num_groups=groups, num_channels=channels, epsilon=epsilon, weight_attr=param_attr or False,
                         bias_attr=bias_attr or False)
        _leave_out(self, weight=param_attr, bias=bias_attr)
        with_dtype(self, dtype)
        with_activation(self, act)


def _leave_out(layer: Any, **attributes: Any) -> None:
    # Paddle 2.6 keeps constants where it was told to have no parameter.
    for name, attribute in attributes.items():
        if not attribute:
            setattr(layer, name, None)


@differs("it takes [N, C, H, W] only; for other inputs write nn.InstanceNorm1D or nn.InstanceNorm3D")
class InstanceNorm(nn.InstanceNorm2D, Layer):
    """Normalisation of each channel of each sample of [N, C, ...]; parameters ``scale`` and ``bias``, both [C].

    Raises ``AssertionError`` when ``bias_attr`` is ``False``.
    """

    def __init__(self, num_channels: int, epsilon: float = 1e-05, param_attr: Any = None, bias_attr: Any = None,
                 dtype: str = "float32") -> None:
        assert bias_attr is not False, "InstanceNorm: bias_attr should not be False"
        super().__init__(num_features=num_channels, epsilon=epsilon, weight_attr=param_attr, bias_attr=bias_attr)
        with_dtype(self, dtype)

    def _check_input_dim(self, input: Any) -> None:
        """1.8.5 took any number of dimensions."""


class SpectralNorm(nn.SpectralNorm, Layer):
    """A weight of shape ``weight_shape`` divided by its greatest singular value; ``weight_u`` and ``weight_v``."""

    def __init__(self, weight_shape: Any, dim: int = 0, power_iters: int = 1, eps: float = 1e-12,
                 dtype: str = "float32") -> None:
        super().__init__(weight_shape=weight_shape, dim=dim, power_iters=power_iters, eps=eps, dtype=dtype)

"""``paddle.fluid.dygraph.nn``: layers that Paddle has no like of today."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from ..._language import dropped, helper
from .layers import Layer

__all__ = ["GRUUnit", "PRelu"]


@helper
def gru_step(input: Any, hidden: Any, weight: Any, bias: Any, activation: Any, gate_activation: Any) -> Any:
    """One step of 1.8's GRU unit: the new hidden state [N, D], the reset one [N, D] and the gates [N, 3 * D].

    ``input`` [N, 3 * D]; ``weight`` [D, 3 * D] holds the gates' [D, 2 * D] and then the candidate's [D, D].
    """
    size = hidden.shape[1]
    for_gates, for_candidate = paddle.split(weight.flatten(), [2 * size * size, size * size])
    input = input if bias is None else input + bias
    gates = input[:, : 2 * size] + paddle.matmul(hidden, for_gates.reshape([size, 2 * size]))
    update, reset = paddle.split(gate_activation(gates), 2, axis=1)
    reset_hidden = reset * hidden
    candidate = input[:, 2 * size :] + paddle.matmul(reset_hidden, for_candidate.reshape([size, size]))
    candidate = activation(candidate)
    new_hidden = update * (candidate - hidden) + hidden
    # No gradient flowed through the last two.
    return new_hidden, paddle.assign(reset_hidden).detach(), paddle.concat([update, reset, candidate], axis=1).detach()


_ACTIVATIONS = {"identity": paddle.assign, "sigmoid": F.sigmoid, "tanh": paddle.tanh, "relu": F.relu}


@helper
@dropped(origin_mode="1.8.5 ignored it in dygraph mode")
class GRUUnit(Layer):
    """One step of a GRU: input [N, size] and hidden state [N, size / 3]; ``weight`` and ``bias``.

    Returns the new hidden state, the hidden state that the reset gate left over, and the gates. Raises ``KeyError``
    for an activation other than ``"identity"``, ``"sigmoid"``, ``"tanh"`` and ``"relu"``.
    """

    def __init__(self, size: int, param_attr: Any = None, bias_attr: Any = None, activation: str = "tanh",
                 gate_activation: str = "sigmoid", origin_mode: bool = False, dtype: str = "float32") -> None:
        super().__init__()
        self.act, self.gate_act = _ACTIVATIONS[activation], _ACTIVATIONS[gate_activation]
        self.weight = self.create_parameter(attr=param_attr, shape=[size // 3, size // 3 * 3], dtype=dtype)
        self.bias = self.create_parameter(attr=bias_attr, shape=[1, size // 3 * 3], dtype=dtype, is_bias=True)

    def forward(self, input: Any, hidden: Any) -> Any:
        """The new hidden state, the reset one and the gates."""
        return gru_step(input, hidden, self.weight, self.bias, self.act, self.gate_act)


@helper
@dropped(dtype="1.8.5's PRelu was float32 whatever it said")
class PRelu(Layer):
    """``x`` above 0, ``weight * x`` below: ``weight`` [1] for "all", [1, channel, 1, 1] for "channel", or "element".

    Today's ``nn.PReLU`` calls its weight ``_weight``, and it is [channel]: checkpoints of 1.8 do not fit it. Raises
    ``ValueError`` for another ``mode``, ``AssertionError`` when "channel" lacks ``channel`` or "element" lacks
    ``input_shape``.
    """

    def __init__(self, mode: str, channel: int | None = None, input_shape: Any = None, param_attr: Any = None,
                 dtype: str = "float32") -> None:
        super().__init__("prelu")
        if mode not in ("all", "channel", "element"):
            raise ValueError(f"PRelu: mode is 'all', 'channel' or 'element', not {mode!r}")
        assert mode != "channel" or isinstance(channel, int), "PRelu: mode 'channel' needs channel"
        assert mode != "element" or isinstance(input_shape, (list, tuple)), "PRelu: mode 'element' needs input_shape"
        self.per_channel = mode == "channel"
        shape = {"all": [1], "channel": [1, channel, 1, 1]}.get(mode) or [1, *input_shape[1:]]
        one = nn.initializer.Constant(1.0)
        self.weight = self.create_parameter(attr=param_attr, shape=shape, default_initializer=one)

    def forward(self, input: Any) -> Any:
        """In the shape of ``input``."""
        slope = self.weight.reshape([1, -1] + [1] * (input.ndim - 2)) if self.per_channel else self.weight
        return paddle.where(input > 0, input, slope * input)

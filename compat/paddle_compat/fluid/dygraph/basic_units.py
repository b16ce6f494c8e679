"""Steps of recurrent networks, as layers of dygraph mode and of programs: ``fluid.contrib`` has them, and the cells."""

from __future__ import annotations

import copy
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle.utils import unique_name

from ..._static.recording import recorded
from ..._today_cells import gru_step, lstm_step
from .layers import Layer

__all__: list[str] = []


class _Unit(Layer):
    """What both units have: a name of their own for their parameters, which are made at the first call."""

    def __init__(self, name_scope: str, hidden_size: int, param_attr: Any, bias_attr: Any, gate_activation: Any,
                 activation: Any, dtype: Any) -> None:
        super().__init__(None, dtype)
        self._full_name = unique_name.generate(f"{name_scope}/{type(self).__name__}")
        self._helper: Any = type(vars(self)["_helper"])(self._full_name)
        self._name, self._hiden_size, self._dtype = name_scope, hidden_size, dtype
        self._param_attr, self._bias_attr = param_attr, bias_attr
        self._gate_activation, self._activation = gate_activation or F.sigmoid, activation or paddle.tanh


def _called(attr: Any, ending: str) -> Any:
    """A parameter attribute with an ending to its name, if it has one."""
    if attr is None or attr is False or getattr(attr, "name", None) is None:
        return attr
    attr = copy.deepcopy(attr)
    attr.name += ending
    return attr


class BasicGRUUnit(_Unit):
    """A step of a GRU: ``unit(input [N, D], hidden [N, H])`` is the new hidden state.

    ``gate_activation`` and ``activation`` are functions, by default sigmoid and tanh. Parameters: the weight of the
    gates [D + H, 2 * H], that of the candidate [D + H, H], and their biases.
    """

    def __init__(self, name_scope: str, hidden_size: int, param_attr: Any = None, bias_attr: Any = None,
                 gate_activation: Any = None, activation: Any = None, dtype: Any = "float32") -> None:
        super().__init__(name_scope, hidden_size, param_attr, bias_attr, gate_activation, activation, dtype)

    def _build_once(self, input: Any, pre_hidden: Any) -> None:
        wide, size, dtype = input.shape[-1] + self._hiden_size, self._hiden_size, self._dtype
        self._gate_weight = self.create_parameter([wide, 2 * size], _called(self._param_attr, "_gate"), dtype)
        self._candidate_weight = self.create_parameter([wide, size], _called(self._param_attr, "_candidate"), dtype)
        self._gate_bias = self.create_parameter([2 * size], _called(self._bias_attr, "_gate"), dtype, is_bias=True)
        self._candidate_bias = self.create_parameter([size], _called(self._bias_attr, "_candidate"), dtype,
                                                     is_bias=True)

    def forward(self, input: Any, pre_hidden: Any) -> Any:
        """The new hidden state."""
        return basic_gru_unit(input, pre_hidden, self._gate_weight, self._gate_bias, self._candidate_weight,
                              self._candidate_bias, self._gate_activation, self._activation)


basic_gru_unit = recorded(gru_step)


class BasicLSTMUnit(_Unit):
    """A step of an LSTM: ``unit(input [N, D], hidden [N, H], cell [N, H])`` are the new hidden state and the new cell.

    ``forget_bias`` is added to the forget gate. As in 1.8.5 its activations are sigmoid and tanh whatever is given.
    Parameters: a weight [D + H, 4 * H] and its bias.
    """

    def __init__(self, name_scope: str, hidden_size: int, param_attr: Any = None, bias_attr: Any = None,
                 gate_activation: Any = None, activation: Any = None, forget_bias: float = 1.0,
                 dtype: Any = "float32") -> None:
        super().__init__(name_scope, hidden_size, param_attr, bias_attr, gate_activation, activation, dtype)
        self._forget_bias = forget_bias

    def _build_once(self, input: Any, pre_hidden: Any, pre_cell: Any) -> None:
        size = self._hiden_size
        self._weight = self.create_parameter([input.shape[-1] + size, 4 * size], self._param_attr, self._dtype)
        self._bias = self.create_parameter([4 * size], self._bias_attr, self._dtype, is_bias=True)

    def forward(self, input: Any, pre_hidden: Any, pre_cell: Any) -> Any:
        """The new hidden state and the new cell."""
        return basic_lstm_unit(input, pre_hidden, pre_cell, self._weight, self._bias, self._forget_bias)


basic_lstm_unit = recorded(lstm_step)

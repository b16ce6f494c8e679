"""Steps of recurrent networks in today's own programs, as Paddle 1 had them, and the network that repeats one.

Nothing here is run: the codemods write these into scripts.
"""

from __future__ import annotations

import contextlib
import copy
from typing import Any

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from ._language import helper

__all__ = ["GRUCell", "LSTMCell", "RNNCell", "basic_gru", "basic_lstm", "rnn"]


@helper
class RNNCell:
    """A step of a recurrent network: ``call(inputs, states)`` gives its output and the new states."""

    state_shape: Any = None
    state_dtype: Any = "float32"
    call: Any = None

    def __call__(self, inputs: Any, states: Any, **kwargs: Any) -> Any:
        return self.call(inputs, states, **kwargs)

    def get_initial_states(self, batch_ref: Any, shape: Any = None, dtype: Any = "float32", init_value: float = 0,
                           batch_dim_idx: int = 0) -> Any:
        """States full of a value in ``shape``, by default ``state_shape``, before which the batch's size stands."""
        rows = paddle.shape(paddle.utils.flatten(batch_ref)[0])[batch_dim_idx]

        def full(shape: Any, dtype: Any) -> Any:
            kinds = dtype if isinstance(dtype, (dict, list, tuple)) else None
            if isinstance(shape, dict):
                return {key: full(each, kinds[key] if kinds else dtype) for key, each in shape.items()}
            if not all(isinstance(size, int) for size in shape):
                return [full(each, kinds[place] if kinds else dtype) for place, each in enumerate(shape)]
            return paddle.full([rows, *(shape[1:] if shape[0] == -1 else shape)], init_value, dtype)

        return full(shape or self.state_shape, dtype or self.state_dtype)


@helper
class UnitCell(RNNCell):
    """A cell of one unit, whose parameters are made at its first step, with the names that Paddle 1 gave them."""

    unit = ""

    def __init__(self, hidden_size: int, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
                 activation: Any = None, dtype: str = "float32", name: str = "GRUCell") -> None:
        self.hidden_size, self.dtype, self.attributes = hidden_size, dtype, (param_attr, bias_attr)
        self.gate, self.activation = gate_activation or F.sigmoid, activation or F.tanh
        self.parameters: list[Any] = []
        self.known_as = paddle.utils.unique_name.generate(f"{name}/{self.unit}")

    @property
    def state_shape(self) -> Any:
        return [self.hidden_size]

    def make(self, rows: int, columns: int, ending: str = "") -> None:
        """A weight and a bias more; names that are given get the ending."""
        number = len(self.parameters) // 2
        for shape, given, kind in zip(([rows, columns], [columns]), self.attributes, "wb"):
            attribute = paddle.ParamAttr() if given is None else copy.copy(given)
            name = getattr(attribute, "name", "")
            if name != "":
                attribute.name = f"{name}{ending}" if name else f"{self.known_as}.{kind}_{number}"
            self.parameters.append(nn.Layer().create_parameter(shape, attribute, self.dtype, kind == "b"))


@helper
def gru_step(input: Any, hidden: Any, gate_weight: Any, gate_bias: Any, weight: Any, bias: Any,
             gate_activation: Any, activation: Any) -> Any:
    """The new hidden state of a GRU."""
    gates = paddle.matmul(paddle.concat([input, hidden], 1), gate_weight) + gate_bias
    reset, update = paddle.split(gate_activation(gates), 2, 1)
    candidate = activation(paddle.matmul(paddle.concat([input, reset * hidden], 1), weight) + bias)
    return update * hidden + (1 - update) * candidate


@helper
def lstm_step(input: Any, hidden: Any, cell: Any, weight: Any, bias: Any, forget_bias: float) -> Any:
    """The new hidden state and the new cell of an LSTM."""
    gates = paddle.matmul(paddle.concat([input, hidden], 1), weight) + bias
    into, new, forget, out = paddle.split(gates, 4, -1)
    cell = cell * F.sigmoid(forget + forget_bias) + F.sigmoid(into) * paddle.tanh(new)
    return paddle.tanh(cell) * F.sigmoid(out), cell


@helper
class GRUCell(UnitCell):
    """A GRU's step; the state is the hidden one."""

    unit = "BasicGRUUnit"

    def call(self, inputs: Any, states: Any) -> Any:
        """The new hidden state, as output and as state."""
        if not self.parameters:
            self.make(inputs.shape[-1] + self.hidden_size, 2 * self.hidden_size, "_gate")
            self.make(inputs.shape[-1] + self.hidden_size, self.hidden_size, "_candidate")
        gates, gates_bias, weight, bias = self.parameters
        hidden = gru_step(inputs, states, gates, gates_bias, weight, bias, self.gate, self.activation)
        return hidden, hidden


@helper
class LSTMCell(UnitCell):
    """An LSTM's step; the states are the hidden one and the cell."""

    unit = "BasicLSTMUnit"

    def __init__(self, hidden_size: int, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
                 activation: Any = None, forget_bias: float = 1.0, dtype: str = "float32",
                 name: str = "LSTMCell") -> None:
        super().__init__(hidden_size, param_attr, bias_attr, None, None, dtype, name)
        self.forget_bias = forget_bias

    @property
    def state_shape(self) -> Any:
        return [[self.hidden_size], [self.hidden_size]]

    def call(self, inputs: Any, states: Any) -> Any:
        """The new hidden state, and both states."""
        hidden, cell = states
        if not self.parameters:
            self.make(inputs.shape[-1] + self.hidden_size, 4 * self.hidden_size)
        weight, bias = self.parameters
        hidden, cell = lstm_step(inputs, hidden, cell, weight, bias, self.forget_bias)
        return hidden, [hidden, cell]


@helper
def as_many_steps(steps: Any) -> Any:
    """``steps`` [T, ...], and zeros behind them where a run before had more: before Paddle 3 no loop can make fewer."""
    if hasattr(steps, "is_same"):  # Paddle 3
        return steps
    count = paddle.shape(steps)[0]
    name = paddle.utils.unique_name.generate("as_many_steps")
    most = paddle.static.create_global_var([1], 0, "int32", persistable=True, name=name)
    known = paddle.static.global_scope().var(name).get_tensor()
    if not known._is_initialized():  # nor is it ever, where the start-up program of an inference one is not run
        known.set(np.zeros([1], "int32"), paddle.CPUPlace())
    paddle.assign(paddle.maximum(most, count), most)
    places = paddle.minimum(paddle.arange(0, most, dtype="int32"), count)
    return paddle.gather(paddle.concat([steps, paddle.zeros_like(steps[:1])], axis=0), places)


@helper
def run_steps(cell: Any, steps: Any, states: Any, lengths: Any, is_reverse: bool = False) -> Any:
    """What the cell gives for each step of ``steps`` [N, T, ...], and the states behind the last of each sequence."""
    count = paddle.shape(steps)[1]
    steps = as_many_steps(steps.transpose([1, 0, 2])).transpose([1, 0, 2])
    found, states = nn.RNN(cell, is_reverse)(steps, states, lengths)
    return found[:, :count], states


@helper
def beside(several: Any) -> Any:
    """All that a structure holds beside each other in one tensor, as ``nn.RNN`` wants it."""
    parts = paddle.utils.flatten(several)
    return parts[0] if len(parts) == 1 else paddle.concat(parts, -1)


@helper
def apart(joined: Any, several: Any) -> Any:
    """What stands beside each other in the structure whose parts are as wide."""
    widths = [each.shape[-1] for each in paddle.utils.flatten(several)]
    parts = [joined] if len(widths) == 1 else paddle.split(joined, widths, -1)
    return paddle.utils.pack_sequence_as(several, parts)


@helper
class OneOutput:
    """A cell with the rest of its arguments, whose inputs and outputs stand beside each other in one."""

    def __init__(self, cell: Any, inputs: Any, states: Any, given: Any) -> None:
        self.cell, self.inputs, self.given = cell, inputs, given
        self.first = paddle.utils.flatten(states)

    def __call__(self, inputs: Any, states: Any) -> Any:
        pairs = zip(paddle.utils.flatten(states), self.first)  # Paddle 3's loop forgets the sizes
        sized = [paddle.reshape(each, [-1, *first.shape[1:]]) for each, first in pairs]
        states = paddle.utils.pack_sequence_as(states, sized)
        self.outputs, states = self.cell.call(apart(inputs, self.inputs), states, **self.given)
        return beside(self.outputs), states

    forward = __call__


@helper
@contextlib.contextmanager
def parameters_outside() -> Any:
    """Parameters that its block makes stand outside of loops and branches: inside of them Paddle 3 would train none."""
    make = paddle.pir.core.create_parameter  # which Paddle 2.6 does not call

    def made(*shape: Any, **others: Any) -> Any:
        before = paddle.pir.get_current_insertion_point()
        paddle.pir.set_insertion_point_to_block_end(paddle.static.default_main_program().global_block())
        try:
            return make(*shape, **others)
        finally:
            paddle.pir.set_insertion_point(before)

    paddle.pir.core.create_parameter = made
    try:
        yield
    finally:
        paddle.pir.core.create_parameter = make


@helper
def rnn(cell: Any, inputs: Any, initial_states: Any = None, sequence_length: Any = None, time_major: bool = False,
        is_reverse: bool = False, **kwargs: Any) -> Any:
    """The outputs of all steps of ``inputs`` [N, T, ...], or [T, N, ...], or several, and the last states of the cell.

    Behind the end of a sequence, which ``sequence_length`` [N] says, states stay as they are.
    """
    steps = beside(inputs)
    if time_major:
        steps = paddle.transpose(steps, [1, 0, *range(2, len(steps.shape))])
    states = cell.get_initial_states(steps) if initial_states is None else initial_states
    lengths = sequence_length
    if lengths is None:
        lengths = paddle.full([paddle.shape(steps)[0]], paddle.shape(steps)[1], "int32")
    step = OneOutput(cell, inputs, states, kwargs)
    with parameters_outside():
        found, states = run_steps(step, steps, states, lengths, is_reverse)
    if time_major:
        found = paddle.transpose(found, [1, 0, *range(2, len(found.shape))])
    return apart(found, step.outputs), states


@helper
def numbered(attribute: Any, ending: str, unnamed: Any) -> Any:
    """The attribute of one layer's parameter, whose name gets the ending; without a name ``unnamed``."""
    if getattr(attribute, "name", None) is None:
        return unnamed
    made = copy.copy(attribute)
    made.name += ending
    return made


@helper
def layers_of_cells(make: Any, name: str, count: int, weight: Any, bias: Any, back: Any) -> list[list[Any]]:
    """The cells of each layer, and those of the way back, whose biases are ``back`` without a name, if there is one."""
    return [[make(param_attr=numbered(weight, f"_{way}_w_{number}", weight),
                  bias_attr=numbered(bias, f"_{way}_b_{number}", unnamed), name=f"{name}_{words}_{number}")
             for number in range(count)]
            for words, way, unnamed in [("layers", "fw", bias), *([("reverse_layers", "bw", *back)] if back else [])]]


@helper
def run_layers(cells: Any, input: Any, first: Any, lengths: Any, batch_first: bool, drop: Any) -> tuple[Any, list[Any]]:
    """The outputs of the last layer, and the last states of all: of each kind one tensor, layer by layer. Behind the
    end of a sequence a layer gives its state on."""
    steps = input if batch_first else paddle.transpose(input, [1, 0, 2])
    outputs, lasting = [], []
    given = first and [paddle.reshape(each, [len(cells[0]), len(cells), -1, each.shape[-1]]) for each in first]
    for way, layers in enumerate(cells):
        found = steps
        for place, cell in enumerate(layers):
            begin = cell.get_initial_states(found)
            if given:
                begin = paddle.utils.pack_sequence_as(begin, [each[place, way] for each in given])
            count = paddle.shape(found)[1]
            found, last = rnn(cell, found, begin, lengths, is_reverse=bool(way))
            if lengths is not None:
                mask = paddle.unsqueeze(F.sequence_mask(lengths, count, found.dtype), -1)
                kept = paddle.unsqueeze(paddle.utils.flatten(begin if way else last)[0], 1)
                found = found * mask + kept * (1 - mask)
            lasting.append(paddle.utils.flatten(last))
            found = drop(found)
        outputs.append(found)
    found = paddle.concat(outputs, -1)
    ordered = [lasting[place::len(cells[0])] for place in range(len(cells[0]))]  # the two ways of a layer together
    states = [paddle.stack(kind) for kind in zip(*(each for ways in ordered for each in ways))]
    return found if batch_first else paddle.transpose(found, [1, 0, 2]), states


@helper
def basic_gru(input: Any, init_hidden: Any, hidden_size: int, num_layers: int = 1, sequence_length: Any = None,
              dropout_prob: float = 0.0, bidirectional: bool = False, batch_first: bool = True, param_attr: Any = None,
              bias_attr: Any = None, gate_activation: Any = None, activation: Any = None, dtype: Any = "float32",
              name: str = "basic_gru") -> Any:
    """The outputs of GRUs one on the other [N, T, H], twice as wide of both directions, and their last states."""
    def make(**given: Any) -> Any:
        return GRUCell(hidden_size, gate_activation=gate_activation, activation=activation, dtype=dtype, **given)

    def drop(x: Any) -> Any:
        return F.dropout(x, dropout_prob, mode="downscale_in_infer") if dropout_prob else x

    cells = layers_of_cells(make, name, num_layers, param_attr, bias_attr, bidirectional and [bias_attr])
    first = init_hidden if init_hidden is None else [init_hidden]
    output, (hidden,) = run_layers(cells, input, first, sequence_length, batch_first, drop)
    return output, hidden


@helper
def basic_lstm(input: Any, init_hidden: Any, init_cell: Any, hidden_size: int, num_layers: int = 1,
               sequence_length: Any = None, dropout_prob: float = 0.0, bidirectional: bool = False,
               batch_first: bool = True, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
               activation: Any = None, forget_bias: float = 1.0, dtype: Any = "float32",
               name: str = "basic_lstm") -> Any:
    """The same of LSTMs, with the last cells. Without a name the biases of the way back have the weights' attribute."""
    def make(**given: Any) -> Any:
        return LSTMCell(hidden_size, forget_bias=forget_bias, dtype=dtype, **given)

    def drop(x: Any) -> Any:
        return F.dropout(x, dropout_prob) if dropout_prob else x

    cells = layers_of_cells(make, name, num_layers, param_attr, bias_attr, bidirectional and [param_attr])
    first = init_hidden if init_hidden is None else [init_hidden, init_cell]
    output, (hidden, cell) = run_layers(cells, input, first, sequence_length, batch_first, drop)
    return output, hidden, cell

"""``paddle.fluid.layers.rnn``: cells, and the network that repeats one over the steps of padded tensors."""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

import paddle
from paddle.utils import layers_utils

from ..._static.blocks import checked
from ..._static.recording import recorded
from ..._static.static_rnn import StaticRNN
from ..._static.variables import Variable
from .._spread import of_package
from ..dygraph.basic_units import BasicGRUUnit, BasicLSTMUnit

__all__ = ["GRUCell", "LSTMCell", "RNNCell", "rnn"]


class RNNCell:
    """A step of a recurrent network: ``call(inputs, states)`` gives its output and the new states."""

    def call(self, inputs: Any, states: Any, **kwargs: Any) -> Any:
        """The output and the new states, in the structure of ``states``."""
        raise NotImplementedError("RNNCell must implent the call function.")

    def __call__(self, inputs: Any, states: Any, **kwargs: Any) -> Any:
        return self.call(inputs, states, **kwargs)

    def get_initial_states(self, batch_ref: Any, shape: Any = None, dtype: Any = "float32", init_value: float = 0,
                           batch_dim_idx: int = 0) -> Any:
        """States full of ``init_value`` in ``shape``, by default :attr:`state_shape`, before which the batch's size
        stands: that of dimension ``batch_dim_idx`` of ``batch_ref``."""
        reference = layers_utils.flatten(batch_ref)[0]
        shapes = self.state_shape if shape is None else shape
        if dtype is None:
            try:
                dtype = self.state_dtype
            except NotImplementedError:
                dtype = "float32"
        return _states(reference, shapes, dtype, init_value, batch_dim_idx)

    @property
    def state_shape(self) -> Any:
        """The shapes of the states, nested as they are, without the batch."""
        raise NotImplementedError("this cell says no state_shape: write it in its class")

    @property
    def state_dtype(self) -> Any:
        """The dtype of the states, or theirs nested as they are."""
        raise NotImplementedError("this cell says no state_dtype: write it in its class")


def _states(reference: Any, shape: Any, dtype: Any, value: float, batch: int) -> Any:
    if isinstance(shape, dict):
        return {key: _states(reference, each, dtype[key] if isinstance(dtype, dict) else dtype, value, batch)
                for key, each in shape.items()}
    if not all(isinstance(size, int) for size in shape):
        dtypes = dtype if isinstance(dtype, (list, tuple)) and len(dtype) == len(shape) else [dtype] * len(shape)
        parts = [_states(reference, each, kind, value, batch) for each, kind in zip(shape, dtypes)]
        return type(shape)(*parts) if hasattr(shape, "_fields") else type(shape)(parts)
    dtype = layers_utils.flatten(dtype)[0] if isinstance(dtype, (list, tuple)) else dtype
    return full_for_each(reference, list(shape[1:] if shape[0] == -1 else shape), dtype, value, batch)


@recorded
def full_for_each(reference: Any, shape: list[int], dtype: Any, value: float, batch: int = 0) -> Any:
    """``shape`` full of ``value`` for each element along dimension ``batch`` of ``reference``."""
    return paddle.full([reference.shape[batch], *shape], value, dtype)


class GRUCell(RNNCell):
    """A GRU's step, with the parameters of a :class:`BasicGRUUnit`; the state is the hidden one."""

    def __init__(self, hidden_size: int, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
                 activation: Any = None, dtype: Any = "float32", name: str = "GRUCell") -> None:
        checked(hidden_size, "hidden_size", int, "GRUCell")
        self.hidden_size = hidden_size
        self.gru_unit = BasicGRUUnit(name, hidden_size, param_attr, bias_attr, gate_activation, activation, dtype)

    def call(self, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """The new hidden state, as output and as state."""
        hidden = self.gru_unit(inputs, states)
        return hidden, hidden

    @property
    def state_shape(self) -> list[int]:
        """[hidden_size]."""
        return [self.hidden_size]


class LSTMCell(RNNCell):
    """An LSTM's step, with the parameters of a :class:`BasicLSTMUnit`; the states are hidden state and cell."""

    def __init__(self, hidden_size: int, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
                 activation: Any = None, forget_bias: float = 1.0, dtype: Any = "float32",
                 name: str = "LSTMCell") -> None:
        checked(hidden_size, "hidden_size", int, "LSTMCell")
        self.hidden_size = hidden_size
        self.lstm_unit = BasicLSTMUnit(name, hidden_size, param_attr, bias_attr, gate_activation, activation,
                                       forget_bias, dtype)

    def call(self, inputs: Any, states: Any) -> Any:  # type: ignore[override]
        """The new hidden state, and both states."""
        checked(states, "states", list, "LSTMCell")
        hidden, cell = self.lstm_unit(inputs, *states)
        return hidden, [hidden, cell]

    @property
    def state_shape(self) -> list[list[int]]:
        """Twice [hidden_size]."""
        return [[self.hidden_size], [self.hidden_size]]


def rnn(cell: Any, inputs: Any, initial_states: Any = None, sequence_length: Any = None, time_major: bool = False,
        is_reverse: bool = False, **kwargs: Any) -> Any:
    """The outputs of all steps of ``inputs`` [N, steps, ...], and the last states.

    Behind the end of a sequence, which ``sequence_length`` int [N] says, states stay as they are. ``time_major``:
    inputs and outputs are [steps, N, ...].
    """
    checked(inputs, "inputs", (Variable, list, tuple), "rnn")
    checked(initial_states, "initial_states", (Variable, list, tuple, type(None)), "rnn")
    checked(sequence_length, "sequence_length", (Variable, type(None)), "rnn")
    if initial_states is None:
        initial_states = cell.get_initial_states(batch_ref=inputs, batch_dim_idx=1 if time_major else 0)
    for state in layers_utils.flatten(initial_states):
        state.stop_gradient = False
    around = partial(arranged, swap=not time_major, reverse=is_reverse)
    steps = layers_utils.map_structure(around, inputs)
    mask = None
    if sequence_length is not None:
        first, dtype = layers_utils.flatten(steps)[0], layers_utils.flatten(initial_states)[0].dtype
        mask = _lasting(sequence_length, first, dtype, is_reverse)
    outputs, states, found = _repeated(cell, steps, initial_states, mask, kwargs)
    count = len(layers_utils.flatten(outputs))
    whole = [arranged(each, not time_major, is_reverse, first_reversed=True) for each in found[:count]]
    last = [each[-1] for each in found[count:]]
    return _packed(outputs, whole), _packed(states, last)


def _packed(structure: Any, flat: list[Any]) -> Any:
    return layers_utils.pack_sequence_as(structure, flat) if layers_utils.is_sequence(structure) else flat[0]


def _repeated(cell: Any, steps: Any, initial_states: Any, mask: Any, kwargs: Any) -> tuple[Any, Any, list[Any]]:
    """The structures of a step's outputs and states, and what is found of both at all steps."""
    repeat = StaticRNN()
    with repeat.step():
        parts = layers_utils.map_structure(repeat.step_input, steps)
        states = layers_utils.map_structure(repeat.memory, initial_states)
        copied = layers_utils.map_structure(lambda state: state, states)
        outputs, after = cell.call(parts, copied, **kwargs)
        layers_utils.assert_same_structure(states, after)
        if mask is not None:
            goes_on = repeat.step_input(mask)
            after = layers_utils.map_structure(lambda old, new: kept_behind(old, new, goes_on), states, after)
        layers_utils.map_structure(repeat.update_memory, states, after)
        repeat.output(*layers_utils.flatten(outputs), *layers_utils.flatten(after))
    found = repeat()
    return outputs, after, found


@recorded
def arranged(x: Any, swap: bool, reverse: bool, first_reversed: bool = False) -> Any:
    """``x`` with its first two dimensions swapped and its steps reversed, which are in front in between."""
    if reverse and first_reversed:
        x = x.flip([0])
    if swap:
        x = x.transpose([1, 0, *range(2, x.ndim)])
    return x.flip([0]) if reverse and not first_reversed else x


@recorded
def _lasting(lengths: Any, steps: Any, dtype: Any, reverse: bool) -> Any:
    """1 where a sequence has not ended, [steps, N]."""
    mask = (paddle.arange(steps.shape[0], dtype=lengths.dtype).unsqueeze(1) < lengths.reshape([1, -1])).astype(dtype)
    return mask.flip([0]) if reverse else mask


@recorded
def kept_behind(old: Any, new: Any, goes_on: Any) -> Any:
    """``new`` where ``goes_on`` [N] is 1, and ``old`` where it is 0."""
    mask = goes_on.reshape([-1] + [1] * (new.ndim - 1))
    return new * mask - old * (mask - 1)


class _Called(ModuleType):
    """Importing this module puts it in the place of its function, which has the same name."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return rnn(*args, **kwargs)


sys.modules[__name__].__class__ = _Called

__getattr__ = of_package(__name__)

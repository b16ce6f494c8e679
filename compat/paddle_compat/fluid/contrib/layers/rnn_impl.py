"""``paddle.fluid.contrib.layers.rnn_impl``: networks of GRUs and LSTMs over padded tensors, one layer on the other."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import paddle

from ...._static.recording import recorded
from ...._static.static_rnn import StaticRNN
from ... import layers
from ...dygraph.basic_units import BasicGRUUnit, BasicLSTMUnit
from ...layers.rnn import _lasting, arranged, kept_behind

__all__ = ["BasicGRUUnit", "BasicLSTMUnit", "basic_gru", "basic_lstm"]


def basic_gru(input: Any, init_hidden: Any, hidden_size: int, num_layers: int = 1, sequence_length: Any = None,
              dropout_prob: float = 0.0, bidirectional: bool = False, batch_first: bool = True, param_attr: Any = None,
              bias_attr: Any = None, gate_activation: Any = None, activation: Any = None, dtype: Any = "float32",
              name: str = "basic_gru") -> Any:
    """The outputs of ``num_layers`` GRUs [N, steps, H], and their last hidden states [layers, N, H].

    With ``bidirectional`` outputs are [N, steps, 2 * H], and there are twice as many states. Without ``batch_first``
    the steps are the first dimension. Behind a sequence's end, by ``sequence_length`` [N], states stay as they are.
    """

    def unit(scope: str, weight: Any, bias: Any) -> Any:
        return BasicGRUUnit(scope, hidden_size, weight, bias, gate_activation, activation, dtype)

    units = _units(unit, name, num_layers, bidirectional, param_attr, bias_attr, bias_attr)
    output, (hidden,) = _network(units, input, [init_hidden], hidden_size, sequence_length, batch_first,
                                 lambda x: layers.dropout(x, dropout_prob) if dropout_prob else x)
    return output, hidden


def basic_lstm(input: Any, init_hidden: Any, init_cell: Any, hidden_size: int, num_layers: int = 1,
               sequence_length: Any = None, dropout_prob: float = 0.0, bidirectional: bool = False,
               batch_first: bool = True, param_attr: Any = None, bias_attr: Any = None, gate_activation: Any = None,
               activation: Any = None, forget_bias: float = 1.0, dtype: Any = "float32",
               name: str = "basic_lstm") -> Any:
    """The same of LSTMs: the outputs, the last hidden states and the last cells.

    As in 1.8.5 the biases of the way back have ``param_attr`` unless ``bias_attr`` has a name.
    """

    def unit(scope: str, weight: Any, bias: Any) -> Any:
        return BasicLSTMUnit(scope, hidden_size, weight, bias, gate_activation, activation, forget_bias, dtype)

    def drop(x: Any) -> Any:
        return layers.dropout(x, dropout_prob, dropout_implementation="upscale_in_train") if dropout_prob else x

    units = _units(unit, name, num_layers, bidirectional, param_attr, bias_attr, param_attr)
    output, (hidden, cell) = _network(units, input, [init_hidden, init_cell], hidden_size, sequence_length, batch_first,
                                      drop)
    return output, hidden, cell


def _units(unit: Callable[..., Any], name: str, count: int, both: bool, weight: Any, bias: Any,
           unnamed_back: Any) -> list[list[Any]]:
    """The units of each layer, of the way there and of the way back."""
    ways = [("layers", "fw", bias), ("reverse_layers", "bw", unnamed_back)][: 1 + both]
    return [[unit(f"{name}_{words}_{number}", _numbered(weight, f"_{way}_w_{number}", weight),
                  _numbered(bias, f"_{way}_b_{number}", unnamed)) for number in range(count)]
            for words, way, unnamed in ways]


def _numbered(attr: Any, ending: str, unnamed: Any) -> Any:
    if attr is None or attr is False or getattr(attr, "name", None) is None:
        return unnamed
    attr = copy.deepcopy(attr)
    attr.name += ending
    return attr


def _network(units: list[list[Any]], input: Any, first: list[Any], size: int, lengths: Any, batch_first: bool,
             drop: Callable[[Any], Any]) -> tuple[Any, list[Any]]:
    """The outputs of the last layer, and the last states of all, one tensor for each kind of state."""
    outputs, states = [], []
    given = None if first[0] is None else [_by_layer(each, len(units[0]), len(units), size) for each in first]
    for way, its_units in enumerate(units):
        steps = arranged(input, batch_first, bool(way))
        mask = None if lengths is None else _lasting(lengths, steps, "float32", bool(way))
        start = None if given is None else [[each[layer, way] for each in given] for layer in range(len(its_units))]
        output, last = _one_way(its_units, steps, start, mask, size, len(first), drop)
        outputs.append(arranged(output, batch_first, bool(way), first_reversed=True))
        states.append(last)
    joined = outputs[0] if len(outputs) == 1 else _beside(outputs)
    return joined, [_stacked([state[kind] for state in states]) for kind in range(len(first))]


def _one_way(units: list[Any], steps: Any, start: Any, mask: Any, size: int, kinds: int,
             drop: Callable[[Any], Any]) -> tuple[Any, list[list[Any]]]:
    """The outputs at all steps, and each layer's last states by their kind."""
    repeat = StaticRNN()
    with repeat.step():
        row = repeat.step_input(steps)
        goes_on = None if mask is None else repeat.step_input(mask)
        for layer, unit in enumerate(units):
            before = [repeat.memory(batch_ref=steps, shape=[-1, size]) if start is None
                      else repeat.memory(init=start[layer][kind]) for kind in range(kinds)]
            found = unit(row, *before)
            after = list(found) if kinds > 1 else [found]
            if goes_on is not None:
                after = [kept_behind(old, new, goes_on) for old, new in zip(before, after)]
            for old, new in zip(before, after):
                repeat.update_memory(old, new)
                repeat.step_output(new)
            row = drop(after[0])
        repeat.step_output(row)
    found = repeat()
    return found[-1], [[found[layer * kinds + kind][-1] for layer in range(len(units))] for kind in range(kinds)]


@recorded
def _by_layer(states: Any, layers: int, ways: int, size: int) -> Any:
    return states.reshape([layers, ways, -1, size])


@recorded
def _beside(outputs: list[Any]) -> Any:
    return paddle.concat(outputs, 2)


@recorded
def _stacked(ways: list[list[Any]]) -> Any:
    """The states [N, H] of each layer as [layers * ways, N, H], the two ways of a layer one after the other."""
    wholes = [paddle.stack(states) for states in ways]
    return wholes[0] if len(wholes) == 1 else paddle.stack(wholes, 1).reshape([-1, *wholes[0].shape[1:]])

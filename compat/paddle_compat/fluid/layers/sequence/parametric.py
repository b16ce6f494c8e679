"""``paddle.fluid.layers``: the functions over sequences that make parameters, for static programs."""

from __future__ import annotations

import math
from typing import Any

from ...._language import dropped, of_sequences
from ...._static.making import Made
from . import convolution, crf, recurrent, stacked

__all__ = [
    "crf_decoding", "dynamic_gru", "dynamic_lstm", "dynamic_lstmp", "gru_unit", "linear_chain_crf", "lstm",
    "lstm_unit", "row_conv", "sequence_conv",
]


@of_sequences
@dropped(padding="1.8.5 had no other way")
def sequence_conv(input: Any, num_filters: int, filter_size: int = 3, filter_stride: int = 1, padding: bool = True,
                  padding_start: int | None = None, bias_attr: Any = None, param_attr: Any = None,
                  act: str | None = None, name: str | None = None) -> Any:
    """Each row with its neighbours in the sequence, from ``padding_start`` on, times a new weight, plus a bias.

    Beyond the ends of a sequence there are zeros. Raises ``ValueError`` for another ``filter_stride`` than 1.
    """
    if filter_stride != 1:
        raise ValueError(f"sequence_conv: filter_stride must be 1, as in 1.8.5, not {filter_stride}")
    made = Made("sequence_conv", input, name)
    weight = made.parameter(param_attr, [filter_size * input.shape[1], num_filters])
    bias = made.parameter(bias_attr, [num_filters], is_bias=True)
    return made.result(convolution._sequence_conv, input, weight, filter_size, padding_start, bias, act,
                       before=(bias is not None) + (act is not None))


@of_sequences
def row_conv(input: Any, future_context_size: int, param_attr: Any = None, act: str | None = None) -> Any:
    """Each row with the ``future_context_size`` that follow it in the sequence, times a new weight, summed."""
    made = Made("row_conv", input)
    weight = made.parameter(param_attr, [future_context_size + 1, input.shape[-1]])
    return made.result(convolution._row_conv, input, weight, act, before=int(act is not None))


@of_sequences
def dynamic_lstm(input: Any, size: int, h_0: Any = None, c_0: Any = None, param_attr: Any = None,
                 bias_attr: Any = None, use_peepholes: bool = True, is_reverse: bool = False,
                 gate_activation: str = "sigmoid", cell_activation: str = "tanh", candidate_activation: str = "tanh",
                 dtype: str = "float32", name: str | None = None) -> Any:
    """The outputs and the cells [T, size / 4] of an LSTM over sequences of ``input`` [T, size].

    1.8.5's gradient on CPU is wrong where size / 4 is a multiple of 8, and it had none of the cells; so it is here,
    with a warning. ``PADDLE_COMPAT_LSTM=right`` turns the right one on.
    """
    if bias_attr is False:
        raise ValueError("fluid.layers.dynamic_lstm: bias_attr can't be False")
    made, width = Made("lstm", input, name, dtype), size // 4
    weight = made.parameter(param_attr, [width, 4 * width])
    bias = made.parameter(bias_attr, [1, (7 if use_peepholes else 4) * width], is_bias=True)
    return made.result(recurrent._dynamic_lstm, input, weight, bias, h_0, c_0, use_peepholes, is_reverse,
                       gate_activation, cell_activation, candidate_activation)


@of_sequences
def dynamic_lstmp(input: Any, size: int, proj_size: int, param_attr: Any = None, bias_attr: Any = None,
                  use_peepholes: bool = True, is_reverse: bool = False, gate_activation: str = "sigmoid",
                  cell_activation: str = "tanh", candidate_activation: str = "tanh", proj_activation: str = "tanh",
                  dtype: str = "float32", name: str | None = None, h_0: Any = None, c_0: Any = None,
                  cell_clip: float | None = None, proj_clip: float | None = None) -> Any:
    """The projected outputs [T, proj_size] and the cells of an LSTM over sequences of ``input`` [T, size].

    Its gradient is as wrong as that of :func:`dynamic_lstm`.
    """
    if bias_attr is False:
        raise ValueError("fluid.layers.dynamic_lstmp: bias_attr can't be False")
    made, width = Made("lstmp", input, name, dtype), size // 4
    weight = made.parameter(param_attr, [proj_size, 4 * width])
    down = made.parameter(param_attr, [width, proj_size])
    bias = made.parameter(bias_attr, [1, (7 if use_peepholes else 4) * width], is_bias=True)
    return made.result(recurrent._dynamic_lstmp, input, weight, down, bias, h_0, c_0, use_peepholes, is_reverse,
                       gate_activation, cell_activation, candidate_activation, proj_activation, cell_clip, proj_clip)


@of_sequences
@dropped(max_len="the length of the input serves", seed="cuDNN's own random numbers are not to be had")
def lstm(input: Any, init_h: Any, init_c: Any, max_len: int, hidden_size: int, num_layers: int,
         dropout_prob: float = 0.0, is_bidirec: bool = False, is_test: bool = False, name: str | None = None,
         default_initializer: Any = None, seed: int = -1) -> Any:
    """The outputs [steps, N, hidden_size] of ``num_layers`` LSTMs over ``input`` [steps, N, D], the last outputs and
    the last cells [num_layers, N, hidden_size].

    ``is_bidirec`` doubles the width of the outputs and the number of the states. 1.8.5 had it for GPUs alone; all
    weights and biases are one parameter in cuDNN's order, so that its files serve on any device.
    """
    made = Made("cudnn_lstm", input, name)
    shapes = stacked.shapes(input.shape[-1], hidden_size, num_layers, is_bidirec)
    weight = made.parameter(None, [sum(math.prod(shape) for shape in shapes)], initializer=default_initializer)
    return made.result(stacked._stacked_lstm, input, init_h, init_c, weight, hidden_size, num_layers, is_bidirec,
                       dropout_prob, is_test=is_test)


@of_sequences
def dynamic_gru(input: Any, size: int, param_attr: Any = None, bias_attr: Any = None, is_reverse: bool = False,
                gate_activation: str = "sigmoid", candidate_activation: str = "tanh", h_0: Any = None,
                origin_mode: bool = False) -> Any:
    """The outputs [T, size] of a GRU over sequences of ``input`` [T, 3 size]."""
    made = Made("gru", input)
    weight = made.parameter(param_attr, [size, 3 * size])
    bias = made.parameter(bias_attr, [1, 3 * size], is_bias=True)
    return made.result(recurrent._dynamic_gru, input, weight, bias, is_reverse, gate_activation, candidate_activation,
                       h_0, origin_mode)


@of_sequences
@dropped(activation="1.8.5 took tanh, whatever it was given", gate_activation="1.8.5 took sigmoid")
def gru_unit(input: Any, hidden: Any, size: int, param_attr: Any = None, bias_attr: Any = None,
             activation: str = "tanh", gate_activation: str = "sigmoid", origin_mode: bool = False) -> Any:
    """One step of a GRU over ``input`` [N, size]: the output [N, size / 3], the reset ``hidden``, and the gates."""
    made, width = Made("gru_unit", input), size // 3
    weight = made.parameter(param_attr, [width, 3 * width])
    bias = made.parameter(bias_attr, [1, 3 * width], is_bias=True)
    return made.result(recurrent._gru_unit, input, hidden, weight, bias, origin_mode)


@of_sequences
def lstm_unit(x_t: Any, hidden_t_prev: Any, cell_t_prev: Any, forget_bias: float = 0.0, param_attr: Any = None,
              bias_attr: Any = None, name: str | None = None) -> Any:
    """One step of an LSTM over ``x_t`` and the last output: the output and the cell, each [N, D]."""
    unit = Made("lstm_unit", x_t, name)
    inner, width = Made("fc", x_t), cell_t_prev.shape[1]
    weight = inner.parameter(param_attr, [x_t.shape[1] + hidden_t_prev.shape[1], 4 * width])
    bias = inner.parameter(bias_attr, [4 * width], is_bias=True)
    return unit.result(recurrent._lstm_unit, x_t, hidden_t_prev, cell_t_prev, weight, bias, forget_bias)


@of_sequences
def linear_chain_crf(input: Any, label: Any, param_attr: Any = None, length: Any = None) -> Any:
    """Minus the logarithm of the probability [N, 1] of the labels int64 under new transitions [D + 2, D].

    ``input`` is [T, D] with a LoD, or [N, T, D] with lengths ``length``.
    """
    made, size = Made("linear_chain_crf", input), input.shape[-1]
    transition = made.parameter(param_attr, [size + 2, size])
    return made.result(crf._linear_chain_crf, input, transition, label, length, before=3)


@of_sequences
def crf_decoding(input: Any, param_attr: Any, label: Any = None, length: Any = None) -> Any:
    """The likeliest labels int64 under the transitions that ``param_attr`` names; with ``label``, where they are it."""
    made = Made("crf_decoding", input)
    return made.result(crf._crf_decoding, input, made.known(param_attr.name), label, length)

"""LSTM and GRU over sequences, as Paddle 1 had them: its gates in its order, one weight, one bias."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from .._language import differs, helper
from .._today_cells import run_steps
from .lengths import lengths_of, padded, unpadded

__all__ = ["dynamic_gru", "dynamic_lstm", "dynamic_lstmp", "gru_unit", "lstm_unit"]


@helper
def recurrent_activation(name: str) -> Any:
    """The activation of that name: "sigmoid", "tanh", "relu" or "identity"."""
    return {"identity": lambda x: x}.get(name) or getattr(F, name)


@helper
def no_gradient(rows: Any) -> Any:
    """``rows`` itself, through which nothing is trained from now on."""
    rows.stop_gradient = True
    return rows


@helper
class GatedCell:
    """A step of Paddle 1's LSTM: the candidate, then the input, forget and output gates, are the columns of its input.

    The bias has peepholes behind the gates where it is long enough; ``down`` projects the output. Returns the output
    beside the cell. On processors Paddle 1 left out of the gradient how the output depends on the cell, of sizes that
    its vectors of 8 fit; so it is here where Paddle is built for no cards. ``is_cut = False`` has the right gradient.
    """

    def __init__(self, weight: Any, bias: Any, activations: Any, down: Any = None, clip: Any = None,
                 limit: float | None = None) -> None:
        self.size, self.weight, self.bias, self.down = weight.shape[1] // 4, weight, bias, down
        self.clip, self.limit = clip, limit
        self.gate, self.out, self.candidate, self.projected = (recurrent_activation(each) for each in activations)
        self.is_cut = self.size % 8 == 0 and weight.dtype == paddle.float32 and not paddle.is_compiled_with_cuda()

    def __call__(self, x: Any, states: Any) -> Any:
        hidden, cell = states
        size, peep = self.size, self.bias.shape[1] > 4 * self.size
        new, i, f, o = paddle.split(x + paddle.matmul(hidden, self.weight) + self.bias[:, : 4 * size], 4, axis=1)
        if peep:
            i, f = i + cell * self.bias[:, 4 * size : 5 * size], f + cell * self.bias[:, 5 * size : 6 * size]
        cell = self.candidate(new) * self.gate(i) + cell * self.gate(f)
        cell = self.clip(cell, self.is_cut) if self.clip else cell
        seen = no_gradient(paddle.assign(cell)) if self.is_cut and not self.clip else cell
        o = o + seen * self.bias[:, 6 * size :] if peep else o
        hidden = self.gate(o) * self.out(seen)
        if self.down is not None:
            hidden = self.projected(paddle.matmul(hidden, self.down))
            if self.limit:
                hidden = paddle.clip(hidden, -self.limit, self.limit)
        return paddle.concat([hidden, cell], axis=1), [hidden, cell]

    forward = __call__


@helper
def over_sequences(cell: Any, input: Any, states: Any, widths: Any, is_reverse: bool) -> Any:
    """The rows that the cell gives for those of ``input``; states not given are zeros of these widths."""
    lengths = lengths_of(input)
    steps = padded(input, lengths)
    begin = [paddle.zeros([paddle.shape(steps)[0], width], input.dtype) for width in widths]
    begin = [begin[number] if state is None else state for number, state in enumerate(states)]
    found, _ = run_steps(cell, steps, begin, lengths, is_reverse)
    return unpadded(paddle.reshape(found, [*paddle.shape(steps)[:2], sum(widths)]), lengths)


@differs("1.8.5's gradient on CPU was wrong where size / 4 is a multiple of 8; so it is here where Paddle is built "
         "without CUDA. One with CUDA has the right one, which 1.8.5 had on cards", "size % 32 == 0")
@helper
def dynamic_lstm(input: Any, size: int, h_0: Any = None, c_0: Any = None, param_attr: Any = None,
                 bias_attr: Any = None, use_peepholes: bool = True, is_reverse: bool = False,
                 gate_activation: str = "sigmoid", cell_activation: str = "tanh", candidate_activation: str = "tanh",
                 dtype: str = "float32", name: str | None = None) -> Any:
    """The outputs and the cells [T, size / 4] of an LSTM over the rows of sequences ``input`` [T, size]."""
    width = size // 4
    weight = nn.Layer().create_parameter([width, 4 * width], param_attr, dtype)
    bias = nn.Layer().create_parameter([1, (7 if use_peepholes else 4) * width], bias_attr, dtype, is_bias=True)
    cell = GatedCell(weight, bias, [gate_activation, cell_activation, candidate_activation, "identity"])
    rows = over_sequences(cell, input, [h_0, c_0], [width, width], is_reverse)
    return rows[:, :width], no_gradient(rows[:, width:])


@helper
def clipped(cell: Any, limit: float, by_eights: bool) -> Any:
    """``cell`` within the limit; by eights, all eight columns have a gradient where the first of them lies within."""
    within = paddle.clip(cell, -limit, limit)
    if not by_eights:
        return within
    first = paddle.abs(paddle.reshape(cell, [-1, cell.shape[1] // 8, 8])[:, :, :1])
    inside = paddle.tile(paddle.cast(first <= limit, cell.dtype), [1, 1, 8])
    kept = cell * paddle.reshape(inside, [-1, cell.shape[1]])
    return kept + no_gradient(within - kept)


@differs("1.8.5's gradient on CPU was wrong where size / 4 is a multiple of 8; so it is here where Paddle is built "
         "without CUDA. One with CUDA has the right one, which 1.8.5 had on cards", "size % 32 == 0")
@helper
def dynamic_lstmp(input: Any, size: int, proj_size: int, param_attr: Any = None, bias_attr: Any = None,
                  use_peepholes: bool = True, is_reverse: bool = False, gate_activation: str = "sigmoid",
                  cell_activation: str = "tanh", candidate_activation: str = "tanh", proj_activation: str = "tanh",
                  dtype: str = "float32", name: str | None = None, h_0: Any = None, c_0: Any = None,
                  cell_clip: float | None = None, proj_clip: float | None = None) -> Any:
    """The projected outputs [T, proj_size] and the cells [T, size / 4] of an LSTM over rows of sequences."""
    width = size // 4
    weight = nn.Layer().create_parameter([proj_size, 4 * width], param_attr, dtype)
    down = nn.Layer().create_parameter([width, proj_size], param_attr, dtype)
    bias = nn.Layer().create_parameter([1, (7 if use_peepholes else 4) * width], bias_attr, dtype, is_bias=True)
    activations = [gate_activation, cell_activation, candidate_activation, proj_activation]
    clip = (lambda state, by_eights: clipped(state, cell_clip, by_eights)) if cell_clip else None
    cell = GatedCell(weight, bias, activations, down, clip, proj_clip)
    rows = over_sequences(cell, input, [h_0, c_0], [proj_size, width], is_reverse)
    return rows[:, :proj_size], no_gradient(rows[:, proj_size:])


@helper
class UpdateCell:
    """A step of Paddle 1's GRU: the update and reset gates, then the candidate, are the columns of its input."""

    def __init__(self, weight: Any, bias: Any, activations: Any, origin_mode: bool = False) -> None:
        self.size, self.bias, self.origin_mode = weight.shape[0], bias, origin_mode
        flat = paddle.reshape(weight, [-1])  # the candidate's weights lie behind those of the gates
        self.gates = paddle.reshape(flat[: 2 * self.size**2], [self.size, 2 * self.size])
        self.weight = paddle.reshape(flat[2 * self.size**2 :], [self.size, self.size])
        self.gate, self.candidate = (recurrent_activation(each) for each in activations)

    def __call__(self, x: Any, states: Any) -> Any:
        (hidden,) = states
        x = x if self.bias is None else x + self.bias
        both = self.gate(x[:, : 2 * self.size] + paddle.matmul(hidden, self.gates))
        update, reset = both[:, : self.size], both[:, self.size :]
        past = reset * hidden
        new = self.candidate(x[:, 2 * self.size :] + paddle.matmul(past, self.weight))
        self.parts = past, both, new
        kept = update if self.origin_mode else 1 - update
        hidden = kept * hidden + (1 - kept) * new
        return hidden, [hidden]

    forward = __call__


@helper
def dynamic_gru(input: Any, size: int, param_attr: Any = None, bias_attr: Any = None, is_reverse: bool = False,
                gate_activation: str = "sigmoid", candidate_activation: str = "tanh", h_0: Any = None,
                origin_mode: bool = False) -> Any:
    """The outputs [T, size] of a GRU over the rows of sequences ``input`` [T, 3 size]."""
    weight = nn.Layer().create_parameter([size, 3 * size], param_attr, input.dtype)
    bias = nn.Layer().create_parameter([1, 3 * size], bias_attr, input.dtype, is_bias=True)
    cell = UpdateCell(weight, bias, [gate_activation, candidate_activation], origin_mode)
    return over_sequences(cell, input, [h_0], [size], is_reverse)


@differs("the gradient is right; 1.8.5 had one of the first result alone")
@helper
def gru_unit(input: Any, hidden: Any, size: int, param_attr: Any = None, bias_attr: Any = None,
             activation: str = "tanh", gate_activation: str = "sigmoid", origin_mode: bool = False) -> Any:
    """One step of a GRU over ``input`` [N, size]: the output [N, size / 3], the reset ``hidden``, and the gates."""
    width = size // 3
    weight = nn.Layer().create_parameter([width, 3 * width], param_attr, input.dtype)
    bias = nn.Layer().create_parameter([1, 3 * width], bias_attr, input.dtype, is_bias=True)
    cell = UpdateCell(weight, bias, ["sigmoid", "tanh"], origin_mode)
    after, _ = cell(input, [hidden])
    past, both, new = cell.parts
    return after, past, paddle.concat([both, new], axis=1)


@helper
def lstm_unit(x_t: Any, hidden_t_prev: Any, cell_t_prev: Any, forget_bias: float = 0.0, param_attr: Any = None,
              bias_attr: Any = None, name: str | None = None) -> Any:
    """One step of an LSTM over ``x_t`` and the last output: the output and the cell, each [N, D]."""
    both = paddle.concat([x_t, hidden_t_prev], axis=1)
    linear = nn.Linear(both.shape[1], 4 * cell_t_prev.shape[1], param_attr, bias_attr)
    i, f, o, new = paddle.split(linear(both), 4, axis=1)
    cell = F.sigmoid(f + forget_bias) * cell_t_prev + F.sigmoid(i) * paddle.tanh(new)
    return F.sigmoid(o) * paddle.tanh(cell), cell

"""LSTM and GRU over sequences of different lengths; the weights are given."""

from __future__ import annotations

import os
from typing import Any

import paddle

from ...._lod import lod_of, with_lod
from ...._runtime.rows import offsets_of
from ...._runtime.warn import warn_once
from . import kernels
from .kernels import has_kernel
from .steps import Steps, activation

__all__: list[str] = []

_WRONG = (
    "dynamic_lstm and dynamic_lstmp: 1.8.5's gradient on CPU is wrong where the hidden size is a multiple of 8: it "
    "leaves out how the output depends on the cell. The same numbers are computed here; set PADDLE_COMPAT_LSTM=right "
    "for the right gradient."
)


def _right() -> bool:
    return os.environ.get("PADDLE_COMPAT_LSTM") == "right"


def _wrong_gradient(weight: Any, size: int) -> bool:
    """Whether the gradient is to be as wrong as 1.8.5's vector code had it."""
    if size % 8 or weight.dtype != paddle.float32 or _right():
        return False
    if paddle.is_grad_enabled() and not weight.stop_gradient:
        warn_once(_WRONG)
    return True


def _clipped(state: Any, clip: float, by_eight: bool) -> Any:
    """``state`` within ``clip``, and no gradient where it was beyond; by eights as the first of the eight says."""
    within = paddle.clip(state, -clip, clip)
    if not by_eight:
        return within
    firsts = (state.reshape([state.shape[0], -1, 8])[:, :, :1].abs() <= clip).astype(state.dtype)
    kept = state * paddle.expand(firsts, [state.shape[0], state.shape[1] // 8, 8]).reshape(state.shape)
    return kept + (within - kept).detach()


def _cells(cells: Any) -> Any:
    """The cells that come back: 1.8.5 had no gradient of what is made of them, of any size."""
    return cells if _right() else cells.detach()


class Cell:
    """One step of an LSTM: the candidate, then the input, forget and output gates, are the columns of its input."""

    def __init__(self, weight: Any, bias: Any, use_peepholes: bool, gate: str, cell: str, candidate: str,
                 clip: float | None = None) -> None:
        self.size = size = weight.shape[1] // 4
        self.bias = bias[:, : 4 * size]
        peepholes = bias[:, 4 * size :]
        self.peepholes = paddle.split(peepholes, 3, axis=1) if use_peepholes else None
        self.gate, self.cell, self.candidate = activation(gate), activation(cell), activation(candidate)
        self.clip, self.wrong = clip, _wrong_gradient(weight, size)

    def __call__(self, x: Any, before: Any) -> tuple[Any, Any]:
        """The output and the cell after ``x``, which has the part of the last output in it."""
        c, i, f, o = paddle.split(x, 4, axis=1)
        if self.peepholes is not None and before is not None:
            i, f = i + before * self.peepholes[0], f + before * self.peepholes[1]
        state = self.candidate(c) * self.gate(i)
        if before is not None:
            state = state + before * self.gate(f)
        if self.clip:
            state = _clipped(state, self.clip, by_eight=self.wrong)
        seen = state.detach() if self.wrong and not self.clip else state
        if self.peepholes is not None:
            o = o + seen * self.peepholes[2]
        return self.gate(o) * self.cell(seen), state


def _dynamic_lstm(input: Any, weight: Any, bias: Any, h_0: Any = None, c_0: Any = None, use_peepholes: bool = True,
                  is_reverse: bool = False, gate_activation: str = "sigmoid", cell_activation: str = "tanh",
                  candidate_activation: str = "tanh") -> tuple[Any, Any]:
    """The outputs and cells [T, D] of an LSTM over ``input`` [T, 4 D], ``weight`` [D, 4 D]."""
    begins = offsets_of(input, "dynamic_lstm", levels=1)
    cell = Cell(weight, bias, use_peepholes, gate_activation, cell_activation, candidate_activation)
    if has_kernel("lstm", input, h_0, c_0) and not _right():
        outputs, cells = kernels.lstm(input, begins, weight, bias, use_peepholes, is_reverse, gate_activation,
                                      cell_activation, candidate_activation)
        return with_lod(outputs, lod_of(input)), with_lod(_cells(cells), lod_of(input))
    steps = Steps(begins, is_reverse)
    hidden, state = steps.first(h_0), steps.first(c_0)
    hiddens, states = [], []
    for count, x in steps.each(input + cell.bias):
        if hidden is not None:
            x = x + paddle.matmul(hidden[:count], weight)
        hidden, state = cell(x, None if state is None else state[:count])
        hiddens.append(hidden)
        states.append(state)
    outputs, cells = (steps.back(parts, cell.size, input.dtype) for parts in (hiddens, states))
    return with_lod(outputs, lod_of(input)), with_lod(_cells(cells), lod_of(input))


def _dynamic_lstmp(input: Any, weight: Any, proj_weight: Any, bias: Any, h_0: Any = None, c_0: Any = None,
                   use_peepholes: bool = True, is_reverse: bool = False, gate_activation: str = "sigmoid",
                   cell_activation: str = "tanh", candidate_activation: str = "tanh", proj_activation: str = "tanh",
                   cell_clip: float | None = None, proj_clip: float | None = None) -> tuple[Any, Any]:
    """The projected outputs [T, P] and the cells [T, D] of an LSTM over ``input`` [T, 4 D], ``weight`` [P, 4 D]."""
    steps = Steps(offsets_of(input, "dynamic_lstmp", levels=1), is_reverse)
    cell = Cell(weight, bias, use_peepholes, gate_activation, cell_activation, candidate_activation, cell_clip)
    project = activation(proj_activation)
    last, state = steps.first(h_0), steps.first(c_0)
    projected, states = [], []
    for count, x in steps.each(input + cell.bias):
        if last is not None:
            x = x + paddle.matmul(last[:count], weight)
        hidden, state = cell(x, None if state is None else state[:count])
        last = project(paddle.matmul(hidden, proj_weight))
        if proj_clip:
            last = paddle.clip(last, -proj_clip, proj_clip)
        projected.append(last)
        states.append(state)
    projection = steps.back(projected, proj_weight.shape[1], input.dtype)
    cells = _cells(steps.back(states, cell.size, input.dtype))
    return with_lod(projection, lod_of(input)), with_lod(cells, lod_of(input))


def _weights_of_gru(weight: Any) -> tuple[Any, Any]:
    """The update and reset gates' weights [D, 2 D], and the candidate's [D, D], which follow them in memory."""
    size = weight.shape[0]
    flat = weight.reshape([-1])
    return flat[: 2 * size * size].reshape([size, 2 * size]), flat[2 * size * size :].reshape([size, size])


def _dynamic_gru(input: Any, weight: Any, bias: Any = None, is_reverse: bool = False,
                 gate_activation: str = "sigmoid", candidate_activation: str = "tanh", h_0: Any = None,
                 origin_mode: bool = False) -> Any:
    """The outputs [T, D] of a GRU over ``input`` [T, 3 D], ``weight`` [D, 3 D]."""
    begins = offsets_of(input, "dynamic_gru", levels=1)
    gate, act = activation(gate_activation), activation(candidate_activation)
    biased = input if bias is None else input + bias
    if has_kernel("gru", input, h_0):
        outputs = kernels.gru(biased, begins, weight, is_reverse, gate_activation, candidate_activation, origin_mode)
        return with_lod(outputs, lod_of(input))
    steps = Steps(begins, is_reverse)
    size = weight.shape[0]
    gates, candidate = _weights_of_gru(weight)
    hidden, hiddens = steps.first(h_0), []
    for count, x in steps.each(biased):
        before = None if hidden is None else hidden[:count]
        hidden = _gru_step(x, before, size, gates, candidate, gate, act, origin_mode)[0]
        hiddens.append(hidden)
    return with_lod(steps.back(hiddens, size, input.dtype), lod_of(input))


def _gru_step(x: Any, before: Any, size: int, gates: Any, candidate: Any, gate: Any, act: Any,
              origin_mode: bool) -> tuple[Any, Any, Any]:
    """The output, the reset output of before, and the gates, after ``x``."""
    if before is None:
        before = paddle.zeros([x.shape[0], size], dtype=x.dtype)
    both = gate(x[:, : 2 * size] + paddle.matmul(before, gates))
    update, reset = both[:, :size], both[:, size:]
    past = reset * before
    new = act(x[:, 2 * size :] + paddle.matmul(past, candidate))
    hidden = (1 - update) * new + update * before if origin_mode else (1 - update) * before + update * new
    return hidden, past, paddle.concat([both, new], axis=1)


def _gru_unit(input: Any, hidden: Any, weight: Any, bias: Any = None,
              origin_mode: bool = False) -> tuple[Any, Any, Any]:
    """One step of a GRU: the output, the reset output of before and the gates.

    1.8.5 had a gradient of the first alone, and took sigmoid and tanh, whatever it was given.
    """
    size = weight.shape[0]
    gates, candidate = _weights_of_gru(weight)
    x = input if bias is None else input + bias
    after, past, all_gates = _gru_step(x, hidden, size, gates, candidate, activation("sigmoid"), activation("tanh"),
                                       origin_mode)
    return after, past.detach(), all_gates.detach()


def _lstm_unit(x_t: Any, hidden_t_prev: Any, cell_t_prev: Any, weight: Any, bias: Any = None,
               forget_bias: float = 0.0) -> tuple[Any, Any]:
    """One step of an LSTM over ``x_t`` and the last output: the output and the cell."""
    x = paddle.matmul(paddle.concat([x_t, hidden_t_prev], axis=1), weight)
    i, f, o, new = paddle.split(x if bias is None else x + bias, 4, axis=1)
    sigmoid = activation("sigmoid")
    cell = sigmoid(f + forget_bias) * cell_t_prev + sigmoid(i) * paddle.tanh(new)
    return sigmoid(o) * paddle.tanh(cell), cell

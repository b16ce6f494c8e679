"""Paddle's own kernels for an LSTM and a GRU over sequences, which have no public name: quicker than steps in Python.

They are 1.8.5's, with its gradients, and take no states before the first step.
"""

from __future__ import annotations

from typing import Any

import paddle
from paddle import _legacy_C_ops as kernels

__all__: list[str] = []


def has_kernel(kind: str, input: Any, *states: Any) -> bool:
    """Whether the kernel ``kind`` takes this input, and these states before the first step."""
    fits = input.place.is_cpu_place() and input.shape[0] > 0 and all(state is None for state in states)
    return fits and hasattr(kernels, kind)


def lstm(input: Any, offsets: list[int], weight: Any, bias: Any, use_peepholes: bool, is_reverse: bool, gate: str,
         cell: str, candidate: str) -> tuple[Any, Any]:
    """The outputs and the cells [T, D]."""
    outputs, cells, *_ = kernels.lstm(
        _with_offsets(input, offsets), weight, bias, "use_peepholes", use_peepholes, "is_reverse", is_reverse,
        "gate_activation", gate, "cell_activation", cell, "candidate_activation", candidate)
    return outputs, cells


def gru(input: Any, offsets: list[int], weight: Any, is_reverse: bool, gate: str, candidate: str,
        origin_mode: bool) -> Any:
    """The outputs [T, D]; ``input`` has the bias in it."""
    *_, outputs = kernels.gru(
        _with_offsets(input, offsets), weight, "is_reverse", is_reverse, "gate_activation", gate, "activation",
        candidate, "origin_mode", origin_mode)
    return outputs


def _with_offsets(input: Any, offsets: list[int]) -> Any:
    """A copy of ``input``, in which a kernel finds the offsets."""
    copy = paddle.assign(input)
    copy.get_tensor().set_lod([offsets])
    return copy

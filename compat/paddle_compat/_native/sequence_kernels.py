"""Kernels of layers over sequences."""

from __future__ import annotations

from typing import Any

from ..fluid import layers
from ..fluid.layers.sequence import convolution, crf, recurrent, stacked
from .kernels import kernel


@kernel("lstm", "Hidden Cell")
def lstm(Input: Any, Weight: Any, Bias: Any, use_peepholes: bool, is_reverse: bool, gate_activation: str,
         cell_activation: str, candidate_activation: str, H0: Any = None, C0: Any = None) -> Any:
    return recurrent._dynamic_lstm(Input, Weight, Bias, H0, C0, use_peepholes, is_reverse, gate_activation,
                                   cell_activation, candidate_activation)


@kernel("lstmp", "Projection Cell")
def lstmp(Input: Any, Weight: Any, ProjWeight: Any, Bias: Any, use_peepholes: bool, is_reverse: bool,
          gate_activation: str, cell_activation: str, candidate_activation: str, proj_activation: str,
          cell_clip: float, proj_clip: float, H0: Any = None, C0: Any = None) -> Any:
    return recurrent._dynamic_lstmp(Input, Weight, ProjWeight, Bias, H0, C0, use_peepholes, is_reverse, gate_activation,
                                    cell_activation, candidate_activation, proj_activation, cell_clip or None,
                                    proj_clip or None)


@kernel("cudnn_lstm", "Out last_h last_c")
def cudnn_lstm(Input: Any, InitH: Any, InitC: Any, W: Any, hidden_size: int, num_layers: int, is_bidirec: bool,
               dropout_prob: float, is_test: bool) -> Any:
    return stacked._stacked_lstm(Input, InitH, InitC, W, hidden_size, num_layers, is_bidirec, dropout_prob, is_test)


@kernel("gru", "Hidden")
def gru(Input: Any, Weight: Any, is_reverse: bool, gate_activation: str, activation: str, origin_mode: bool,
        Bias: Any = None, H0: Any = None) -> Any:
    return recurrent._dynamic_gru(Input, Weight, Bias, is_reverse, gate_activation, activation, H0, origin_mode)


@kernel("gru_unit", "Hidden ResetHiddenPrev Gate")
def gru_unit(Input: Any, HiddenPrev: Any, Weight: Any, origin_mode: bool, Bias: Any = None) -> Any:
    return recurrent._gru_unit(Input, HiddenPrev, Weight, Bias, origin_mode)


@kernel("sequence_conv", "Out")
def sequence_conv(X: Any, Filter: Any, contextLength: int, contextStart: int) -> Any:
    return convolution._sequence_conv(X, Filter, contextLength, contextStart)


@kernel("row_conv", "Out")
def row_conv(X: Any, Filter: Any) -> Any:
    return convolution._row_conv(X, Filter)


@kernel("linear_chain_crf", "LogLikelihood")
def linear_chain_crf(Emission: Any, Transition: Any, Label: Any, Length: Any = None) -> Any:
    return crf._linear_chain_crf(Emission, Transition, Label, Length)


@kernel("crf_decoding", "ViterbiPath")
def crf_decoding(Emission: Any, Transition: Any, Label: Any = None, Length: Any = None) -> Any:
    return crf._crf_decoding(Emission, Transition, Label, Length)


@kernel("sequence_pool", "Out")
def sequence_pool(X: Any, pooltype: str, pad_value: float) -> Any:
    return layers.sequence_pool(X, pooltype.lower(), pad_value=pad_value)


@kernel("im2sequence", "Out")
def im2sequence(X: Any, kernels: Any, strides: Any, paddings: Any, out_stride: Any, Y: Any = None) -> Any:
    return layers.im2sequence(X, list(kernels), list(strides), list(paddings), Y, list(out_stride))

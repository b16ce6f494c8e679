"""Layers over rows of sequences, one below the other, that are given their lengths: for loops, where no program
remembers them."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from .._language import helper
from ..fluid.layers.sequence.chunks import rates_of_chunks
from .lengths import padded, unpadded
from .random_fields import best_paths, chain_cost
from .recurrent import GatedCell, UpdateCell

__all__: list[str] = []


@helper
def over_rows(cell: Any, rows: Any, lengths: Any, states: Any, is_reverse: bool) -> Any:
    """What the cell gives for each of the rows; a state is a tensor, or the width of zeros to begin with."""
    begin = [paddle.zeros([lengths.shape[0], each], rows.dtype) if isinstance(each, int) else each for each in states]
    steps, _ = nn.RNN(cell, is_reverse)(padded(rows, lengths), begin, lengths)
    return unpadded(steps, lengths)


@helper
class DynamicLSTM(nn.Layer):
    """Paddle 1's LSTM: of rows [T, size] of sequences the outputs and the cells [T, size / 4]."""

    def __init__(self, size: int, param_attr: Any = None, bias_attr: Any = None, use_peepholes: bool = True,
                 is_reverse: bool = False, gate_activation: str = "sigmoid", cell_activation: str = "tanh",
                 candidate_activation: str = "tanh") -> None:
        super().__init__()
        self.width, self.is_reverse = size // 4, is_reverse
        self.weight = self.create_parameter([self.width, size], param_attr)
        self.bias = self.create_parameter([1, (7 if use_peepholes else 4) * self.width], bias_attr, is_bias=True)
        self.activations = [gate_activation, cell_activation, candidate_activation, "identity"]

    def forward(self, rows: Any, lengths: Any, h_0: Any = None, c_0: Any = None) -> Any:
        cell = GatedCell(self.weight, self.bias, self.activations)
        begin = [self.width if each is None else each for each in (h_0, c_0)]
        found = over_rows(cell, rows, lengths, begin, self.is_reverse)
        return found[:, : self.width], found[:, self.width :].detach()


@helper
class DynamicGRU(nn.Layer):
    """Paddle 1's GRU: of rows [T, 3 size] of sequences the outputs [T, size]."""

    def __init__(self, size: int, param_attr: Any = None, bias_attr: Any = None, is_reverse: bool = False,
                 gate_activation: str = "sigmoid", candidate_activation: str = "tanh",
                 origin_mode: bool = False) -> None:
        super().__init__()
        self.width, self.is_reverse, self.origin_mode = size, is_reverse, origin_mode
        self.weight = self.create_parameter([size, 3 * size], param_attr)
        self.bias = self.create_parameter([1, 3 * size], bias_attr, is_bias=True)
        self.activations = [gate_activation, candidate_activation]

    def forward(self, rows: Any, lengths: Any, h_0: Any = None) -> Any:
        cell = UpdateCell(self.weight, self.bias, self.activations, self.origin_mode)
        return over_rows(cell, rows, lengths, [self.width if h_0 is None else h_0], self.is_reverse)


@helper
class GRUUnit(nn.Layer):
    """A step of Paddle 1's GRU over ``input`` [N, size]: the output [N, size / 3], the reset ``hidden``, the gates."""

    def __init__(self, size: int, param_attr: Any = None, bias_attr: Any = None, origin_mode: bool = False) -> None:
        super().__init__()
        self.origin_mode = origin_mode
        self.weight = self.create_parameter([size // 3, size], param_attr)
        self.bias = self.create_parameter([1, size], bias_attr, is_bias=True)

    def forward(self, input: Any, hidden: Any) -> Any:
        cell = UpdateCell(self.weight, self.bias, ["sigmoid", "tanh"], self.origin_mode)
        after, _ = cell(input, [hidden])
        past, both, new = cell.parts
        return after, past, paddle.concat([both, new], axis=1)


@helper
class SequenceConv(nn.Layer):
    """A linear layer of each row with its neighbours in the sequence, from ``padding_start`` on."""

    def __init__(self, in_features: int, num_filters: int, filter_size: int = 3, padding_start: int | None = None,
                 bias_attr: Any = None, param_attr: Any = None) -> None:
        super().__init__()
        self.first = -(filter_size // 2) if padding_start is None else padding_start
        self.filter_size = filter_size
        self.linear = nn.Linear(filter_size * in_features, num_filters, param_attr, bias_attr)

    def forward(self, rows: Any, lengths: Any) -> Any:
        steps, before = padded(rows, lengths), max(0, -self.first)
        none = [paddle.zeros_like(steps[:, :1])]
        wide = paddle.concat([*none * before, steps, *none * max(0, self.first + self.filter_size - 1)], axis=1)
        starts = range(before + self.first, before + self.first + self.filter_size)
        around = paddle.concat([wide[:, start : start + steps.shape[1]] for start in starts], axis=2)
        return self.linear(unpadded(around, lengths))


@helper
class LinearChainCRF(nn.Layer):
    """A linear-chain conditional random field: what labels of sequences cost [N, 1]; without labels, the likeliest."""

    def __init__(self, size: int, param_attr: Any = None) -> None:
        super().__init__()
        self.transition = self.create_parameter([size + 2, size], param_attr)

    def forward(self, input: Any, lengths: Any, label: Any = None) -> Any:
        lengths, is_padded = paddle.cast(paddle.reshape(lengths, [-1]), "int64"), len(input.shape) == 3
        steps = input if is_padded else padded(input, lengths)
        if label is not None:
            labels = paddle.reshape(label, [lengths.shape[0], -1]) if is_padded \
                else padded(paddle.reshape(label, [-1]), lengths, 0)
            return chain_cost(self.transition, steps, labels, lengths).unsqueeze(1)
        paths = best_paths(self.transition, steps, lengths)
        if is_padded:
            return paths * F.sequence_mask(lengths, maxlen=paths.shape[1], dtype="int64")
        return unpadded(paths, lengths).unsqueeze(1)


@helper
def chunk_rates(input: Any, label: Any, lengths: Any, chunk_scheme: str, num_chunk_types: int,
                excluded_chunk_types: list[int] | None = None) -> tuple[Any, ...]:
    """Precision, recall and F1 of the chunks in ``input`` against ``label``; how many are found, wanted, right."""
    counts, sequences = lengths.numpy().reshape(-1), []
    for tags in (input.numpy(), label.numpy()):
        rows = tags.reshape([len(counts), -1]) if tags.size > counts.sum() \
            else np.split(tags.reshape(-1), np.cumsum(counts)[:-1])
        sequences.append([row[:count] for row, count in zip(rows, counts)])
    found = rates_of_chunks(zip(*sequences), chunk_scheme, num_chunk_types, excluded_chunk_types)
    return tuple(map(paddle.to_tensor, found))

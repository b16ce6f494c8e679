"""Linear-chain conditional random fields over sequences of labels.

Row 0 of the transitions [D + 2, D] is the weight of a label at the beginning, row 1 at the end, the others of each
label after each.
"""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn as nn
import paddle.nn.functional as F

from .._language import helper
from .._today_cells import run_steps
from .lengths import lengths_of, padded, unpadded, with_lengths

__all__ = ["crf_decoding", "linear_chain_crf"]


@helper
class ChainCell:
    """The logarithm of the sum over all paths to each label, one step further."""

    def __init__(self, between: Any) -> None:
        self.between = between

    def __call__(self, x: Any, alpha: Any) -> Any:
        alpha = paddle.logsumexp(alpha.unsqueeze(2) + self.between, axis=1) + x
        return alpha, alpha

    forward = __call__


@helper
def chain_cost(transition: Any, steps: Any, labels: Any, lengths: Any) -> Any:
    """Minus the logarithm of the probability [N] of the labels int64 [N, T] under the transitions [D + 2, D]."""
    size = steps.shape[-1]
    start, end, between = transition[0], transition[1], transition[2:]
    after = paddle.concat([steps, paddle.zeros_like(steps[:, :1])], axis=1)[:, 1:]
    _, alpha = run_steps(ChainCell(between), after, steps[:, 0] + start, lengths - 1)
    within = F.sequence_mask(lengths, maxlen=paddle.shape(steps)[1], dtype=steps.dtype)
    own = F.one_hot(labels, size) * within.unsqueeze(2)
    last = paddle.take_along_axis(labels, paddle.clip(lengths - 1, min=0).unsqueeze(1), axis=1)
    score = (own * steps).sum([1, 2]) + (own[:, 0] * start).sum(1) + (F.one_hot(last.squeeze(1), size) * end).sum(1)
    following = paddle.concat([own, paddle.zeros_like(own[:, :1])], axis=1)[:, 1:]
    score = score + (paddle.matmul(own, between) * following).sum([1, 2])
    loss = paddle.logsumexp(alpha + end, axis=1) - score
    return paddle.where(lengths > 0, loss, paddle.zeros_like(loss))


@helper
def linear_chain_crf(input: Any, label: Any, param_attr: Any = None, length: Any = None) -> Any:
    """Minus the logarithm of the probability [N, 1] of the labels int64 under new transitions [D + 2, D].

    ``input`` is [T, D], rows of sequences, or [N, T, D] with lengths ``length``.
    """
    size = input.shape[-1]
    transition = nn.Layer().create_parameter([size + 2, size], param_attr, input.dtype)
    if length is None:
        lengths = lengths_of(input)
        steps, labels = padded(input, lengths), padded(paddle.reshape(label, [-1]), lengths, 0)
    else:
        lengths = paddle.cast(paddle.reshape(length, [-1]), "int64")
        steps, labels = input, paddle.reshape(label, [paddle.shape(input)[0], -1])
    return with_lengths(chain_cost(transition, steps, labels, lengths).unsqueeze(1), None)


@helper
class BestCell:
    """The best of all paths to each label, one step further; gives the label before."""

    def __init__(self, between: Any) -> None:
        self.between = between

    def __call__(self, x: Any, best: Any) -> Any:
        through = best.unsqueeze(2) + self.between
        return paddle.cast(paddle.argmax(through, axis=1), x.dtype), paddle.max(through, axis=1) + x

    forward = __call__


@helper
class BackCell:
    """From a label to the one before it."""

    def __call__(self, before: Any, label: Any) -> Any:
        label = paddle.take_along_axis(before, paddle.cast(label, "int64"), axis=1)
        return label, label

    forward = __call__


@helper
def best_paths(transition: Any, steps: Any, lengths: Any) -> Any:
    """The likeliest labels int64 [N, T] under the transitions [D + 2, D]."""
    after = paddle.concat([steps, paddle.zeros_like(steps[:, :1])], axis=1)[:, 1:]
    before, best = run_steps(BestCell(transition[2:]), after, steps[:, 0] + transition[0], lengths - 1)
    last = paddle.cast(paddle.argmax(best + transition[1], axis=1, keepdim=True), steps.dtype)
    found, _ = run_steps(BackCell(), before, last, lengths - 1, is_reverse=True)
    ends = F.sequence_mask(lengths - 1, maxlen=paddle.shape(steps)[1], dtype=steps.dtype)
    return paddle.cast(paddle.reshape(found, paddle.shape(ends)) * ends + last * (1 - ends), "int64")


@helper
def crf_decoding(input: Any, param_attr: Any, label: Any = None, length: Any = None) -> Any:
    """The likeliest labels int64 under the transitions that ``param_attr`` names; with ``label``, 1 where they are it.

    ``input`` is [T, D], rows of sequences, or [N, T, D] with lengths ``length``.
    """
    size, program = input.shape[-1], paddle.static.default_main_program()
    name = getattr(param_attr, "name", param_attr)
    known = [each for each in program.global_block().all_parameters() if each.name == name]
    made = known or [nn.Layer().create_parameter([size + 2, size], param_attr, input.dtype)]
    transition = made[-1]  # the field's own: another one of that name would change how it trains
    lengths = lengths_of(input) if length is None else paddle.cast(paddle.reshape(length, [-1]), "int64")
    steps = padded(input, lengths) if length is None else input
    paths = best_paths(transition, steps, lengths)
    if length is None:
        rows = unpadded(paths, lengths).unsqueeze(1)
        right = rows if label is None else paddle.cast(rows == paddle.reshape(label, [-1, 1]), "int64")
        return with_lengths(right, lengths)
    right = paths if label is None else paddle.cast(paths == paddle.reshape(label, paddle.shape(paths)), "int64")
    return right * F.sequence_mask(lengths, maxlen=paddle.shape(steps)[1], dtype="int64")

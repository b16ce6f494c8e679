"""Linear-chain conditional random fields over sequences of labels; the transitions are given.

Row 0 of ``transition`` [D + 2, D] is the weight of a label at the beginning, row 1 at the end, the others of each label
after each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from ...._lod import lengths, lod_of, with_lod
from ...._runtime.from_arrays import tensor_of
from ...._runtime.rows import numbers, offsets_of, padded

__all__: list[str] = []


def _in_steps(emission: Any, label: Any, length: Any, rule: str) -> tuple[Any, Any, list[int]]:
    """Emissions [N, T, D] and labels [N, T], filled up, and the lengths."""
    if length is not None:
        counts = [int(count) for count in length.numpy().reshape(-1)]
        return emission, None if label is None else label.reshape(emission.shape[:2]), counts
    begins = offsets_of(emission, rule, levels=1)
    labels = None if label is None else padded(label.reshape([-1]), begins, 0)
    return padded(emission, begins, 0.0), labels, lengths(begins)


def _linear_chain_crf(input: Any, transition: Any, label: Any, length: Any = None) -> Any:
    """Minus the logarithm of the probability of each sequence of labels: [N, 1]."""
    emission, labels, counts = _in_steps(input, label, length, "linear_chain_crf")
    within = tensor_of(np.arange(emission.shape[1]) < np.asarray(counts)[:, None])
    start, end, between = transition[0], transition[1], transition[2:]
    alpha = emission[:, 0] + start
    for step in range(1, emission.shape[1]):
        after = paddle.logsumexp(alpha.unsqueeze(2) + between, axis=1) + emission[:, step]
        alpha = paddle.where(within[:, step : step + 1], after, alpha)
    whole = paddle.logsumexp(alpha + end, axis=1)
    loss = (whole - _score(emission, labels, counts, transition, within)).unsqueeze(1)
    empty = np.asarray(counts) == 0
    return with_lod(paddle.where(numbers(empty).astype("bool").unsqueeze(1), paddle.zeros_like(loss), loss), [])


def _score(emission: Any, labels: Any, counts: list[int], transition: Any, within: Any) -> Any:
    """What the given labels add up to, for each sequence."""
    mask = within.astype(emission.dtype)
    size = transition.shape[1]
    own = paddle.take_along_axis(emission, labels.unsqueeze(2), axis=2).squeeze(2) * mask
    last = np.maximum(np.asarray(counts) - 1, 0)
    ends = paddle.take_along_axis(labels, numbers(last).unsqueeze(1), axis=1).squeeze(1)
    score = own.sum(1) + paddle.gather(transition[0], labels[:, 0]) + paddle.gather(transition[1], ends)
    if emission.shape[1] == 1:
        return score
    pairs = (labels[:, :-1] + 2) * size + labels[:, 1:]
    steps = paddle.gather(transition.reshape([-1]), pairs.reshape([-1])).reshape(pairs.shape)
    return score + (steps * mask[:, 1:]).sum(1)


def _crf_decoding(input: Any, transition: Any, label: Any = None, length: Any = None) -> Any:
    """The likeliest labels int64, [T, 1] or [N, T]; with ``label``, 1 where they are these and 0 elsewhere."""
    emission, _, counts = _in_steps(input, None, length, "crf_decoding")
    paths = [_likeliest(scores[:count], transition.numpy()) for scores, count in zip(emission.numpy(), counts)]
    if length is None:
        found = tensor_of(np.concatenate([*paths, np.zeros(0, "int64")]).reshape(-1, 1))
    else:
        longest = emission.shape[1]
        found = tensor_of(np.stack([np.pad(path, (0, longest - len(path))) for path in paths]))
    if label is not None:
        right = (found.reshape([-1]) == label.reshape([-1])).astype("int64").reshape(found.shape)
        found = right if length is None else right * tensor_of(
            np.arange(found.shape[1]) < np.asarray(counts)[:, None]).astype("int64")
    return with_lod(found, lod_of(input))


def _likeliest(scores: np.ndarray[Any, Any], transition: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Viterbi's path through ``scores`` [T, D]."""
    if not len(scores):
        return np.zeros(0, "int64")
    best, back = scores[0] + transition[0], []
    for row in scores[1:]:
        through = best[:, None] + transition[2:]
        back.append(through.argmax(0))
        best = through.max(0) + row
    path = [int((best + transition[1]).argmax())]
    for before in reversed(back):
        path.append(int(before[path[-1]]))
    return np.asarray(path[::-1], "int64")

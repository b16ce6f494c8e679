"""``paddle.fluid.layers``: losses over some of many classes, and over centres of classes; the weights are given."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ..._language import of_sequences
from ..._runtime.random import mersenne

__all__ = ["sampled_softmax_with_cross_entropy"]


@of_sequences
def sampled_softmax_with_cross_entropy(logits: Any, label: Any, num_samples: int, num_true: int = 1,
                                       remove_accidental_hits: bool = True, use_customized_samples: bool = False,
                                       customized_samples: Any = None, customized_probabilities: Any = None,
                                       seed: int = 0) -> Any:
    """The cross entropy [N, 1] over the class ``label`` int64 [N, 1] and ``num_samples`` others, drawn for all rows.

    A class is drawn like ``1 / (class + 1)``, none twice; the samples of a ``seed`` are 1.8.5's. Customized samples
    [N, 1 + num_samples], the label first, come with the probability of each.
    """
    if use_customized_samples:
        samples, chances = customized_samples, customized_probabilities
    else:
        samples, chances = _drawn(label, logits.shape[1], num_samples, seed)
    picked = paddle.take_along_axis(logits, samples, axis=1)
    true = label.shape[1]
    if remove_accidental_hits:
        hits = (samples[:, true:].unsqueeze(2) == label.unsqueeze(1)).any(axis=2).astype(logits.dtype)
        picked = paddle.concat([picked[:, :true], picked[:, true:] - 1e20 * hits], axis=1)
    wanted = F.one_hot(paddle.zeros_like(label).reshape([-1]), num_samples + 1)
    found = F.cross_entropy(picked - paddle.log(chances), wanted, soft_label=True, reduction="none")
    return found / num_true


def _drawn(label: Any, classes: int, count: int, seed: int) -> tuple[Any, Any]:
    """The labels and the samples behind them, int64, and how probable it was that each is among them."""
    labels = label.numpy()
    seed = seed % 2**32 if seed else int(paddle.randint(1, 2**31 - 1, [1]).item())
    block = 8 * count
    while True:
        stream = mersenne.log_uniform(seed, block, classes + 1)
        different, places = np.unique(stream, return_index=True)
        if len(different) >= count:
            break
        block *= 4
    places = np.sort(places)[:count]
    tries = int(places[-1]) + 1
    samples = np.concatenate([labels, np.broadcast_to(stream[places], [len(labels), count])], axis=1)
    single = np.log((samples + 2.0) / (samples + 1.0)) / np.float64(np.float32(np.log(classes + 1)))
    chance = single * count if tries == count else -np.expm1(tries * np.log1p(-single))
    return paddle.to_tensor(samples), paddle.to_tensor(chance.astype("float32"))


def _hsigmoid(input: Any, label: Any, weight: Any, bias: Any, num_classes: int, path_table: Any, path_code: Any) -> Any:
    """The cost [N, 1]: at each inner node of the way, of the turn that is taken there.

    As in 1.8.5 a way shorter than the longest costs log 2 for each node that it lacks.
    """
    if path_table is None:
        nodes, turns, within = _ways(label.numpy().reshape(-1) + num_classes, (num_classes - 1).bit_length())
    else:
        within = path_table.numpy() >= 0
        nodes, turns = path_table.numpy() * within, path_code.numpy() * within
    nodes, turns, within = (paddle.to_tensor(each) for each in (nodes, turns, within))
    scores = paddle.matmul(F.embedding(nodes, weight), input.unsqueeze(-1)).squeeze(-1)
    if bias is not None:
        scores = scores + F.embedding(nodes, bias).squeeze(-1)
    scores = paddle.clip(scores, -40.0, 40.0) * within.astype(scores.dtype)
    return (F.softplus(scores) - turns.astype(scores.dtype) * scores).sum(axis=1, keepdim=True)


def _ways(codes: Any, longest: int) -> tuple[Any, Any, Any]:
    """The inner nodes from the root to each leaf of a complete tree, the turns, and which are of its way: [N, L]."""
    bits = np.arange(longest)
    within = bits < np.floor(np.log2(codes))[:, None]
    return ((codes[:, None] >> (bits + 1)) - 1) * within, (codes[:, None] >> bits & 1) * within, within


def _center_loss(input: Any, label: Any, centers: Any, rate: Any, update: bool) -> tuple[Any, Any]:
    """Half the squared distance [N, 1] from the centre of the label, and the centres after that."""
    classes = label.reshape([-1])
    apart = input - paddle.gather(centers, classes).detach()
    loss = 0.5 * (apart * apart).sum(axis=1, keepdim=True)
    if not update:
        return loss, centers
    with paddle.no_grad():
        ones = F.one_hot(classes, centers.shape[0]).astype(centers.dtype)
        moved = paddle.matmul(ones, apart, transpose_x=True) / (1.0 + ones.sum(axis=0).unsqueeze(1))
        return loss, centers + rate * moved

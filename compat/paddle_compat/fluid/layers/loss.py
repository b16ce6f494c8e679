"""``paddle.fluid.layers``: losses."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._rule import dropped, helper, vector_result

__all__ = [
    "cross_entropy", "huber_loss", "kldiv_loss", "label_smooth", "log_loss", "margin_rank_loss", "mse_loss",
    "rank_loss", "sigmoid_cross_entropy_with_logits", "smooth_l1", "softmax_with_cross_entropy", "square_error_cost",
]


def cross_entropy(input: Any, label: Any, soft_label: bool = False, ignore_index: int = -100) -> Any:
    """Minus the logarithm of probabilities ``input`` [..., C] at ``label`` int64 [..., 1]; result [..., 1].

    With ``soft_label``, ``label`` holds probabilities like ``input``. ``input`` is what a softmax returned, not what
    it takes. A probability of 0 costs 1e20.
    """
    return F.cross_entropy(input=input, label=label, soft_label=soft_label, ignore_index=ignore_index,
                           reduction="none", use_softmax=False)


@dropped(numeric_stable_mode="always on since 2.0")
def softmax_with_cross_entropy(logits: Any, label: Any, soft_label: bool = False, ignore_index: int = -100,
                               numeric_stable_mode: bool = True, return_softmax: bool = False,
                               axis: int = -1) -> Any:
    """Cross entropy of ``softmax(logits)`` with ``label``: size 1 along ``axis``; and the softmax if asked for.

    No gradient flows through that second result, as none did.
    """
    if return_softmax:
        return (F.cross_entropy(input=logits, label=label, soft_label=soft_label, ignore_index=ignore_index,
                                reduction="none", axis=axis), F.softmax(x=logits.detach(), axis=axis))
    return F.cross_entropy(input=logits, label=label, soft_label=soft_label, ignore_index=ignore_index,
                           reduction="none", axis=axis)


def square_error_cost(input: Any, label: Any) -> Any:
    """The squared difference, in the shape of the arguments."""
    return F.square_error_cost(input=input, label=label)


@vector_result
def mse_loss(input: Any, label: Any) -> Any:
    """The mean squared difference, shape [1]."""
    return F.mse_loss(input=input, label=label)


@dropped(name="results are named by Paddle since 2.0")
def log_loss(input: Any, label: Any, epsilon: float = 0.0001, name: str | None = None) -> Any:
    """Binary cross entropy [N, 1] of probabilities ``input`` with ``label``, both float32 [N, 1]."""
    return F.log_loss(input=input, label=label, epsilon=epsilon)


def huber_loss(input: Any, label: Any, delta: float) -> Any:
    """Half the squared difference, linear beyond ``delta``; in the shape of the arguments."""
    return F.smooth_l1_loss(input=input, label=label, reduction="none", delta=delta)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def kldiv_loss(x: Any, target: Any, reduction: str = "mean", name: str | None = None) -> Any:
    """The divergence of log-probabilities ``x`` from ``target``: "mean", "sum" or "batchmean" [1], or "none"."""
    return F.kl_div(input=x, label=target, reduction=reduction)


@helper
@dropped(name="results are named by Paddle since 2.0")
def sigmoid_cross_entropy_with_logits(x: Any, label: Any, ignore_index: int = -100, name: str | None = None,
                                      normalize: bool = False) -> Any:
    """Binary cross entropy of ``sigmoid(x)`` with ``label``, element by element; 0 where ``label`` is ``ignore_index``.

    ``normalize`` divides by the number of the other elements.
    """
    counted = paddle.cast(label != ignore_index, x.dtype)
    loss = F.binary_cross_entropy_with_logits(x, label, reduction="none") * counted
    return loss / counted.sum() if normalize else loss


@dropped(name="results are named by Paddle since 2.0")
def rank_loss(label: Any, left: Any, right: Any, name: str | None = None) -> Any:
    """RankNet's loss [N, 1] of the scores ``left`` and ``right`` where ``label`` says whether left is better."""
    return F.softplus(x=left - right) - label * (left - right)


@dropped(name="results are named by Paddle since 2.0")
def margin_rank_loss(label: Any, left: Any, right: Any, margin: float = 0.1, name: str | None = None) -> Any:
    """``max(0, margin - label * (left - right))`` [N, 1]."""
    return F.margin_ranking_loss(input=left, other=right, label=label, margin=margin, reduction="none")


@helper
def smooth_l1(x: Any, y: Any, inside_weight: Any = None, outside_weight: Any = None, sigma: Any = None) -> Any:
    """The smoothed absolute difference of each row of ``x`` and ``y`` [N, ...], summed: [N, 1]."""
    squared = 1.0 if sigma is None else float(sigma) ** 2
    difference = x - y if inside_weight is None else (x - y) * inside_weight
    size = difference.abs()
    loss = paddle.where(size < 1.0 / squared, 0.5 * squared * difference * difference, size - 0.5 / squared)
    loss = loss if outside_weight is None else loss * outside_weight
    return loss.flatten(1).sum(1, keepdim=True)


@dropped(dtype="the result has the dtype of label, as it had in dygraph mode",
         name="results are named by Paddle since 2.0")
def label_smooth(label: Any, prior_dist: Any = None, epsilon: float = 0.1, dtype: Any = "float32",
                 name: str | None = None) -> Any:
    """``(1 - epsilon) * label + epsilon * prior_dist``; without a prior, every class alike."""
    return F.label_smooth(label=label, prior_dist=prior_dist, epsilon=epsilon)

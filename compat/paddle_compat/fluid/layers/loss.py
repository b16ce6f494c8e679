"""``paddle.fluid.layers``: losses."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._language import differs_much, dropped, dynamic_only, helper, vector_result, without_gradient
from ..._runtime.ignored_labels import ignored_keep_gradients
from ..._runtime.offsets import sized_as
from ..._runtime.rows import for_sequences, tried_as
from .._spread import of_package
from .sequence import ctc

__all__ = [
    "bpr_loss", "cross_entropy", "dice_loss", "edit_distance", "huber_loss", "kldiv_loss", "label_smooth", "log_loss",
    "margin_rank_loss", "mean_iou", "mse_loss", "npair_loss", "rank_loss", "sigmoid_cross_entropy_with_logits",
    "sigmoid_focal_loss", "smooth_l1", "softmax_with_cross_entropy", "square_error_cost",
    "teacher_student_sigmoid_loss", "warpctc",
]


def cross_entropy(input: Any, label: Any, soft_label: bool = False, ignore_index: int = -100) -> Any:
    """Minus the logarithm of probabilities ``input`` [..., C] at ``label`` int64 [..., 1]; result [..., 1].

    With ``soft_label``, ``label`` holds probabilities like ``input``. ``input`` is what a softmax returned, not what
    it takes. A probability of 0 costs 1e20. No row of a ``soft_label`` is ignored.
    """
    return F.cross_entropy(input=input, label=label, soft_label=soft_label,
                           ignore_index=-100 if soft_label else ignore_index, reduction="none", use_softmax=False)


@ignored_keep_gradients
@differs_much("on the CPU 1.8.5 had ignored labels in the gradient, though not in the loss, and today's has them in "
              "neither: it trains otherwise there; tune it anew, or stay with the compat layer, which has 1.8.5's",
              "ignore_index is not None and ignore_index != -100 and not soft_label")
@dropped(numeric_stable_mode="always on since 2.0")
def softmax_with_cross_entropy(logits: Any, label: Any, soft_label: bool = False, ignore_index: int = -100,
                               numeric_stable_mode: bool = True, return_softmax: bool = False,
                               axis: int = -1) -> Any:
    """Cross entropy of ``softmax(logits)`` with ``label``: size 1 along ``axis``; and the softmax if asked for.

    No gradient flows through that second result, as none did.
    """
    if return_softmax:
        return (F.cross_entropy(input=logits, label=label, soft_label=soft_label,
                                ignore_index=-100 if soft_label else ignore_index, reduction="none", axis=axis),
                F.softmax(x=logits, axis=axis).detach())
    return F.cross_entropy(input=logits, label=label, soft_label=soft_label,
                           ignore_index=-100 if soft_label else ignore_index, reduction="none", axis=axis)


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
@without_gradient("label")
@dropped(name="results are named by Paddle since 2.0")
def sigmoid_cross_entropy_with_logits(x: Any, label: Any, ignore_index: int = -100, name: str | None = None,
                                      normalize: bool = False) -> Any:
    """Binary cross entropy of ``sigmoid(x)`` with ``label``, element by element; 0 where ``label`` is ``ignore_index``.

    ``normalize`` divides by the number of the other elements.
    """
    label = paddle.assign(label).detach()  # in programs detach() shares the memory
    counted = paddle.cast(label != ignore_index, x.dtype)
    # The gradient of Paddle 3's own function is too small by 1 where x is exactly 0.
    loss = (label * F.softplus(-x) + (1 - label) * F.softplus(x)) * counted
    return loss / counted.sum() if normalize else loss


@without_gradient("label")
@dropped(name="results are named by Paddle since 2.0")
def rank_loss(label: Any, left: Any, right: Any, name: str | None = None) -> Any:
    """RankNet's loss [N, 1] of the scores ``left`` and ``right`` where ``label`` says whether left is better."""
    return F.softplus(x=left - right) - label * (left - right)


@without_gradient("label")
@dropped(name="results are named by Paddle since 2.0")
def margin_rank_loss(label: Any, left: Any, right: Any, margin: float = 0.1, name: str | None = None) -> Any:
    """``max(0, margin - label * (left - right))`` [N, 1]."""
    return F.relu(x=margin - (left - right) * label)  # Paddle 2.6's own function turns the label round in programs


@helper
@without_gradient("inside_weight", "outside_weight")
def smooth_l1(x: Any, y: Any, inside_weight: Any = None, outside_weight: Any = None, sigma: Any = None) -> Any:
    """The smoothed absolute difference of each row of ``x`` and ``y`` [N, ...], summed: [N, 1]."""
    squared = 1.0 if sigma is None else float(sigma) ** 2
    difference = x - y if inside_weight is None else (x - y) * inside_weight.detach()
    size = difference.abs()
    loss = paddle.where(size < 1.0 / squared, 0.5 * squared * difference * difference, size - 0.5 / squared)
    loss = loss if outside_weight is None else loss * outside_weight.detach()
    return loss.flatten(1).sum(1, keepdim=True)


@dropped(dtype="the result has the dtype of label, as it had in dygraph mode",
         name="results are named by Paddle since 2.0")
def label_smooth(label: Any, prior_dist: Any = None, epsilon: float = 0.1, dtype: Any = "float32",
                 name: str | None = None) -> Any:
    """``(1 - epsilon) * label + epsilon * prior_dist``; without a prior, every class alike."""
    return F.label_smooth(label=label, prior_dist=prior_dist, epsilon=epsilon)


@helper
@dropped(name="results are named by Paddle since 2.0")
def bpr_loss(input: Any, label: Any, name: str | None = None) -> Any:
    """The Bayesian personalised ranking loss [N, 1] of scores ``input`` [N, C] at ``label`` int64 [N, 1]."""
    positive = paddle.take_along_axis(input, label, axis=1)
    others = 1.0 - F.one_hot(label.squeeze(1), input.shape[1])
    costs = paddle.log(1.0 + paddle.exp(input - positive))
    return paddle.sum(costs * others, axis=1, keepdim=True) / (input.shape[1] - 1)


@vector_result
@dropped(name="results are named by Paddle since 2.0")
def dice_loss(input: Any, label: Any, epsilon: float = 0.00001, name: str | None = None) -> Any:
    """1 minus the overlap of ``input`` [N, ..., C] and ``label`` int64 [N, ..., 1], the mean over N: [1]."""
    return F.dice_loss(input=input, label=label, epsilon=epsilon)


@helper
def mean_iou(input: Any, label: Any, num_classes: int) -> Any:
    """The mean over the classes of how far ``input`` and ``label`` overlap, and each class's misses and hits.

    The first is float32 [1], the others int32 [num_classes].
    """
    predicted = F.one_hot(input.flatten().astype("int64"), num_classes)
    wanted = F.one_hot(label.flatten().astype("int64"), num_classes)
    hits = paddle.sum(predicted * wanted, axis=0)
    misses = paddle.sum(predicted, axis=0) + paddle.sum(wanted, axis=0) - 2 * hits
    seen = paddle.cast(hits + misses > 0, "float32")
    mean = paddle.sum(hits / paddle.clip(hits + misses, min=1.0)) / paddle.sum(seen)
    return mean.reshape([1]), misses.astype("int32"), hits.astype("int32")


@vector_result
def npair_loss(anchor: Any, positive: Any, labels: Any, l2_reg: float = 0.002) -> Any:
    """The loss [1] that brings each ``anchor`` [N, D] near the ``positive`` ones of its own label [N]."""
    return F.npair_loss(anchor=anchor, positive=positive, labels=labels, l2_reg=l2_reg)


@helper
def sigmoid_focal_loss(x: Any, label: Any, fg_num: Any, gamma: float = 2.0, alpha: float = 0.25) -> Any:
    """The focal loss [N, C] of logits ``x`` at ``label`` int32 [N, 1], where 0 is the background and -1 is left out.

    It is divided by ``fg_num`` int32 [1].
    """
    classes = paddle.arange(1, x.shape[1] + 1, dtype=label.dtype)
    hit = paddle.cast(paddle.equal(label, classes), x.dtype)
    miss = paddle.cast(paddle.not_equal(label, classes), x.dtype) * paddle.cast(label >= 0, x.dtype)
    p = F.sigmoid(x)
    found = alpha * paddle.pow(1.0 - p, gamma) * F.log_sigmoid(x)
    refused = (1.0 - alpha) * paddle.pow(p, gamma) * F.log_sigmoid(-x)
    return -(hit * found + miss * refused) / paddle.cast(paddle.clip(fg_num, min=1), x.dtype)


@sized_as(ctc._warpctc_tried)
@for_sequences(ctc._warpctc)
def warpctc(input: Any, label: Any, blank: int = 0, norm_by_times: bool = False, input_length: Any = None,
            label_length: Any = None) -> Any:
    """The CTC loss [N, 1] of logits ``input`` [T, N, C] with ``label`` int32 [N, L].

    Raises ``NotImplementedError`` without both lengths, int64 [N]: Paddle has no LoD tensors any more.
    """
    if input_length is None or label_length is None:
        raise NotImplementedError("warpctc: give input_length and label_length; Paddle has no LoD tensors any more")
    return paddle.unsqueeze(x=F.ctc_loss(log_probs=input, labels=label, input_lengths=input_length,
                                         label_lengths=label_length, blank=blank, reduction="none",
                                         norm_by_times=norm_by_times), axis=-1)


@dynamic_only("its today's form counts in dynamic mode alone")
@tried_as(ctc._edit_distance_tried)
@for_sequences(ctc._edit_distance)
def edit_distance(input: Any, label: Any, normalized: bool = True, ignored_tokens: Any = None,
                  input_length: Any = None, label_length: Any = None) -> Any:
    """How many tokens of ``input`` int64 [N, T] are off from ``label`` [N, L], and N: float32 [N, 1] and int64 [1].

    ``normalized`` divides by the length of the label. Raises ``NotImplementedError`` without both lengths, int64 [N].
    """
    if input_length is None or label_length is None:
        raise NotImplementedError("edit_distance: give both lengths; Paddle has no LoD tensors any more")
    if ignored_tokens:
        raise NotImplementedError("edit_distance: take ignored_tokens out before; Paddle has no LoD tensors any more")
    return F.loss.edit_distance(input=input, label=label, normalized=normalized, input_length=input_length,
                                label_length=label_length)[::-1]


@helper
def teacher_student_sigmoid_loss(input: Any, label: Any, soft_max_up_bound: float = 15.0,
                                 soft_max_lower_bound: float = -15.0) -> Any:
    """The cost [N, 1] of scores ``input`` [N, 1] by clicks and by the score of a teacher, both in ``label`` [N, 1].

    -2 is no click, -1 a click, both without a teacher; its score between 0 and 1 stands for no click, 1 more for one.
    No gradient goes beyond the bounds.
    """
    within = (input > soft_max_lower_bound) & (input < soft_max_up_bound)
    x = paddle.where(within, input, paddle.assign(input).detach())
    label = paddle.assign(label).detach()
    clicked = paddle.cast((label >= 1.0) | ((label >= -1.0) & (label < 0.0)), x.dtype)
    taught = paddle.cast(label >= 0.0, x.dtype)
    score = label - paddle.cast(label >= 1.0, x.dtype)
    plain = F.softplus(x)
    return plain - x * clicked + taught * (plain - x * score)


__getattr__ = of_package(__name__)

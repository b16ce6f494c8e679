"""Today's losses: a mean without dimensions, unless they are told otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.dtypes import floating_in
from paddle_migrate.interpreter.knows.arguments import shape_of
from paddle_migrate.interpreter.values import Array, Shape, tensor


def _reduced(shape: Shape | None, reduction: Any, dtype: str) -> Array:
    if reduction in ("mean", "sum", "batchmean"):
        return tensor((), dtype)
    return tensor(shape if reduction == "none" else None, dtype)


def _elementwise(input: Any, label: Any, *rest: Any, reduction: Any = "mean", **keywords: Any) -> Any:
    """Of those whose third place is the reduction's."""
    reduction = rest[0] if rest else reduction
    return _reduced(shape_of(input), reduction, floating_in(input))


def _weighted(input: Any, label: Any, weight: Any = None, *rest: Any, reduction: Any = "mean", **keywords: Any) -> Any:
    reduction = rest[0] if rest else reduction
    return _reduced(shape_of(input), reduction, floating_in(input))


def _with_logits(logit: Any, label: Any, weight: Any = None, reduction: Any = "mean", pos_weight: Any = None,
                 name: Any = None) -> Any:
    return _reduced(shape_of(logit), reduction, floating_in(logit))


def _cross_entropy(input: Any, label: Any, weight: Any = None, ignore_index: Any = -100, reduction: Any = "mean",
                   soft_label: Any = False, axis: Any = -1, use_softmax: Any = True, label_smoothing: Any = 0.0,
                   name: Any = None) -> Any:
    shape, wanted = shape_of(input), shape_of(label)
    if reduction in ("mean", "sum"):
        return tensor((), floating_in(input))
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape) or reduction != "none":
        return tensor(None, floating_in(input))
    axis %= len(shape)
    flat = wanted is not None and len(wanted) == len(shape) - 1
    if wanted is None:
        return tensor(None, floating_in(input))
    return tensor((*shape[:axis], *(() if flat else (1,)), *shape[axis + 1 :]), floating_in(input))


def _negative_log(input: Any, label: Any, weight: Any = None, ignore_index: Any = -100, reduction: Any = "mean",
                  name: Any = None) -> Any:
    return _reduced(shape_of(label), reduction, floating_in(input))


def _cost(input: Any, label: Any, *rest: Any, **keywords: Any) -> Any:
    return tensor(shape_of(input), floating_in(input))


def _log_loss(input: Any, label: Any, epsilon: Any = 0.0001, name: Any = None) -> Any:
    return tensor(shape_of(input) or None, floating_in(input))


def _ranked(input: Any, other: Any, label: Any, margin: Any = 0.0, reduction: Any = "mean", name: Any = None) -> Any:
    return _reduced(shape_of(input) or None, reduction, floating_in(input))


def _mean(input: Any, *rest: Any, **keywords: Any) -> Any:
    return tensor((), floating_in(input))


def _pairs(anchor: Any, positive: Any, labels: Any, l2_reg: Any = 0.002) -> Any:
    return tensor((), floating_in(anchor))


def _connectionist(log_probs: Any, labels: Any, input_lengths: Any, label_lengths: Any, blank: Any = 0,
                   reduction: Any = "mean", norm_by_times: Any = False) -> Any:
    shape = shape_of(labels)
    return _reduced(None if shape is None else shape[:1], reduction, floating_in(log_probs))


LOSSES: dict[str, Callable[..., Any]] = {
    **dict.fromkeys((f"nn.functional.{n}" for n in ("kl_div", "l1_loss", "mse_loss", "smooth_l1_loss")), _elementwise),
    "nn.functional.log_loss": _log_loss,
    "nn.functional.square_error_cost": _cost,
    "nn.functional.binary_cross_entropy": _weighted,
    "nn.functional.binary_cross_entropy_with_logits": _with_logits,
    "nn.functional.cross_entropy": _cross_entropy,
    "nn.functional.ctc_loss": _connectionist,
    "nn.functional.dice_loss": _mean,
    "nn.functional.margin_ranking_loss": _ranked,
    "nn.functional.nll_loss": _negative_log,
    "nn.functional.npair_loss": _pairs,
}

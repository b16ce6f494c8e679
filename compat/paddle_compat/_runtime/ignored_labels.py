"""Gradients of labels that a loss ignores: on the CPU 1.8.5 left them in the gradient, though not in the loss."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import paddle

from .warn import warn_once

_SAID = ("fluid.layers.softmax_with_cross_entropy: labels of ignore_index are in the gradient, though not in the loss, "
         "as in 1.8.5 on the CPU. paddle.nn.functional.cross_entropy has them in neither, as 1.8.5 had on a GPU.")
_BEYOND = ("fluid.layers.softmax_with_cross_entropy: ignore_index={} is no class; on the CPU 1.8.5 wrote the gradients "
           "of such labels over those of other rows. Here they have none, as on a GPU.")


def ignored_keep_gradients(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Leave rows whose label is ignored the gradient that they would have, on the CPU.

    The codemod passes over this.
    """

    @functools.wraps(rule)
    def entropy(logits: Any, label: Any, soft_label: bool = False, ignore_index: int = -100,
                numeric_stable_mode: bool = True, return_softmax: bool = False, axis: int = -1) -> Any:
        more = numeric_stable_mode, return_softmax, axis
        if soft_label or logits.stop_gradient or ignore_index == -100 or not logits.place.is_cpu_place():
            return rule(logits, label, soft_label, ignore_index, *more)
        ignored = label == ignore_index
        if not bool(ignored.any()):
            return rule(logits, label, soft_label, ignore_index, *more)
        if not 0 <= ignore_index < logits.shape[axis]:
            warn_once(_BEYOND.format(ignore_index))
            return rule(logits, label, soft_label, ignore_index, *more)
        warn_once(_SAID)
        every = rule(logits, label, soft_label, -100, *more)
        loss = every[0] if return_softmax else every
        loss = loss - (loss * paddle.cast(ignored, loss.dtype)).detach()
        return (loss, *every[1:]) if return_softmax else loss

    return entropy

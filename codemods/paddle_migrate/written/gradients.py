"""Gradients that a later run replaces, as Paddle 1 had it, and does not add to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def backward_anew(loss: Any, *optimizers: Any) -> None:
    """Run backward; whatever gradients it gives the optimizers' parameters take the place of those that were there.
    An optimizer may be None."""

    def clearing(parameter: Any) -> Callable[[Any], None]:
        return lambda gradient: parameter.clear_gradient(False)

    lists = [optimizer._parameter_list for optimizer in optimizers if optimizer is not None]
    parameters = [each for held in lists for each in held if not each.stop_gradient]
    hooks = [each.register_hook(clearing(each)) for each in parameters]
    loss.backward()
    for hook in hooks:
        hook.remove()


def clipping_copies(clip: Any) -> Any:
    """The clip, given copies of the gradients: Paddle 3's writes into what it is given."""
    clip_given = clip._dygraph_clip

    def clip_copies(pairs: Any) -> Any:
        dense = [gradient is not None and not gradient.is_selected_rows() for _, gradient in pairs]
        copies = [(each, gradient.clone() if copied else gradient)
                  for (each, gradient), copied in zip(pairs, dense)]
        return clip_given(copies)

    clip._dygraph_clip = clip_copies
    return clip

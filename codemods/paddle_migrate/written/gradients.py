"""Gradients that a later run replaces, as Paddle 1 had it, and does not add to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def backward_anew(loss: Any, *optimizers: Any) -> None:
    """Run backward; whatever gradients it gives the optimizers' parameters take the place of those that were there."""

    def clearing(parameter: Any) -> Callable[[Any], None]:
        return lambda gradient: parameter.clear_gradient(False)

    parameters = [each for optimizer in optimizers for each in optimizer._parameter_list if not each.stop_gradient]
    hooks = [each.register_hook(clearing(each)) for each in parameters]
    loss.backward()
    for hook in hooks:
        hook.remove()

"""``paddle.fluid.dygraph.backward_strategy``: what ``loss.backward(strategy)`` took."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.base.framework import _current_expected_place

from ..._runtime.warn import warn_once

__all__ = ["BackwardStrategy"]


class BackwardStrategy(paddle.Tensor):
    """Says in which order gradients are summed up. Paddle has its own order since 2.0, so it changes nothing.

    ``backward`` takes a tensor in its place today, the gradient of the loss: this is a tensor [1] that holds 1.
    """

    def __init__(self) -> None:
        super().__init__(value=np.ones([1], "float32"), place=_current_expected_place(), persistable=False,
                         zero_copy=False, name="", stop_gradient=True)
        self._sort_sum_gradient = False

    @property
    def sort_sum_gradient(self) -> Any:
        """Whether gradients were to be summed up from the last use of a tensor to the first."""
        return self._sort_sum_gradient

    @sort_sum_gradient.setter
    def sort_sum_gradient(self, value: Any) -> None:
        if value:
            warn_once("sort_sum_gradient: Paddle has its own order of summation since 2.0, so the last digits of "
                      "gradients may differ.")
        self._sort_sum_gradient = value

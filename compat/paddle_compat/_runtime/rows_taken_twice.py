"""The gradient of a row that ``gather`` takes more than once: 1.8.5 kept one, today's Paddle adds them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import paddle

from .from_arrays import tensor_of
from .warn import warn_once

_SAID = ("fluid.layers.gather took a row more than once: as in 1.8.5, such a row has the gradient of the last time "
         "alone. overwrite=False adds them, as paddle.gather does.")


def of_the_last(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Leave a row the gradient of the last place that takes it, unless ``overwrite`` is false.

    The codemod passes over this.
    """

    @functools.wraps(rule)
    def gather(input: Any, index: Any, overwrite: bool = True) -> Any:
        rows = rule(input, index, overwrite)
        if not overwrite or rows.stop_gradient or not paddle.in_dynamic_mode():
            return rows
        taken = index.numpy().ravel()[::-1]
        _, last = np.unique(taken, return_index=True)
        if last.size == taken.size:
            return rows
        warn_once(_SAID)
        kept = np.zeros([taken.size, *[1] * (rows.ndim - 1)], bool)
        kept[taken.size - 1 - last] = True
        return paddle.where(tensor_of(kept), rows, rows.detach())

    return gather

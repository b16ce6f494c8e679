"""``paddle.fluid.average``: averages over batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._language import helper

__all__ = ["WeightedAverage"]


@helper
class WeightedAverage:
    """The mean of what :meth:`add` was given, each times its weight."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget what was added."""
        self.numerator: Any = None
        self.denominator: Any = None

    def add(self, value: Any, weight: Any) -> None:
        """Add a number or an ndarray. Raises ``ValueError`` for anything else, and for a weight that is no number."""
        if not _is_number(value) and not isinstance(value, np.ndarray):
            raise ValueError("value must be a number or an ndarray")
        if not _is_number(weight):
            raise ValueError("weight must be a number")
        first = self.numerator is None
        self.numerator = value * weight if first else self.numerator + value * weight
        self.denominator = weight if first else self.denominator + weight

    def eval(self) -> Any:
        """The mean so far. Raises ``ValueError`` when nothing was added."""
        if self.numerator is None:
            raise ValueError("nothing was added to WeightedAverage")
        return self.numerator / self.denominator


def _is_number(value: Any) -> bool:
    """Whether it is a number, or an array of one."""
    return isinstance(value, (int, float)) or (isinstance(value, np.ndarray) and value.shape == (1,))

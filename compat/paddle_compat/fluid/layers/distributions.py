"""``paddle.fluid.layers.distributions``: probability distributions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _today_distributions
from .random import gaussian_random, uniform_random

__all__ = ["Categorical", "MultivariateNormalDiag", "Normal", "Uniform"]


def _drawn_shape(distribution: Any, wanted: Any) -> list[int]:
    """``wanted`` with the parameters' own shape behind it."""
    return [*wanted, *np.broadcast_shapes(*(tuple(each.shape) for each in distribution.tensors))]


class Uniform(_today_distributions.Uniform):
    """Between ``low`` and ``high``: numbers, lists, ndarrays or float32 tensors."""

    def __init__(self, low: Any, high: Any) -> None:
        super().__init__(low=low, high=high)

    def sample(self, shape: Any, seed: int = 0) -> Any:
        """Values [*shape, *batch]; of parameters that are no tensors, from twice as far down, as in 1.8.5."""
        drawn = uniform_random(_drawn_shape(self, shape), min=-1.0 if self.are_plain else 0.0, max=1.0, seed=seed)
        return self._plain(drawn * (self.high - self.low) + self.low, shape)


class Normal(_today_distributions.Normal):
    """Around ``loc`` with standard deviation ``scale``: numbers, lists, ndarrays or float32 tensors."""

    def __init__(self, loc: Any, scale: Any) -> None:
        super().__init__(loc=loc, scale=scale)

    def sample(self, shape: Any, seed: int = 0) -> Any:
        """Values [*shape, *batch]."""
        drawn = gaussian_random(_drawn_shape(self, shape), mean=0.0, std=1.0, seed=seed)
        return self._plain(drawn * self.scale + self.loc, shape)


class Categorical(_today_distributions.Categorical):
    """Over classes with the unnormalised logarithms ``logits`` [..., C]."""

    def __init__(self, logits: Any) -> None:
        super().__init__(logits=logits)


class MultivariateNormalDiag(_today_distributions.MultivariateNormalDiag):
    """Around ``loc`` [D] with the diagonal matrix ``scale`` [D, D], both tensors."""

    def __init__(self, loc: Any, scale: Any) -> None:
        super().__init__(loc=loc, scale=scale)

"""Probability distributions as Paddle 1 had them, written into scripts: today's have other methods and results."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ._language import helper

__all__ = ["Categorical", "MultivariateNormalDiag", "Normal", "Uniform"]


@helper
class Distribution:
    """What has parameters that are all tensors, or all numbers, lists and arrays."""

    def __init__(self, *parameters: Any) -> None:
        plain = [isinstance(each, (int, float, list, np.ndarray)) for each in parameters]
        if any(plain) and not all(plain):
            raise ValueError("give all parameters as tensors or none")
        self.are_plain, self.are_numbers = all(plain), all(isinstance(each, float) for each in parameters)
        self.tensors = list(parameters)
        if self.are_plain:
            arrays = np.broadcast_arrays(*(np.atleast_1d(np.asarray(each, "float32")) for each in parameters))
            self.tensors = [paddle.assign(np.array(each)) for each in arrays]

    def _sized(self, shape: Any) -> Any:
        """How large what is drawn is: ``shape``, and the parameters' own behind it."""
        both = self.tensors[0] + self.tensors[-1]
        return paddle.shape(paddle.expand(both, [*shape, *[-1] * len(both.shape)]))

    def _plain(self, drawn: Any, shape: Any) -> Any:
        """``drawn`` without the dimension that plain numbers were given."""
        return paddle.reshape(drawn, shape) if self.are_numbers else drawn


@helper
class Uniform(Distribution):
    """Between ``low`` and ``high``."""

    def __init__(self, low: Any, high: Any) -> None:
        super().__init__(low, high)
        self.low, self.high = self.tensors

    def sample(self, shape: Any, seed: int = 0) -> Any:
        """Values [*shape, *batch]; of parameters that are no tensors, from twice as far down, as in Paddle 1."""
        drawn = paddle.uniform(self._sized(shape), min=-1.0 if self.are_plain else 0.0, max=1.0, seed=seed)
        return self._plain(drawn * (self.high - self.low) + self.low, shape)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density at ``value``; minus infinity outside."""
        inside = paddle.cast(self.low < value, value.dtype) * paddle.cast(value < self.high, value.dtype)
        return paddle.log(inside) - paddle.log(self.high - self.low)

    def entropy(self) -> Any:
        """``log(high - low)``."""
        return paddle.log(self.high - self.low)


@helper
class Normal(Distribution):
    """Around ``loc`` with the standard deviation ``scale``."""

    def __init__(self, loc: Any, scale: Any) -> None:
        super().__init__(loc, scale)
        self.loc, self.scale = self.tensors

    def sample(self, shape: Any, seed: int = 0) -> Any:
        """Values [*shape, *batch]."""
        drawn = paddle.tensor.random.gaussian(self._sized(shape), seed=seed)
        return self._plain(drawn * self.scale + self.loc, shape)

    def entropy(self) -> Any:
        """``0.5 + 0.5 * log(2 * pi) + log(scale)``."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + paddle.log(self.scale + paddle.zeros_like(self.loc + self.scale))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density at ``value``."""
        away, size = value - self.loc, math.log(math.sqrt(2.0 * math.pi))
        return -1.0 * (away * away) / (2.0 * self.scale * self.scale) - paddle.log(self.scale) - size

    def kl_divergence(self, other: Any) -> Any:
        """The divergence of the normal distribution ``other`` from this one."""
        ratio, apart = self.scale / other.scale, (self.loc - other.loc) / other.scale
        return 0.5 * (ratio * ratio + apart * apart - 1.0 - paddle.log(ratio * ratio))


@helper
class Categorical(Distribution):
    """Over classes with the unnormalised logarithms ``logits`` [..., C]."""

    def __init__(self, logits: Any) -> None:
        super().__init__(logits)
        (self.logits,) = self.tensors

    def entropy(self) -> Any:
        """The entropy [..., 1]."""
        logarithms = F.log_softmax(self.logits)
        return -1.0 * paddle.sum(paddle.exp(logarithms) * logarithms, axis=-1, keepdim=True)

    def kl_divergence(self, other: Any) -> Any:
        """The divergence [..., 1] of the categorical distribution ``other`` from this one."""
        ours, theirs = F.log_softmax(self.logits), F.log_softmax(other.logits)
        return paddle.sum(paddle.exp(ours) * (ours - theirs), axis=-1, keepdim=True)


@helper
class MultivariateNormalDiag:
    """Around ``loc`` [D] with the diagonal matrix ``scale`` [D, D], both tensors."""

    def __init__(self, loc: Any, scale: Any) -> None:
        if isinstance(loc, (float, list, np.ndarray)) or isinstance(scale, (float, list, np.ndarray)):
            raise ValueError("MultivariateNormalDiag: give loc and scale as tensors")
        self.loc, self.scale = loc, scale

    def volume(self) -> Any:
        """The determinant [1]; the ones beside the diagonal let gradients flow there."""
        size = self.scale.shape[0]
        return paddle.reshape(paddle.prod(self.scale + paddle.ones([size, size]) - paddle.eye(size)), [1])

    def entropy(self) -> Any:
        """The entropy [1]."""
        return 0.5 * (self.scale.shape[0] * (1.0 + math.log(2 * math.pi)) + paddle.log(self.volume()))

    def kl_divergence(self, other: Any) -> Any:
        """The divergence [1] of the distribution ``other`` from this one."""
        size, apart = self.scale.shape[0], other.loc - self.loc
        inverse = paddle.pow(other.scale, paddle.ones([size, size]) - 2 * paddle.eye(size))
        inside = paddle.sum(inverse * self.scale) + paddle.dot(paddle.matmul(apart, inverse), apart)
        return 0.5 * (inside - size + paddle.log(other.volume()) - paddle.log(self.volume()))

"""``paddle.fluid.layers.distributions``: probability distributions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from .random import gaussian_random, uniform_random

__all__ = ["Categorical", "MultivariateNormalDiag", "Normal", "Uniform"]


class Distribution:
    """What a distribution can be asked."""

    def sample(self, *args: Any, **kwargs: Any) -> Any:
        """Random values."""
        raise NotImplementedError

    def entropy(self) -> Any:
        """The entropy."""
        raise NotImplementedError

    def kl_divergence(self, other: Any) -> Any:
        """The Kullback-Leibler divergence of ``other`` from this one."""
        raise NotImplementedError

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density at ``value``."""
        raise NotImplementedError


class Uniform(Distribution):
    """Between ``low`` and ``high``: numbers, lists, ndarrays or float32 tensors."""

    def __init__(self, low: Any, high: Any) -> None:
        self._given = _Given(low, high)
        self.low, self.high = self._given.tensors

    def sample(self, shape: Any, seed: int = 0) -> Any:
        """Values [*shape, *batch]; of parameters that are no tensors, from twice as far down, as in 1.8.5."""
        lowest = 0.0 if self._given.are_tensors else -1.0
        drawn = uniform_random(self._given.shape(shape), min=lowest, max=1.0, seed=seed)
        return self._given.plain(drawn * (self.high - self.low) + self.low, shape)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density at ``value``; minus infinity outside."""
        inside = paddle.cast(self.low < value, value.dtype) * paddle.cast(value < self.high, value.dtype)
        return paddle.log(inside) - paddle.log(self.high - self.low)

    def entropy(self) -> Any:
        """``log(high - low)``."""
        return paddle.log(self.high - self.low)


class Normal(Distribution):
    """Around ``loc`` with standard deviation ``scale``: numbers, lists, ndarrays or float32 tensors."""

    def __init__(self, loc: Any, scale: Any) -> None:
        self._given = _Given(loc, scale)
        self.loc, self.scale = self._given.tensors

    def sample(self, shape: Any, seed: int = 0) -> Any:
        """Values [*shape, *batch]."""
        drawn = gaussian_random(self._given.shape(shape), mean=0.0, std=1.0, seed=seed)
        return self._given.plain(drawn * self.scale + self.loc, shape)

    def entropy(self) -> Any:
        """``0.5 + 0.5 * log(2 * pi) + log(scale)``."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + paddle.log(self.scale + paddle.zeros_like(self.loc + self.scale))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density at ``value``."""
        away = value - self.loc
        return -1.0 * (away * away) / (2.0 * self.scale * self.scale) - paddle.log(self.scale) - math.log(
            math.sqrt(2.0 * math.pi))

    def kl_divergence(self, other: Any) -> Any:
        """The divergence of the normal distribution ``other`` from this one."""
        ratio, apart = self.scale / other.scale, (self.loc - other.loc) / other.scale
        return 0.5 * (ratio * ratio + apart * apart - 1.0 - paddle.log(ratio * ratio))


class Categorical(Distribution):
    """Over classes with the unnormalised logarithms ``logits`` [..., C]."""

    def __init__(self, logits: Any) -> None:
        (self.logits,) = _Given(logits).tensors

    def entropy(self) -> Any:
        """The entropy [..., 1]."""
        logarithms = F.log_softmax(self.logits)
        return -1.0 * paddle.sum(paddle.exp(logarithms) * logarithms, axis=-1, keepdim=True)

    def kl_divergence(self, other: Any) -> Any:
        """The divergence [..., 1] of the categorical distribution ``other`` from this one."""
        ours, theirs = F.log_softmax(self.logits), F.log_softmax(other.logits)
        return paddle.sum(paddle.exp(ours) * (ours - theirs), axis=-1, keepdim=True)


class MultivariateNormalDiag(Distribution):
    """Around ``loc`` [D] with the diagonal matrix ``scale`` [D, D], both tensors."""

    def __init__(self, loc: Any, scale: Any) -> None:
        if not (isinstance(loc, paddle.Tensor) and isinstance(scale, paddle.Tensor)):
            raise ValueError("MultivariateNormalDiag: give loc and scale as tensors")
        self.loc, self.scale = loc, scale

    def entropy(self) -> Any:
        """The entropy [1]."""
        return 0.5 * (self.scale.shape[0] * (1.0 + math.log(2 * math.pi)) + paddle.log(_determinant(self.scale)))

    def kl_divergence(self, other: Any) -> Any:
        """The divergence [1] of the distribution ``other`` from this one."""
        inverse, apart = _inverse(other.scale), other.loc - self.loc
        inside = paddle.sum(inverse * self.scale) + paddle.dot(paddle.matmul(apart, inverse), apart)
        volumes = paddle.log(_determinant(other.scale)) - paddle.log(_determinant(self.scale))
        return 0.5 * (inside - self.scale.shape[0] + volumes)


def _determinant(scale: Any) -> Any:
    """Of a diagonal matrix: [1]. The ones beside the diagonal let gradients flow there as they did."""
    size = scale.shape[0]
    return paddle.prod(scale + paddle.ones([size, size]) - paddle.eye(size)).reshape([1])


def _inverse(scale: Any) -> Any:
    """Of a diagonal matrix."""
    size = scale.shape[0]
    return paddle.pow(scale, paddle.ones([size, size]) - 2 * paddle.eye(size))


class _Given:
    """Parameters of a distribution, all tensors or none."""

    def __init__(self, *parameters: Any) -> None:
        tensors = [isinstance(parameter, paddle.Tensor) for parameter in parameters]
        if any(tensors) and not all(tensors):
            raise ValueError("give all parameters as tensors or none")
        self.are_tensors = all(tensors)
        self.are_numbers = all(isinstance(parameter, float) for parameter in parameters)
        self.tensors = list(parameters) if self.are_tensors else _as_tensors(parameters)

    def shape(self, wanted: Any) -> list[int]:
        """``wanted`` with the parameters' own shape behind it."""
        return [*wanted, *np.broadcast_shapes(*(tuple(tensor.shape) for tensor in self.tensors))]

    def plain(self, values: Any, shape: Any) -> Any:
        """``values``, without the dimension that plain numbers were given."""
        return values.reshape(shape) if self.are_numbers else values


def _as_tensors(parameters: Any) -> list[Any]:
    arrays = [np.atleast_1d(np.asarray(parameter, "float32")) for parameter in parameters]
    return [paddle.to_tensor(np.array(array)) for array in np.broadcast_arrays(*arrays)]

"""Normalisations of ``fluid.layers`` that are used less often; the parameters are given."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..dygraph import unsized
from ..dygraph.layers import Layer

__all__: list[str] = []

# What each parameter is called in the dictionary of its first values, and what it is without.
STARTS = {"batch_size": ("batch_size", 1e4), "batch_sum": ("batch_sum", 0.0), "batch_square_sum": ("batch_square", 1e4),
          "scale_w": ("scale_w", 1.0), "bias": ("bias", 0.0)}


def started(prefix: str, word: str, given: Any) -> Any:
    """The attribute of such a parameter, which starts with what the dictionary ``given`` says."""
    key, usual = STARTS[word]
    value = given.get(key, usual) if isinstance(given, dict) else usual
    return paddle.ParamAttr(name=f"{prefix}.{word}", initializer=paddle.nn.initializer.Constant(float(value)))


def data_norm(input: Any, parameters: Any, epsilon: float, slot_dim: int) -> Any:
    """``input`` less the mean, times the square root of ``batch_size / batch_square_sum``.

    With ``slot_dim``, of each slot of that many columns one whose first is 0 is 0. The gradients of the sums are what
    this batch adds to them, or of slots the mean of that, whatever comes after.
    """
    sums = [parameters[word] for word in ("batch_size", "batch_sum", "batch_square_sum")]
    size, total, squares = (each.detach() for each in sums)
    mean, scale, shown = total / size, paddle.sqrt(size / squares), _shown(input, slot_dim)
    out = (input - mean) * scale
    out = out + (out * (shown - 1.0)).detach()
    for each, added in zip(sums, _added(input.detach(), mean, shown, epsilon, slot_dim)):
        out = out + 0.0 * _with_gradient(each, added)
    if "scale_w" in parameters:
        out = out * parameters["scale_w"] + parameters["bias"]
    return out


def _with_gradient(parameter: Any, gradient: Any) -> Any:
    same = parameter * 1.0
    if not same.stop_gradient:
        same.register_hook(lambda _: gradient)
    return same


def _added(x: Any, mean: Any, shown: Any, epsilon: float, slot: int) -> Any:
    """How many rows there are, their sum, and the sum of their squared distances from the mean: [C] each."""
    count, away = shown.sum(axis=0), (x - mean) * shown
    found = [count, (x * shown).sum(axis=0), (away * away).sum(axis=0)]
    if slot > 0:
        found = [each / paddle.clip(count, min=1.0) for each in found]
    return found[0], found[1], found[2] + count * epsilon


def _shown(x: Any, slot: int) -> Any:
    """1 for each number that counts, and 0."""
    if slot <= 0:
        return paddle.ones_like(x)
    first = (x.reshape([x.shape[0], -1, slot])[:, :, :1].abs() >= 1e-7).astype(x.dtype)
    return paddle.expand(first, [x.shape[0], x.shape[1] // slot, slot]).reshape(x.shape)


class Abn(Layer):
    """Batch normalisation and an activation."""

    def __init__(self, input: Any, act: str | None, alpha: float, is_test: bool, momentum: Any, epsilon: float,
                 param_attr: Any, bias_attr: Any, data_layout: str, *names_and_statistics: Any) -> None:
        super().__init__()
        mean, variance, averaged, use_global_stats = names_and_statistics
        channels = input.shape[1] if data_layout == "NCHW" else input.shape[-1]
        self.normalized = unsized.BatchNorm(input, "", channels, None, is_test, momentum, epsilon, param_attr,
                                            bias_attr, "float32", data_layout, False, mean, variance, averaged, False,
                                            use_global_stats)
        self.act, self.alpha = act, alpha

    def forward(self, input: Any) -> Any:
        """The normalised and activated input."""
        out = self.normalized(input)
        if self.act == "leaky_relu":
            return F.leaky_relu(out, self.alpha)
        return F.elu(out, self.alpha) if self.act == "elu" else out

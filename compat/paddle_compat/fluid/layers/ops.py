"""``paddle.fluid.layers``: element by element, in the shape and dtype of ``x``."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ... import _today
from ..._language import at_run_time, dropped, helper, without_gradient
from ..._runtime.from_arrays import of_array
from .._spread import of_package
from .tensor import cumsum

__all__ = [
    "abs", "acos", "asin", "atan", "brelu", "ceil", "cos", "cumsum", "elu", "erf", "exp", "floor", "gelu",
    "hard_shrink", "hard_sigmoid", "hard_swish", "leaky_relu", "log", "logsigmoid", "pow", "reciprocal", "relu",
    "relu6", "round", "rsqrt", "selu", "sigmoid", "sign", "sin", "soft_relu", "softplus", "softshrink", "softsign",
    "sqrt", "square", "stanh", "swish", "tanh", "tanh_shrink", "thresholded_relu",
]


@dropped(name="results are named by Paddle since 2.0")
def abs(x: Any, name: str | None = None) -> Any:
    """Absolute value."""
    return paddle.abs(x=x)


@dropped(name="results are named by Paddle since 2.0")
def acos(x: Any, name: str | None = None) -> Any:
    """Arc cosine."""
    return paddle.acos(x=x)


@dropped(name="results are named by Paddle since 2.0")
def asin(x: Any, name: str | None = None) -> Any:
    """Arc sine."""
    return paddle.asin(x=x)


@dropped(name="results are named by Paddle since 2.0")
def atan(x: Any, name: str | None = None) -> Any:
    """Arc tangent."""
    return paddle.atan(x=x)


@dropped(name="results are named by Paddle since 2.0")
def ceil(x: Any, name: str | None = None) -> Any:
    """Round up."""
    return paddle.ceil(x=x)


@dropped(name="results are named by Paddle since 2.0")
def cos(x: Any, name: str | None = None) -> Any:
    """Cosine."""
    return paddle.cos(x=x)


@dropped(name="results are named by Paddle since 2.0")
def exp(x: Any, name: str | None = None) -> Any:
    """e to the power of ``x``."""
    return paddle.exp(x=x)


@dropped(name="results are named by Paddle since 2.0")
def floor(x: Any, name: str | None = None) -> Any:
    """Round down."""
    return paddle.floor(x=x)


@dropped(name="results are named by Paddle since 2.0")
def log(x: Any, name: str | None = None) -> Any:
    """Natural logarithm."""
    return paddle.log(x=x)


@dropped(name="results are named by Paddle since 2.0")
def logsigmoid(x: Any, name: str | None = None) -> Any:
    """``log(sigmoid(x))``."""
    return F.log_sigmoid(x=x)


@dropped(name="results are named by Paddle since 2.0")
def reciprocal(x: Any, name: str | None = None) -> Any:
    """``1 / x``."""
    return paddle.reciprocal(x=x)


@dropped(name="results are named by Paddle since 2.0")
def relu(x: Any, name: str | None = None) -> Any:
    """``max(x, 0)``."""
    return F.relu(x=x)


@dropped(name="results are named by Paddle since 2.0")
def round(x: Any, name: str | None = None) -> Any:
    """Round to the nearest integer, halves away from zero."""
    return rounded(x=x)


@helper
def rounded(x: Any) -> Any:
    """The nearest whole number, of halves the one away from zero, where Paddle 3 takes the even one."""
    whole = paddle.trunc(x)
    return whole + paddle.sign(x) * paddle.cast(paddle.abs(x - whole) >= 0.5, x.dtype)


@dropped(name="results are named by Paddle since 2.0")
def rsqrt(x: Any, name: str | None = None) -> Any:
    """``1 / sqrt(x)``."""
    return paddle.rsqrt(x=x)


@dropped(name="results are named by Paddle since 2.0")
def sigmoid(x: Any, name: str | None = None) -> Any:
    """``1 / (1 + exp(-x))``."""
    return F.sigmoid(x=x)


@dropped(name="results are named by Paddle since 2.0")
def sin(x: Any, name: str | None = None) -> Any:
    """Sine."""
    return paddle.sin(x=x)


@dropped(name="results are named by Paddle since 2.0")
def softplus(x: Any, name: str | None = None) -> Any:
    """``log(1 + exp(x))``."""
    return F.softplus(x=x)


@dropped(name="results are named by Paddle since 2.0")
def softsign(x: Any, name: str | None = None) -> Any:
    """``x / (1 + abs(x))``."""
    return F.softsign(x=x)


@dropped(name="results are named by Paddle since 2.0")
def sqrt(x: Any, name: str | None = None) -> Any:
    """Square root."""
    return paddle.sqrt(x=x)


@dropped(name="results are named by Paddle since 2.0")
def square(x: Any, name: str | None = None) -> Any:
    """``x * x``."""
    return paddle.square(x=x)


@dropped(name="results are named by Paddle since 2.0")
def tanh(x: Any, name: str | None = None) -> Any:
    """Hyperbolic tangent."""
    return paddle.tanh(x=x)


@dropped(name="results are named by Paddle since 2.0")
def tanh_shrink(x: Any, name: str | None = None) -> Any:
    """``x - tanh(x)``."""
    return F.tanhshrink(x=x)


@dropped(name="results are named by Paddle since 2.0")
def brelu(x: Any, t_min: float = 0.0, t_max: float = 24.0, name: str | None = None) -> Any:
    """``x`` between ``t_min`` and ``t_max``."""
    return F.hardtanh(x=x, min=t_min, max=t_max)


@dropped(name="results are named by Paddle since 2.0")
def elu(x: Any, alpha: float = 1.0, name: str | None = None) -> Any:
    """``x`` above 0, ``alpha * (exp(x) - 1)`` below."""
    return F.elu(x=x, alpha=alpha)


def erf(x: Any) -> Any:
    """Gauss error function."""
    return paddle.erf(x=x)


def gelu(x: Any, approximate: bool = False) -> Any:
    """``x`` times the normal distribution function of ``x``, or its approximation by tanh."""
    return F.gelu(x=x, approximate=approximate)


def hard_shrink(x: Any, threshold: float | None = None) -> Any:
    """``x``, and 0 within ``threshold`` (0.5) of 0."""
    return _today.hard_shrink(x, threshold=0.5 if threshold is None else threshold)


@dropped(name="results are named by Paddle since 2.0")
def hard_sigmoid(x: Any, slope: float = 0.2, offset: float = 0.5, name: str | None = None) -> Any:
    """``slope * x + offset`` between 0 and 1."""
    return F.hardsigmoid(x=x, slope=slope, offset=offset)


@dropped(name="results are named by Paddle since 2.0")
def hard_swish(x: Any, threshold: float = 6.0, scale: float = 6.0, offset: float = 3.0, name: str | None = None) -> Any:
    """``x * clip(x + offset, 0, threshold) / scale``."""
    if threshold == 6.0 and scale == 6.0 and offset == 3.0:
        return F.hardswish(x=x)
    return x * paddle.clip(x=x + offset, min=0.0, max=threshold) / scale


@dropped(name="results are named by Paddle since 2.0")
def leaky_relu(x: Any, alpha: float = 0.02, name: str | None = None) -> Any:
    """``x`` above 0, ``alpha * x`` below."""
    return _today.leaky_relu(x, alpha=alpha)


@without_gradient("factor")
@dropped(name="results are named by Paddle since 2.0")
def pow(x: Any, factor: Any = 1.0, name: str | None = None) -> Any:
    """``x`` to the power of ``factor``, a number or a tensor of shape [1]."""
    return paddle.pow(x=x, y=factor)


@dropped(name="results are named by Paddle since 2.0")
def relu6(x: Any, threshold: float = 6.0, name: str | None = None) -> Any:
    """``x`` between 0 and ``threshold``."""
    if threshold == 6.0:
        return F.relu6(x=x)
    return F.hardtanh(x=x, min=0.0, max=threshold)


@dropped(name="results are named by Paddle since 2.0")
def selu(x: Any, scale: float | None = None, alpha: float | None = None, name: str | None = None) -> Any:
    """``scale * x`` above 0, ``scale * alpha * (exp(x) - 1)`` below."""
    if scale is None and alpha is None:
        return F.selu(x=x)
    return F.selu(x=x, scale=1.0507009873554805 if scale is None else scale,
                  alpha=1.6732632423543772 if alpha is None else alpha)


def sign(x: Any) -> Any:
    """-1, 0 or 1."""
    return paddle.sign(x=at_run_time(of_array, x))


@dropped(name="results are named by Paddle since 2.0")
def soft_relu(x: Any, threshold: float = 40.0, name: str | None = None) -> Any:
    """``log(1 + exp(x))`` with ``x`` between minus and plus ``threshold``."""
    return paddle.log1p(x=paddle.exp(x=paddle.clip(x=x, min=-threshold, max=threshold)))


def softshrink(x: Any, alpha: float | None = None) -> Any:
    """``x`` moved towards 0 by ``alpha`` (0.5), and 0 within it."""
    return F.softshrink(x=x, threshold=0.5 if alpha is None else alpha)


@dropped(name="results are named by Paddle since 2.0")
def stanh(x: Any, scale_a: float = 0.67, scale_b: float = 1.7159, name: str | None = None) -> Any:
    """``scale_b * tanh(scale_a * x)``."""
    return paddle.stanh(x=x, scale_a=scale_a, scale_b=scale_b)


@dropped(beta="1.8.5 ignored it: it was always 1", name="results are named by Paddle since 2.0")
def swish(x: Any, beta: float = 1.0, name: str | None = None) -> Any:
    """``x * sigmoid(x)``."""
    return F.swish(x=x)


def thresholded_relu(x: Any, threshold: float | None = None) -> Any:
    """``x`` above ``threshold`` (1.0), 0 below."""
    return F.thresholded_relu(x=x, threshold=1.0 if threshold is None else threshold)

__getattr__ = of_package(__name__)

"""``paddle.fluid.initializer``: what parameters start with.

The distributions are 1.8.5's. Where ``seed`` is given or the main program has a ``random_seed``, so are the numbers, to
the last bit, on the CPU: ``_runtime/random/replay.py`` says when. Migrated code draws Paddle's own.
"""

from __future__ import annotations

from typing import Any

import paddle.nn as nn

from .._language import PADDLE_3, dropped
from .._runtime.as_class import made_by_class
from .._runtime.random.initializers import replayed_initializer

__all__ = [
    "MSRA", "Bilinear", "BilinearInitializer", "Constant", "ConstantInitializer", "MSRAInitializer", "Normal",
    "NormalInitializer", "NumpyArrayInitializer", "TruncatedNormal", "TruncatedNormalInitializer", "Uniform",
    "UniformInitializer", "Xavier", "XavierInitializer",
]


@dropped(force_cpu="the device is chosen by paddle.set_device since 2.0")
class ConstantInitializer(nn.initializer.Constant):
    """``value`` everywhere."""

    def __init__(self, value: float = 0.0, force_cpu: bool = False) -> None:
        super().__init__(value=value)


@replayed_initializer
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's",
         diag_step="it says where diag_num goes, and that is refused",
         diag_val="it says what diag_num writes, and that is refused")
class UniformInitializer(nn.initializer.Uniform):
    """Evenly between ``low`` and ``high``. Raises ``NotImplementedError`` when ``diag_num`` is given."""

    def __init__(self, low: float = -1.0, high: float = 1.0, seed: int = 0, diag_num: int = 0, diag_step: int = 0,
                 diag_val: float = 1.0) -> None:
        if diag_num:
            raise NotImplementedError("Uniform: diag_num has no equivalent in Paddle since 2.0")
        super().__init__(low=low, high=high)


@replayed_initializer
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
class NormalInitializer(nn.initializer.Normal):
    """The normal distribution around ``loc`` with standard deviation ``scale``."""

    def __init__(self, loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> None:
        super().__init__(mean=loc, std=scale)


@replayed_initializer
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
class TruncatedNormalInitializer(nn.initializer.TruncatedNormal):
    """The normal distribution, without what is further than two standard deviations from ``loc``."""

    def __init__(self, loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> None:
        if PADDLE_3:  # whose own bounds are -2 and 2, whatever std is
            super().__init__(mean=loc, std=scale, a=loc - 2 * scale, b=loc + 2 * scale)
        else:
            super().__init__(mean=loc, std=scale)

    def forward(self, param: Any, block: Any = None) -> Any:
        if PADDLE_3 and not self._std_dev:  # between equal bounds it draws NaN
            self._a, self._b = self._mean - 1, self._mean + 1
        return super().forward(param, block)


@made_by_class(nn.initializer.XavierUniform, nn.initializer.XavierNormal)
@replayed_initializer
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def XavierInitializer(uniform: bool = True, fan_in: float | None = None, fan_out: float | None = None,
                      seed: int = 0) -> Any:
    """Variance ``2 / (fan_in + fan_out)``, evenly or normally distributed."""
    if uniform:
        return nn.initializer.XavierUniform(fan_in=fan_in, fan_out=fan_out)
    return nn.initializer.XavierNormal(fan_in=fan_in, fan_out=fan_out)


@made_by_class(nn.initializer.KaimingUniform, nn.initializer.KaimingNormal)
@replayed_initializer
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def MSRAInitializer(uniform: bool = True, fan_in: float | None = None, seed: int = 0) -> Any:
    """Variance ``2 / fan_in``, evenly or normally distributed."""
    if uniform:
        return nn.initializer.KaimingUniform(fan_in=fan_in)
    return nn.initializer.KaimingNormal(fan_in=fan_in)


class NumpyArrayInitializer(nn.initializer.Assign):
    """The ndarray ``value``."""

    def __init__(self, value: Any) -> None:
        super().__init__(value=value)


class BilinearInitializer(nn.initializer.Bilinear):
    """The weights of a transposed convolution that interpolates."""

    def __init__(self) -> None:
        super().__init__()


Constant = ConstantInitializer
Uniform = UniformInitializer
Normal = NormalInitializer
TruncatedNormal = TruncatedNormalInitializer
Xavier = XavierInitializer
MSRA = MSRAInitializer
Bilinear = BilinearInitializer

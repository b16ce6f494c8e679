"""``paddle.fluid.layers``: the decays of ``fluid.dygraph`` under their older names."""

from __future__ import annotations

from typing import Any

from ..._static.counting import decay_step_counter as _decay_step_counter  # noqa: F401 - schedules of scripts ask it
from .._spread import of_package
from ..dygraph.learning_rate_scheduler import (
    CosineDecay,
    ExponentialDecay,
    InverseTimeDecay,
    LinearLrWarmup,
    NaturalExpDecay,
    NoamDecay,
    PiecewiseDecay,
    PolynomialDecay,
)

__all__ = [
    "cosine_decay", "exponential_decay", "inverse_time_decay", "linear_lr_warmup", "natural_exp_decay", "noam_decay",
    "piecewise_decay", "polynomial_decay",
]


def noam_decay(d_model: Any, warmup_steps: int, learning_rate: float = 1.0) -> Any:
    """``learning_rate * d_model ** -0.5 * min(step ** -0.5, step * warmup_steps ** -1.5)``, ``step`` from 1."""
    return NoamDecay(d_model=d_model, warmup_steps=warmup_steps, learning_rate=learning_rate)


def exponential_decay(learning_rate: float, decay_steps: Any, decay_rate: float, staircase: bool = False) -> Any:
    """``learning_rate * decay_rate ** n`` with ``n = step / decay_steps``, whole with ``staircase``."""
    return ExponentialDecay(learning_rate=learning_rate, decay_steps=decay_steps, decay_rate=decay_rate,
                            staircase=staircase)


def natural_exp_decay(learning_rate: float, decay_steps: Any, decay_rate: float, staircase: bool = False) -> Any:
    """``learning_rate * exp(-decay_rate * n)`` with ``n = step / decay_steps``, whole with ``staircase``."""
    return NaturalExpDecay(learning_rate=learning_rate, decay_steps=decay_steps, decay_rate=decay_rate,
                           staircase=staircase)


def inverse_time_decay(learning_rate: float, decay_steps: Any, decay_rate: float, staircase: bool = False) -> Any:
    """``learning_rate / (1 + decay_rate * n)`` with ``n = step / decay_steps``, whole with ``staircase``."""
    return InverseTimeDecay(learning_rate=learning_rate, decay_steps=decay_steps, decay_rate=decay_rate,
                            staircase=staircase)


def polynomial_decay(learning_rate: float, decay_steps: int, end_learning_rate: float = 0.0001, power: float = 1.0,
                     cycle: bool = False) -> Any:
    """From ``learning_rate`` to ``end_learning_rate`` in ``decay_steps``; with ``cycle`` it then starts again."""
    return PolynomialDecay(learning_rate=learning_rate, decay_steps=decay_steps, end_learning_rate=end_learning_rate,
                           power=power, cycle=cycle)


def piecewise_decay(boundaries: Any, values: Any) -> Any:
    """``values[i]`` before step ``boundaries[i]``, the last of ``values`` from the last boundary on."""
    return PiecewiseDecay(boundaries=boundaries, values=values, begin=0)


def cosine_decay(learning_rate: float, step_each_epoch: int, epochs: int) -> Any:
    """Half a cosine over ``epochs``, one rate for each epoch of ``step_each_epoch`` steps."""
    return CosineDecay(learning_rate=learning_rate, step_each_epoch=step_each_epoch, epochs=epochs)


def linear_lr_warmup(learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float) -> Any:
    """Rising for ``warmup_steps`` from 0 to ``end_lr - start_lr``, then ``learning_rate``, a number or a decay."""
    return LinearLrWarmup(learning_rate=learning_rate, warmup_steps=warmup_steps, start_lr=start_lr, end_lr=end_lr)


__getattr__ = of_package(__name__)

"""Learning rates that count the runs of their program by themselves, as variables of today's programs.

The codemods read it for static graphs whose rates are variables. Nothing here is run.
"""

from __future__ import annotations

import math
from typing import Any

import paddle

from ._language import helper
from ._today import assigned, global_variable

__all__ = [
    "autoincreased_step_counter", "cosine_decay", "decay_step_counter", "exponential_decay", "inverse_time_decay",
    "linear_lr_warmup", "natural_exp_decay", "noam_decay", "piecewise_decay", "polynomial_decay",
]


@helper
def step_counter(counter_name: Any = None, begin: int = 1, step: int = 1) -> Any:
    """The number of this run of the program, int64 [1]; all that ask for it by one name share one count."""
    program, name = paddle.static.default_main_program(), counter_name or "@STEP_COUNTER@"
    counters = vars(program).setdefault("counters", {})
    if name not in counters:
        counters[name] = global_variable([1], begin - 1, "int64", name)
        program.counts = [*getattr(program, "counts", []), name]
        paddle.assign(counters[name] + step, counters[name])  # beside loops Paddle 3 undoes increment()
    return counters[name]


@helper
def decay_step_counter(begin: int = 0) -> Any:
    """The same, float32 [1], of all schedules."""
    return paddle.cast(step_counter("@LR_DECAY_COUNTER@", begin), "float32")


def autoincreased_step_counter(counter_name: Any = None, begin: int = 1, step: int = 1) -> Any:
    """The number of this run of the program, int64 [1]."""
    return step_counter(counter_name=counter_name, begin=begin, step=step)


@helper
def one_rate(name: str, rate: Any) -> Any:
    """The program's rate of that name, which lasts in the scope; the last that is made sets it for all who take it."""
    rates = vars(paddle.static.default_main_program()).setdefault("decays", {})
    if name not in rates:
        rates[name] = global_variable([1], 0.0, "float32", name)
    return assigned(rate, rates[name])


@helper
def noam_decay(d_model: Any, warmup_steps: Any, learning_rate: Any = 1.0) -> Any:
    """``learning_rate * d_model ** -0.5 * min(step ** -0.5, step * warmup_steps ** -1.5)`` in the program's run."""
    step = decay_step_counter(1)
    return learning_rate * d_model**-0.5 * paddle.minimum(step**-0.5, warmup_steps**-1.5 * step)


@helper
def exponential_decay(learning_rate: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False) -> Any:
    """``learning_rate * decay_rate ** n`` with ``n = step / decay_steps``, whole with ``staircase``."""
    n = decay_step_counter() / decay_steps
    return learning_rate * decay_rate ** (paddle.floor(n) if staircase else n)


@helper
def natural_exp_decay(learning_rate: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False) -> Any:
    """``learning_rate * exp(-decay_rate * n)`` with ``n = step / decay_steps``, whole with ``staircase``."""
    n = decay_step_counter() / decay_steps
    return learning_rate * paddle.exp(-decay_rate * (paddle.floor(n) if staircase else n))


@helper
def inverse_time_decay(learning_rate: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False) -> Any:
    """``learning_rate / (1 + decay_rate * n)`` with ``n = step / decay_steps``, whole with ``staircase``."""
    n = decay_step_counter() / decay_steps
    return learning_rate / (1 + decay_rate * (paddle.floor(n) if staircase else n))


@helper
def polynomial_decay(learning_rate: Any, decay_steps: Any, end_learning_rate: Any = 0.0001, power: Any = 1.0,
                     cycle: bool = False) -> Any:
    """From ``learning_rate`` to ``end_learning_rate`` in ``decay_steps``; with ``cycle`` it then starts again."""
    step = decay_step_counter()
    if cycle:
        decay_steps = decay_steps * paddle.clip(paddle.ceil(step / decay_steps), min=1.0)
    else:
        step = paddle.clip(step, max=float(decay_steps))
    return (learning_rate - end_learning_rate) * (1 - step / decay_steps) ** power + end_learning_rate


@helper
def piecewise_decay(boundaries: Any, values: Any) -> Any:
    """``values[i]`` before step ``boundaries[i]``, the last of ``values`` from the last boundary on."""
    step, rate = decay_step_counter(), paddle.full([1], values[-1], "float32")
    for place in reversed(range(len(boundaries))):
        rate = paddle.where(step < boundaries[place], paddle.full([1], values[place], "float32"), rate)
    return one_rate("learning_rate", rate)


@helper
def cosine_decay(learning_rate: Any, step_each_epoch: Any, epochs: Any) -> Any:
    """Half a cosine over ``epochs``, one rate for each epoch of ``step_each_epoch`` steps."""
    epoch = paddle.floor(decay_step_counter() / step_each_epoch)
    return learning_rate * 0.5 * (paddle.cos(epoch * math.pi / epochs) + 1)


@helper
def linear_lr_warmup(learning_rate: Any, warmup_steps: Any, start_lr: float, end_lr: float) -> Any:
    """Rising for ``warmup_steps`` from ``start_lr`` to ``end_lr``, then ``learning_rate``, a number or a variable."""
    step = decay_step_counter()
    if isinstance(learning_rate, (int, float)):
        learning_rate = paddle.full([1], learning_rate, "float32")
    rising = start_lr + (end_lr - start_lr) * (step / warmup_steps)
    return one_rate("learning_rate_warmup", paddle.where(step < warmup_steps, rising, learning_rate))

"""Counters that go up by themselves at every run, and the learning rates that follow one of them.

All decays of a program share one counter. A rate is what dygraph mode's decay says for the step that it shows.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import paddle

from .operators import Operator
from .parameters import filled
from .programs import default_main_program
from .recording import record, where
from .variables import Variable

DECAYS = "@LR_DECAY_COUNTER@"


def autoincreased_step_counter(counter_name: str | None = None, begin: int = 1, step: int = 1) -> Variable:
    """An int64 [1] that shows ``begin`` at the first run and ``step`` more at each further one."""
    name = "@STEP_COUNTER@" if counter_name is None else counter_name
    block = default_main_program().global_block()
    if name in block.vars:
        return block.vars[name]
    counter = filled(name, [1], "int64", begin - 1)
    block.add(Operator(block, "increment", _more, (counter, step), {}, counter, where()), at=0)
    return counter


def _more(counter: Any, step: int) -> Any:
    return counter + step


def _as_rate(rule: Callable[..., Any]) -> Callable[..., Any]:
    """``rule``, what of which is recorded belongs to learning rates."""

    @functools.wraps(rule)
    def call(*args: Any, **kwargs: Any) -> Any:
        with default_main_program().of_role("rate"):
            return rule(*args, **kwargs)

    return call


def decayed(make: Callable[..., Any], begin: int = 0, name: str | None = None) -> Callable[..., Any]:
    """What records a decay of ``fluid.layers`` that in dygraph mode ``make`` makes; ``name`` is its variable's."""

    @functools.wraps(make)
    @_as_rate
    def form(*args: Any, **kwargs: Any) -> Any:
        counter = autoincreased_step_counter(DECAYS, begin)
        base = kwargs.get("learning_rate", args[0] if args else None)
        if isinstance(base, Variable):  # a rate that is a variable scales the decay of 1
            args, kwargs = (1.0, *args[1:]), {**kwargs, **({"learning_rate": 1.0} if "learning_rate" in kwargs else {})}
        rate = record(_rate, (make(*args, **kwargs), counter), {}, "decay")
        if isinstance(base, Variable):
            return rate * base
        return rate if name is None else _named(rate, name)

    return form


def rate_of(decay: Any) -> Any:
    """The rate of a decay of dygraph mode, as ``fluid.layers`` has it in a program: it shows the program's steps."""
    with default_main_program().of_role("rate"):
        return record(_rate, (decay, autoincreased_step_counter(DECAYS, decay.step_num)), {}, "decay")


def _rate(decay: Any, counter: Any) -> Any:
    decay.step_num = int(counter.item())
    rate = decay.step()
    return rate if isinstance(rate, paddle.Tensor) else paddle.full([1], rate, "float32")


def _named(rate: Variable, name: str) -> Variable:
    return record(paddle.assign, (rate, filled(name, [1], rate.dtype, 0.0)), {}, "assign")


@_as_rate
def linear_lr_warmup(learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float) -> Variable:
    """``start_lr`` to ``end_lr`` within ``warmup_steps``, then ``learning_rate``, a number or a variable."""
    counter = autoincreased_step_counter(DECAYS, 0)
    rate = record(_warming, (counter, learning_rate, warmup_steps, start_lr, end_lr), {}, "decay")
    return _named(rate, "learning_rate_warmup")


def _warming(counter: Any, learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float) -> Any:
    step = int(counter.item())
    if step < warmup_steps:
        learning_rate = start_lr + (end_lr - start_lr) * (step / float(warmup_steps))
    return learning_rate if isinstance(learning_rate, paddle.Tensor) else paddle.full([1], learning_rate, "float32")


def decay_step_counter(begin: int = 0) -> Any:
    """The step of the decays, float32 [1]."""
    return autoincreased_step_counter(DECAYS, begin).astype("float32")


def forms(rules: Any) -> dict[str, Callable[..., Any]]:
    """The forms of the decays in ``rules``, the module of ``fluid.layers``, by their name."""
    plain = ("cosine_decay", "exponential_decay", "inverse_time_decay", "natural_exp_decay", "polynomial_decay")
    return {**{name: decayed(getattr(rules, name)) for name in plain},
            "noam_decay": decayed(rules.noam_decay, begin=1),
            "piecewise_decay": decayed(rules.piecewise_decay, name="learning_rate"),
            "linear_lr_warmup": linear_lr_warmup}

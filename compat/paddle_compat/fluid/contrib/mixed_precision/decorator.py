"""``paddle.fluid.contrib.mixed_precision.decorator``: the scaling of the loss, and of the gradients back."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from ...._runtime.warn import warn_once
from ...._static.mode import only_in_programs
from ...._static.operators import Operator
from ...._static.parameters import filled
from ...._static.programs import default_main_program
from ...._static.recording import where
from ...._static.replaying import Env, Step

__all__ = ["decorate"]

_WORDS = ("mixed_precision: the program runs in float32, so nothing is lost and nothing saved; the loss is scaled as "
          "before. paddle.amp has float16 and bfloat16 for dynamic mode")


def decorate(optimizer: Any, amp_lists: Any = None, init_loss_scaling: float = 2**15, incr_every_n_steps: int = 1000,
             decr_every_n_nan_or_inf: int = 2, incr_ratio: float = 2.0, decr_ratio: float = 0.8,
             use_dynamic_loss_scaling: bool = True) -> Any:
    """``optimizer`` with a loss scaled by ``init_loss_scaling`` on the way back, for a program.

    With ``use_dynamic_loss_scaling`` the scaling grows by ``incr_ratio`` after ``incr_every_n_steps`` steps, and
    shrinks by ``decr_ratio`` after ``decr_every_n_nan_or_inf`` of which a gradient is not finite; these change nothing.
    Everything runs in float32, whatever ``amp_lists`` says, which it says once.
    """
    only_in_programs("mixed_precision")
    warn_once(_WORDS)
    steps = (incr_every_n_steps, decr_every_n_nan_or_inf, incr_ratio, decr_ratio)
    return OptimizerWithMixedPrecision(optimizer, amp_lists, init_loss_scaling,
                                       steps if use_dynamic_loss_scaling else None)


class OptimizerWithMixedPrecision:
    """What :func:`decorate` returns."""

    def __init__(self, optimizer: Any, amp_lists: Any, init_loss_scaling: float, steps: Any) -> None:
        self._optimizer, self._amp_lists, self._steps = optimizer, amp_lists, steps
        self._scaled_loss: Any = None
        self._loss_scaling = filled(unique_name.generate("loss_scaling"), [1], "float32", init_loss_scaling)
        self._counts = [filled(unique_name.generate(name), [1], "int32", 0)
                        for name in ("num_good_steps", "num_bad_steps")] if steps else []

    def get_loss_scaling(self) -> Any:
        """The variable of the scaling."""
        return self._loss_scaling

    def get_scaled_loss(self) -> Any:
        """The variable of the scaled loss, once there is one."""
        return self._scaled_loss

    def minimize(self, loss: Any, startup_program: Any = None, parameter_list: Any = None,
                 no_grad_set: Any = None) -> Any:
        """That of the optimizer; the pairs that it returns are of gradients scaled back."""
        pairs = self.backward(loss, startup_program, parameter_list, no_grad_set)
        return self.apply_gradients(pairs), pairs

    def backward(self, loss: Any, startup_program: Any = None, parameter_list: Any = None, no_grad_set: Any = None,
                 callbacks: Any = None) -> Any:
        """The first half of :meth:`minimize`."""
        self._scaled_loss = loss * self._loss_scaling
        pairs = self._optimizer.backward(self._scaled_loss, startup_program, parameter_list, no_grad_set, callbacks)
        block = default_main_program().global_block()
        scaled = [(parameter, block.create_var(name=unique_name.generate(f"{gradient.name}.scaled"),
                                               shape=gradient.shape, dtype=gradient.dtype))
                  for parameter, gradient in pairs]
        block.add(_Unscaled(block, "unscale", self._steps,
                            ([gradient for _, gradient in pairs], self._loss_scaling, self._counts), {},
                            ([gradient for _, gradient in scaled], self._loss_scaling, self._counts), where(),
                            "optimize"))
        return scaled

    def apply_gradients(self, scaled_params_grads: Any) -> Any:
        """The second half."""
        return self._optimizer.apply_gradients(scaled_params_grads)


class _Unscaled(Operator):
    """Scales gradients back, and lets the scaling grow and shrink."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        given, scaling, counts = self.args
        names = list(zip([each.name for each in given], [each.name for each in self.results[0]]))

        def step(env: Env) -> None:
            with paddle.no_grad():
                there = [(name, scaled) for name, scaled in names if name in env]
                for name, scaled in there:
                    env[scaled] = env[name] / env[scaling.name]
                if not self.rule:
                    return
                finite = bool(paddle.isfinite(paddle.add_n([env[scaled].sum() for _, scaled in there])))
                for _, scaled in () if finite else there:
                    env[scaled] = paddle.zeros_like(env[scaled])
                good, bad = (int(env[each.name].item()) for each in counts)
                after = moved(finite, env[scaling.name].item(), good, bad, *self.rule)
                for each, value in zip((scaling, *counts), after):
                    env.keep(each.name, paddle.full([1], value, each.dtype))

        return step


def moved(finite: bool, scaling: float, good: int, bad: int, grow_after: int, shrink_after: int, more: float,
          less: float) -> tuple[float, int, int]:
    """The scaling after a step with gradients that are ``finite`` or not, and the counts of such steps."""
    if finite and good + 1 > grow_after:
        larger = float(np.float32(scaling) * np.float32(more))
        return (larger if np.isfinite(larger) else scaling), 0, 0
    if finite:
        return scaling, good + 1, 0
    if bad + 1 > shrink_after:
        return max(1.0, float(np.float32(scaling) * np.float32(less))), 0, 0
    return scaling, 0, bad + 1

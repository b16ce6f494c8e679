"""``paddle.fluid.optimizer``: today's optimizers under 1.8.5's arguments and with its numbers."""

from __future__ import annotations

from typing import Any

import paddle

from ... import _today
from ..._language import gone
from ..._runtime import gradients as backward
from ..._static.decaying import append_regularization_ops  # noqa: F401
from . import averages, more, wrappers
from .averages import *  # noqa: F403
from .base import Optimizer
from .more import *  # noqa: F403
from .wrappers import *  # noqa: F403

__all__ = [
    *averages.__all__, *more.__all__, *wrappers.__all__, "SGD", "Adagrad", "AdagradOptimizer", "Adam", "AdamOptimizer",
    "DGCMomentumOptimizer", "Dpsgd", "DpsgdOptimizer", "Momentum", "MomentumOptimizer", "SGDOptimizer",
]


class SGDOptimizer(paddle.optimizer.SGD, Optimizer):
    """``param -= learning_rate * grad``."""

    def __init__(self, learning_rate: Any, parameter_list: Any = None, regularization: Any = None,
                 grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, parameters=parameter_list, weight_decay=regularization,
                         grad_clip=grad_clip, name=name)


class MomentumOptimizer(paddle.optimizer.Momentum, Optimizer):
    """``velocity = momentum * velocity + grad``; ``param -= learning_rate * velocity``."""

    def __init__(self, learning_rate: Any, momentum: float, parameter_list: Any = None, use_nesterov: bool = False,
                 regularization: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, momentum=momentum, parameters=parameter_list,
                         use_nesterov=use_nesterov, weight_decay=regularization, grad_clip=grad_clip, name=name)


class AdagradOptimizer(paddle.optimizer.Adagrad, Optimizer):
    """``moment += grad * grad``; ``param -= learning_rate * grad / (sqrt(moment) + epsilon)``."""

    def __init__(self, learning_rate: Any, epsilon: float = 1.0e-6, parameter_list: Any = None,
                 regularization: Any = None, grad_clip: Any = None, name: str | None = None,
                 initial_accumulator_value: float = 0.0) -> None:
        super().__init__(learning_rate=learning_rate, epsilon=epsilon, parameters=parameter_list,
                         weight_decay=regularization, grad_clip=grad_clip, name=name,
                         initial_accumulator_value=initial_accumulator_value)


class AdamOptimizer(_today.Adam, Optimizer):
    """Adam with 1.8.5's epsilon: added to ``sqrt(moment2)`` as it is, not scaled by ``sqrt(1 - beta2 ** t)``.

    A library of Paddle 2.0 to 2.4 gets today's, which was that of those years.
    """

    _epsilon: float
    _in_2 = "Adam scales epsilon with the step"
    _lazy_mode: bool

    def __init__(self, learning_rate: Any = 0.001, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: float = 1e-08,
                 parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
                 name: str | None = None, lazy_mode: bool = False) -> None:
        super().__init__(learning_rate=learning_rate, beta1=beta1, beta2=beta2, epsilon=epsilon,
                         parameters=parameter_list, weight_decay=regularization, grad_clip=grad_clip, name=name,
                         lazy_mode=lazy_mode)

    def _append_optimize_op(self, block: Any, param_and_grad: Any) -> Any:
        if self._of_2:
            return paddle.optimizer.Adam._append_optimize_op(self, block, param_and_grad)
        parameter, gradient = param_and_grad
        if not gradient.is_selected_rows():
            return super()._append_optimize_op(block, param_and_grad)
        first, second = (self._get_accumulator(name, parameter)
                         for name in (self._beta1_pow_acc_str, self._beta2_pow_acc_str))
        after = first * self._beta1, second * self._beta2  # which the sparse kernels take, those of 1.8.5 and today's
        if self._lazy_mode:
            return self._updated_rows(block, param_and_grad, after[1])
        # The sparse kernel of all rows may take what lies behind the gradient in memory for one more: it is not called.
        _set((first, second), after)
        done = super()._append_optimize_op(block, (parameter, backward.dense(gradient, parameter)))
        _set((first, second), after)
        return done

    def _updated_rows(self, block: Any, param_and_grad: Any, power: Any) -> Any:
        """Today's step; its kernels multiply epsilon by sqrt(1 - power): dividing first leaves epsilon as it is."""
        epsilon, self._epsilon = self._epsilon, self._epsilon / (1.0 - power.item()) ** 0.5
        try:
            return paddle.optimizer.Adam._append_optimize_op(self, block, param_and_grad)
        finally:
            self._epsilon = epsilon


def _set(tensors: Any, values: Any) -> None:
    for tensor, value in zip(tensors, values):
        paddle.assign(value, output=tensor)


_FLEET = "it is a strategy of fleet since 2.0"

DGCMomentumOptimizer = gone("fluid.optimizer.DGCMomentumOptimizer", why=_FLEET, do=(
    "Use Momentum; to compress gradients between machines set dgc = True on a "
    "paddle.distributed.fleet.DistributedStrategy."))
DpsgdOptimizer = gone("fluid.optimizer.DpsgdOptimizer", why="Paddle dropped the class in 2.0", do=(
    "Clip the gradients with paddle.nn.ClipGradByNorm and add normal noise to them before each step of "
    "paddle.optimizer.SGD."))

Dpsgd = DpsgdOptimizer
SGD = SGDOptimizer
Momentum = MomentumOptimizer
Adagrad = AdagradOptimizer
Adam = AdamOptimizer

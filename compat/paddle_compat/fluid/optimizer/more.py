"""The optimizers of ``paddle.fluid.optimizer`` that are used less often."""

from __future__ import annotations

from typing import Any

import paddle

from ... import _today_optimizers
from ..._language import dropped, runtime_only
from .base import Optimizer

__all__ = [
    "Adadelta", "AdadeltaOptimizer", "Adamax", "AdamaxOptimizer", "DecayedAdagrad", "DecayedAdagradOptimizer", "Ftrl",
    "FtrlOptimizer", "Lamb", "LambOptimizer", "LarsMomentum", "LarsMomentumOptimizer", "RMSProp", "RMSPropOptimizer",
]


class RMSPropOptimizer(paddle.optimizer.RMSProp, Optimizer):
    """``param -= learning_rate * grad / sqrt(mean_square + epsilon)``; ``centered`` takes off the squared mean."""

    def __init__(self, learning_rate: Any, rho: float = 0.95, epsilon: float = 1e-6, momentum: float = 0.0,
                 centered: bool = False, parameter_list: Any = None, regularization: Any = None,
                 grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, rho=rho, epsilon=epsilon, momentum=momentum, centered=centered,
                         parameters=parameter_list, weight_decay=regularization, grad_clip=grad_clip, name=name)


class AdamaxOptimizer(paddle.optimizer.Adamax, Optimizer):
    """Adam by the greatest gradient so far instead of the mean square."""

    def __init__(self, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
                 name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, beta1=beta1, beta2=beta2, epsilon=epsilon,
                         parameters=parameter_list, weight_decay=regularization, grad_clip=grad_clip, name=name)


class AdadeltaOptimizer(_today_optimizers.Adadelta, Optimizer):
    """``param -= grad * sqrt((mean square update + epsilon) / (mean square gradient + epsilon))``, at any rate."""

    def __init__(self, learning_rate: Any, epsilon: float = 1.0e-6, rho: float = 0.95, parameter_list: Any = None,
                 regularization: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, epsilon=epsilon, rho=rho, parameters=parameter_list,
                         weight_decay=regularization, grad_clip=grad_clip, name=name)


class LambOptimizer(_today_optimizers.Lamb, Optimizer):
    """Adam with weight decay, scaled to each parameter's norm, without a correction of the moments' bias."""

    def __init__(self, learning_rate: Any = 0.001, lamb_weight_decay: float = 0.01, beta1: float = 0.9,
                 beta2: float = 0.999, epsilon: float = 1e-6, parameter_list: Any = None, regularization: Any = None,
                 grad_clip: Any = None, exclude_from_weight_decay_fn: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, lamb_weight_decay=lamb_weight_decay, beta1=beta1, beta2=beta2,
                         epsilon=epsilon, parameters=parameter_list, grad_clip=grad_clip,
                         exclude_from_weight_decay_fn=exclude_from_weight_decay_fn, name=name)
        runtime_only(regularization=regularization)
        self.regularization = regularization


class LarsMomentumOptimizer(_today_optimizers.LarsMomentum, Optimizer):
    """Momentum with a rate for each parameter, after its norm and its gradient's."""

    def __init__(self, learning_rate: Any, momentum: float, lars_coeff: float = 0.001,
                 lars_weight_decay: float = 0.0005, parameter_list: Any = None, regularization: Any = None,
                 grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, momentum=momentum, lars_coeff=lars_coeff,
                         lars_weight_decay=lars_weight_decay, parameters=parameter_list, weight_decay=regularization,
                         grad_clip=grad_clip, name=name)


@dropped(l2="1.8.5 took l1 in its place")
class FtrlOptimizer(_today_optimizers.Ftrl, Optimizer):
    """Follow the regularised leader: sparse parameters by ``l1``, which 1.8.5 took for ``l2`` too."""

    def __init__(self, learning_rate: Any, l1: float = 0.0, l2: float = 0.0, lr_power: float = -0.5,
                 parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
                 name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, l1=l1, lr_power=lr_power, parameters=parameter_list,
                         weight_decay=regularization, grad_clip=grad_clip, name=name)


class DecayedAdagradOptimizer(_today_optimizers.DecayedAdagrad, Optimizer):
    """Adagrad whose sum of squares fades: ``moment = decay * moment + (1 - decay) * grad * grad``."""

    def __init__(self, learning_rate: Any, decay: float = 0.95, epsilon: float = 1.0e-6, parameter_list: Any = None,
                 regularization: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, decay=decay, epsilon=epsilon, parameters=parameter_list,
                         weight_decay=regularization, grad_clip=grad_clip, name=name)


Adadelta = AdadeltaOptimizer
Adamax = AdamaxOptimizer
DecayedAdagrad = DecayedAdagradOptimizer
Ftrl = FtrlOptimizer
Lamb = LambOptimizer
LarsMomentum = LarsMomentumOptimizer
RMSProp = RMSPropOptimizer

"""The optimizers of ``paddle.fluid.optimizer`` that are used less often."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import differs_much, dropped, runtime_only
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


@differs_much("1.8 took the mean square update with the present one in it, today's is the one before: each step is a "
              "little smaller now; the compat layer keeps 1.8's numbers")
@dropped(learning_rate="1.8.5's Adadelta did not use it; it is 1 now")
class AdadeltaOptimizer(paddle.optimizer.Adadelta, Optimizer):
    """``param -= grad * sqrt((mean square update + epsilon) / (mean square gradient + epsilon))``."""

    def __init__(self, learning_rate: Any, epsilon: float = 1.0e-6, rho: float = 0.95, parameter_list: Any = None,
                 regularization: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=1.0, epsilon=epsilon, rho=rho, parameters=parameter_list,
                         weight_decay=regularization, grad_clip=grad_clip, name=name)

    def _append_optimize_op(self, block: Any, param_and_grad: Any) -> None:
        parameter, gradient = param_and_grad
        squares = self._get_accumulator(self._avg_squared_grad_acc_str, parameter)
        updates = self._get_accumulator(self._avg_squared_update_acc_str, parameter)
        paddle.assign(self._rho * squares + (1.0 - self._rho) * gradient * gradient, output=squares)
        step = gradient * paddle.sqrt((updates + self._epsilon) / (squares + self._epsilon))
        paddle.assign(self._rho * updates + (1.0 - self._rho) * step * step, output=updates)
        step = gradient * paddle.sqrt((updates + self._epsilon) / (squares + self._epsilon))
        paddle.assign(parameter - step, output=parameter)


@differs_much("1.8's Lamb did not correct the bias of its moments, today's does: the first steps differ; the compat "
              "layer keeps 1.8's numbers")
class LambOptimizer(paddle.optimizer.Lamb, Optimizer):
    """Adam with weight decay, scaled to each parameter's norm, without a correction of the moments' bias."""

    def __init__(self, learning_rate: Any = 0.001, lamb_weight_decay: float = 0.01, beta1: float = 0.9,
                 beta2: float = 0.999, epsilon: float = 1e-6, parameter_list: Any = None, regularization: Any = None,
                 grad_clip: Any = None, exclude_from_weight_decay_fn: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate=learning_rate, lamb_weight_decay=lamb_weight_decay, beta1=beta1, beta2=beta2,
                         epsilon=epsilon, parameters=parameter_list, grad_clip=grad_clip,
                         exclude_from_weight_decay_fn=exclude_from_weight_decay_fn, always_adapt=True, name=name)
        runtime_only(regularization=regularization)
        self.regularization = regularization

    def _append_optimize_op(self, block: Any, param_and_grad: Any) -> Any:
        names = self._beta1_pow_acc_str, self._beta2_pow_acc_str
        powers = [self._get_accumulator(name, param_and_grad[0]) for name in names]
        before = [power.clone() for power in powers]
        for power in powers:
            paddle.assign(paddle.zeros_like(power), output=power)
        super()._append_optimize_op(block, param_and_grad)
        for power, value in zip(powers, before):
            paddle.assign(value, output=power)


class _Written(Optimizer):
    """An optimizer written out: ``update`` changes a parameter from its gradient, rate and accumulators."""

    accumulators: tuple[str, ...] = ()

    def _create_accumulators(self, block: Any, parameters: Any) -> None:
        for parameter in parameters:
            for name in self.accumulators:
                self._add_accumulator(name, parameter)

    def _append_optimize_op(self, block: Any, param_and_grad: Any) -> None:
        parameter, gradient = param_and_grad
        kept = [self._get_accumulator(name, parameter) for name in self.accumulators]
        new = self.update(parameter, gradient, self._create_param_lr(param_and_grad), *kept)
        for tensor, value in zip([parameter, *kept], new):
            paddle.assign(value, output=tensor)

    def update(self, *args: Any) -> tuple[Any, ...]:
        """The new parameter and accumulators, from the parameter, its gradient, the rate and the accumulators."""
        raise NotImplementedError


class LarsMomentumOptimizer(_Written):
    """Momentum with a rate for each parameter, after its norm and its gradient's."""

    (_velocity_acc_str,) = accumulators = ("velocity",)

    def __init__(self, learning_rate: Any, momentum: float, lars_coeff: float = 0.001,
                 lars_weight_decay: float = 0.0005, parameter_list: Any = None, regularization: Any = None,
                 grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate, parameter_list, regularization, grad_clip, name)
        self._momentum, self._coeff, self._decay = momentum, float(lars_coeff), float(lars_weight_decay)

    def update(self, parameter: Any, gradient: Any, rate: Any, velocity: Any) -> tuple[Any, ...]:
        """``velocity = momentum * velocity + local_rate * (gradient + decay * parameter)``."""
        size, slope = paddle.sqrt(paddle.sum(parameter * parameter)), paddle.sqrt(paddle.sum(gradient * gradient))
        if size > 0 and slope > 0:
            rate = rate * self._coeff * size / (slope + self._decay * size)
        velocity = self._momentum * velocity + rate * (gradient + self._decay * parameter)
        return parameter - velocity, velocity


@dropped(l2="1.8.5 took l1 in its place")
class FtrlOptimizer(_Written):
    """Follow the regularised leader: sparse parameters by ``l1``, which 1.8.5 took for ``l2`` too."""

    _squared_acc_str, _linear_acc_str = accumulators = ("squared", "linear")

    def __init__(self, learning_rate: Any, l1: float = 0.0, l2: float = 0.0, lr_power: float = -0.5,
                 parameter_list: Any = None, regularization: Any = None, grad_clip: Any = None,
                 name: str | None = None) -> None:
        super().__init__(learning_rate, parameter_list, regularization, grad_clip, name)
        self._l1, self._power = l1, -lr_power

    def update(self, parameter: Any, gradient: Any, rate: Any, squared: Any, linear: Any) -> tuple[Any, ...]:
        """The parameter that solves for the gradients so far."""
        new_squared = squared + gradient * gradient
        before, after = paddle.pow(squared, self._power), paddle.pow(new_squared, self._power)
        linear = linear + gradient - (after - before) / rate * parameter
        l1 = self._l1 + 1e-10
        solved = (l1 * paddle.sign(linear) - linear) / (after / rate + 2.0 * l1)
        return paddle.where(linear.abs() > l1, solved, paddle.zeros_like(solved)), new_squared, linear


class DecayedAdagradOptimizer(_Written):
    """Adagrad whose sum of squares fades: ``moment = decay * moment + (1 - decay) * grad * grad``."""

    (_moment_acc_str,) = accumulators = ("moment",)

    def __init__(self, learning_rate: Any, decay: float = 0.95, epsilon: float = 1.0e-6, parameter_list: Any = None,
                 regularization: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate, parameter_list, regularization, grad_clip, name)
        self._fade, self._epsilon = decay, epsilon

    def update(self, parameter: Any, gradient: Any, rate: Any, moment: Any) -> tuple[Any, ...]:
        """``parameter -= rate * gradient / (sqrt(moment) + epsilon)``."""
        moment = self._fade * moment + (1.0 - self._fade) * gradient * gradient
        return parameter - rate * gradient / (paddle.sqrt(moment) + self._epsilon), moment


Adadelta = AdadeltaOptimizer
Adamax = AdamaxOptimizer
DecayedAdagrad = DecayedAdagradOptimizer
Ftrl = FtrlOptimizer
Lamb = LambOptimizer
LarsMomentum = LarsMomentumOptimizer
RMSProp = RMSPropOptimizer

"""Optimizers that today's Paddle has none of, or with other steps, written into scripts with Paddle 1's."""

from __future__ import annotations

from typing import Any

import paddle

from ._language import helper

__all__ = ["Adadelta", "DecayedAdagrad", "Ftrl", "Lamb", "LarsMomentum"]


@helper
class WrittenOptimizer(paddle.optimizer.Optimizer):
    """An optimizer whose `update` gives a parameter and its accumulators anew, in both modes."""

    accumulators: Any = ()

    def _create_accumulators(self: Any, block: Any, parameters: Any) -> None:
        for parameter in parameters:
            for name in self.accumulators:
                self._add_accumulator(name, parameter)

    def _append_optimize_op(self: Any, block: Any, param_and_grad: Any) -> Any:
        parameter, gradient = param_and_grad
        kept = [self._get_accumulator(name, parameter) for name in self.accumulators]
        rate = paddle.cast(self._create_param_lr(param_and_grad), parameter.dtype)
        for place, value in zip([parameter, *kept], self.update(parameter, gradient, rate, *kept)):
            paddle.assign(value, output=place)

    def update(self, *given: Any) -> Any:
        """The new parameter and accumulators, of the parameter, its gradient, the rate and the accumulators."""
        raise NotImplementedError


@helper
class Adadelta(WrittenOptimizer):
    """Adadelta as in Paddle 1, which only keeps its rate, and steps by the mean square update with the present one."""

    accumulators = ("_avg_squared_grad", "_avg_squared_update")

    def __init__(self, learning_rate: Any, epsilon: float = 1e-6, rho: float = 0.95, parameters: Any = None,
                 weight_decay: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._epsilon, self._rho = epsilon, rho

    def update(self, parameter: Any, gradient: Any, rate: Any, squares: Any, updates: Any) -> Any:
        """The parameter, and the mean squares of its gradients and of its updates."""
        squares = self._rho * squares + (1.0 - self._rho) * gradient * gradient
        step = gradient * paddle.sqrt((updates + self._epsilon) / (squares + self._epsilon))
        updates = self._rho * updates + (1.0 - self._rho) * step * step
        step = gradient * paddle.sqrt((updates + self._epsilon) / (squares + self._epsilon))
        return parameter - step, squares, updates


@helper
class DecayedAdagrad(WrittenOptimizer):
    """Adagrad whose mean square fades."""

    accumulators = ("moment",)

    def __init__(self, learning_rate: Any, decay: float = 0.95, epsilon: float = 1e-6, parameters: Any = None,
                 weight_decay: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._decay, self._epsilon = decay, epsilon

    def update(self, parameter: Any, gradient: Any, rate: Any, moment: Any) -> Any:
        """The parameter, and the mean square of its gradients."""
        moment = self._decay * moment + (1.0 - self._decay) * gradient * gradient
        return parameter - rate * gradient / (paddle.sqrt(moment) + self._epsilon), moment


@helper
class Ftrl(WrittenOptimizer):
    """Follow the regularised leader; ``l1`` is the strength of both norms, as in Paddle 1."""

    accumulators = ("squared", "linear")

    def __init__(self, learning_rate: Any, l1: float = 0.0, lr_power: float = -0.5, parameters: Any = None,
                 weight_decay: Any = None, grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._l1, self._lr_power = l1, lr_power

    def update(self, parameter: Any, gradient: Any, rate: Any, squared: Any, linear: Any) -> Any:
        """The parameter that solves for the gradients so far, their squares, and what is linear in them."""
        squares, l1 = squared + gradient * gradient, self._l1 + 1e-10
        before, after = paddle.pow(squared, -self._lr_power), paddle.pow(squares, -self._lr_power)
        linear = linear + gradient - (after - before) / rate * parameter
        solved = (l1 * paddle.sign(linear) - linear) / (after / rate + 2.0 * l1)
        return paddle.where(paddle.abs(linear) > l1, solved, paddle.zeros_like(solved)), squares, linear


@helper
class LarsMomentum(WrittenOptimizer):
    """Momentum with a rate for each parameter, after its norm and its gradient's."""

    accumulators = ("velocity",)

    def __init__(self, learning_rate: Any, momentum: float, lars_coeff: float = 0.001,
                 lars_weight_decay: float = 0.0005, parameters: Any = None, weight_decay: Any = None,
                 grad_clip: Any = None, name: str | None = None) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._momentum, self._lars_coeff, self._lars_weight_decay = momentum, lars_coeff, lars_weight_decay

    def update(self, parameter: Any, gradient: Any, rate: Any, velocity: Any) -> Any:
        """The parameter and its velocity."""
        size, slope = paddle.sqrt(paddle.sum(parameter * parameter)), paddle.sqrt(paddle.sum(gradient * gradient))
        scaled = rate * self._lars_coeff * size / (slope + self._lars_weight_decay * size)
        rate = paddle.where(paddle.logical_and(size > 0, slope > 0), scaled, rate)
        velocity = self._momentum * velocity + rate * (gradient + self._lars_weight_decay * parameter)
        return parameter - velocity, velocity


@helper
class Lamb(paddle.optimizer.Lamb):
    """Lamb that does not correct the bias of its moments, as in Paddle 1; today's does."""

    def _append_optimize_op(self: Any, block: Any, param_and_grad: Any) -> Any:
        parameter = param_and_grad[0]
        gradient = paddle.add_n([paddle.zeros_like(parameter), param_and_grad[1]])  # dense, if it was of rows
        moments = [self._get_accumulator(name, parameter) for name in (self._moment1_acc_str, self._moment2_acc_str)]
        first = self._beta1 * moments[0] + (1.0 - self._beta1) * gradient
        second = self._beta2 * moments[1] + (1.0 - self._beta2) * gradient * gradient
        without = self._exclude_from_weight_decay_fn
        decay = 0.0 if without is not None and without(parameter) else self._lamb_weight_decay
        step = first / (paddle.sqrt(second) + self._epsilon) + decay * parameter
        size, length = paddle.sqrt(paddle.sum(parameter * parameter)), paddle.sqrt(paddle.sum(step * step))
        ratio = paddle.where(paddle.logical_and(size > 0, length > 0), size / length, paddle.ones_like(size))
        rate = paddle.cast(self._create_param_lr(param_and_grad), parameter.dtype)
        for place, value in zip([parameter, *moments], [parameter - rate * ratio * step, first, second]):
            paddle.assign(value, output=place)

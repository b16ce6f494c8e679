"""``paddle.fluid.contrib.extend_optimizer``: optimizers with a decay of their own."""

from __future__ import annotations

from typing import Any

from ..._static import optimizing
from ..._static.operators import Operator
from ..._static.recording import where
from ..._static.variables import Variable
from ..optimizer.base import Optimizer

__all__ = ["extend_with_decoupled_weight_decay"]


def extend_with_decoupled_weight_decay(base_optimizer: Any) -> Any:
    """A class of optimizers that take ``weight_decay * parameter`` off each parameter before every step, in programs.

    It takes ``weight_decay``, a float or a variable, ``apply_decay_param_fun``, a function that says of a parameter's
    name whether it takes part, and by name the arguments of ``base_optimizer``.
    Raises ``TypeError`` for what is no optimizer, and for another ``weight_decay``.
    """
    if not (isinstance(base_optimizer, type) and issubclass(base_optimizer, Optimizer)):
        raise TypeError("extend_with_decoupled_weight_decay takes a class of optimizers")

    class OptimizerWithDecoupledWeightDecay(base_optimizer):
        def __init__(self, weight_decay: Any, apply_decay_param_fun: Any = None, **kwargs: Any) -> None:
            if not isinstance(weight_decay, (float, Variable)):
                raise TypeError("coeff should be float or Variable.")
            self._coeff, self._takes_part = weight_decay, apply_decay_param_fun
            super().__init__(**kwargs)

        def minimize(self, loss: Any, startup_program: Any = None, parameter_list: Any = None,
                     no_grad_set: Any = None) -> Any:
            pairs = optimizing.backward(self, loss, startup_program, parameter_list, no_grad_set)
            block = loss.block.program.global_block()
            decayed = [each for each, _ in pairs if self._takes_part is None or self._takes_part(each.name)]
            for each in decayed if self._coeff != 0.0 else ():
                block.add(Operator(block, "weight_decay", _decayed, (each, self._coeff), {}, each, where(), "optimize"))
            return optimizing.apply_gradients(self, pairs, loss.block.program, startup_program), pairs

    return OptimizerWithDecoupledWeightDecay


def _decayed(parameter: Any, coefficient: Any) -> Any:
    return parameter - parameter * coefficient

"""What 1.8.5's optimizers could do in dygraph mode, over today's, and what 1.6's could."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import paddle
from paddle.base.framework import default_main_program

from ..._runtime import era, parameters
from ..._runtime import gradients as backward
from ..._static import optimizing
from ..._static.mode import MODE
from ..._static.programs import present
from ..._static.variables import Variable
from ..dygraph.learning_rate_scheduler import LearningRateDecay, _LearningRateEpochDecay

__all__: list[str] = []


class Optimizer(paddle.optimizer.Optimizer):
    """The methods that 1.8.5's optimizers had in dygraph mode.

    Where no parameters are given, :meth:`minimize` updates all that are trained, as in 1.6.
    """

    if not TYPE_CHECKING:  # to mypy, today's optimizers pass their own arguments on to this

        def __init__(self, learning_rate: Any, parameters: Any = None, weight_decay: Any = None, *rest: Any,
                     **others: Any) -> None:
            self._of_2 = era.is_of_2()
            if self._of_2 and self._in_2:
                era.say(self._in_2)
            if isinstance(parameters, paddle.regularizer.WeightDecayRegularizer):  # 1.6 had it in this place
                parameters, weight_decay = None, parameters
            if isinstance(learning_rate, Variable):  # of a program, which lends its tensor at each run
                Optimizer.__init__(self, 0.0, parameters, weight_decay, *rest, **others)
                self._learning_rate = learning_rate
                return
            self._takes_all = parameters is None and paddle.in_dynamic_mode()
            if not self._takes_all:
                super().__init__(learning_rate, parameters, weight_decay, *rest, **others)
                self._heed_later(parameters)
                return
            super().__init__(learning_rate, [], None, *rest, **others)  # a weight decay looks at the first parameter
            self.regularization = weight_decay

    def _heed_later(self, given: Any) -> None:
        """1.8.5 kept what it was given, and asked it at each step: a list that is changed later, or an iterator."""
        if self._of_2:
            return
        self._is_spent_at_once = isinstance(given, Iterator)
        if isinstance(given, list) and not any(isinstance(each, dict) for each in given):
            self._parameter_list = self._param_groups = given

    def _spend(self) -> None:
        if self._is_spent_at_once:
            self._parameter_list = self._param_groups = []

    _grad_clip: Any
    _is_spent_at_once = False  # whether it was given an iterator, which the first to ask leaves empty
    _in_2 = ""  # what the kind of optimizer did otherwise in Paddle 2
    _learning_rate: Any
    _of_2: bool  # whether the code that made it is for Paddle 2
    _lent_rate: Any = None  # the tensor of a static program's run

    def minimize(self, loss: Any, startup_program: Any = None, parameter_list: Any = None, no_grad_set: Any = None,
                 grad_clip: Any = None) -> Any:
        """Update the parameters from the gradients that ``loss.backward()`` has left; nothing is run backwards here.

        ``grad_clip``, as in 1.6: what clips the gradients of this step, such as a ``dygraph_grad_clip.GradClipByNorm``.

        Where ``loss`` is of a static program, the update and the way back from ``loss`` are put into the program; the
        result is the operators that update, and pairs of parameters and gradients.
        """
        if isinstance(loss, Variable):
            return optimizing.minimize(self, loss, startup_program, parameter_list, no_grad_set, grad_clip)
        if self._takes_all:
            self._parameter_list = self._param_groups = parameters.trained()
        own = self._grad_clip
        self._grad_clip = own if grad_clip is None else grad_clip
        try:
            return super().minimize(loss, startup_program, self._heeded(parameter_list), no_grad_set)
        finally:
            self._grad_clip = own
            self._spend()

    def backward(self, loss: Any, startup_program: Any = None, parameter_list: Any = None, no_grad_set: Any = None,
                 callbacks: Any = None, **today: Any) -> Any:
        """The first half of :meth:`minimize`: pairs of parameters and gradients."""
        if isinstance(loss, Variable):
            return optimizing.backward(self, loss, startup_program, parameter_list, no_grad_set)
        parameters = today.get("parameters", self._heeded(parameter_list))
        return super().backward(loss, startup_program, parameters, no_grad_set, callbacks)

    def _heeded(self, parameter_list: Any) -> Any:
        """1.8.5's dygraph took no notice of the parameters that a step is told: those of the optimizer step."""
        return parameter_list if self._takes_all or self._of_2 else None

    def apply_gradients(self, params_grads: Any) -> Any:
        """The second half of :meth:`minimize`: update from these pairs."""
        if params_grads and isinstance(params_grads[0][0], Variable):
            return optimizing.apply_gradients(self, params_grads)
        return super().apply_gradients(params_grads)

    def apply_optimize(self, loss: Any, startup_program: Any, params_grads: Any) -> Any:
        """The same, for the programs of ``loss`` and ``startup_program``; a script's own class may do more in it."""
        if not isinstance(loss, Variable):
            return super()._apply_optimize(loss, startup_program, params_grads)
        if type(self).apply_gradients is Optimizer.apply_gradients:
            return optimizing.apply_gradients(self, params_grads, loss.block.program, startup_program)
        with present(loss.block.program, startup_program):
            return self.apply_gradients(params_grads)

    def _apply_optimize(self, loss: Any, startup_program: Any, params_grads: Any, param_group_idx: int = 0) -> Any:
        """What today's ``minimize`` and ``step`` call where 1.8.5's called :meth:`apply_optimize`."""
        if param_group_idx or type(self).apply_optimize is Optimizer.apply_optimize:
            return super()._apply_optimize(loss, startup_program, params_grads, param_group_idx)
        return self.apply_optimize(loss, startup_program, params_grads)

    def clear_grad(self, set_to_zero: bool = True) -> None:
        """Set the gradients of its parameters to zero; :meth:`clear_gradients` is the same."""
        parameters = self._parameter_list or []
        if set_to_zero and not any(isinstance(each, dict) for each in parameters):
            backward.set_to_zero(parameters)
        else:
            super().clear_grad(set_to_zero)
        self._spend()

    def state_dict(self) -> dict[str, Any]:
        """The accumulators by name; with a decay also its own state and the step that it has come to."""
        state = super().state_dict()
        if _counts_steps(self._learning_rate):
            state["global_step"] = paddle.to_tensor([self._learning_rate.step_num], dtype="int32")
        return state

    def set_dict(self, state_dict: dict[str, Any]) -> None:
        """Restore what :meth:`state_dict` returned or ``load_dygraph`` read.

        Raises ``AssertionError`` when there is a decay and ``state_dict`` has no ``global_step``.
        """
        state = dict(state_dict)
        step = state.pop("global_step", None)
        self.set_state_dict(state)
        if _counts_steps(self._learning_rate):
            assert step is not None, "global_step is not in the state_dict, but there is a decay"
            self._learning_rate.step_num = int(step.item())

    def load(self, stat_dict: dict[str, Any]) -> None:
        """1.5's way to restore a decay: the one that ``load_persistables`` has for this optimizer's name."""
        if _counts_steps(self._learning_rate):
            self._learning_rate = stat_dict[str(self._name)]

    def _create_global_learning_rate(self) -> None:
        if self._lent_rate is not None:
            return
        # Today's way would make a number of the decay's tensor and a tensor of that again.
        if isinstance(self._learning_rate, LearningRateDecay):
            self._learning_rate_map[default_main_program()] = self._learning_rate()
            return
        is_new = self._global_learning_rate() is None
        super()._create_global_learning_rate()
        if is_new and isinstance(self._learning_rate, float) and paddle.in_dynamic_mode():
            rates, program = self._learning_rate_map, default_main_program()
            # Its shape in 1.8.5, where it has none today, and its digits there: a float32's, whatever is trained.
            rates[program] = rates[program].reshape([1]).astype("float32").astype(rates[program].dtype)

    def _global_learning_rate(self, program: Any = None) -> Any:
        """The rate, as an operator takes it; in a program the variable that holds it."""
        return optimizing.rate_so_far(self, program) if MODE.recording else super()._global_learning_rate(program)

    def current_step_lr(self) -> Any:
        """The learning rate of the last ``minimize``; before the first one, that of the first."""
        rate = self._global_learning_rate()
        if not isinstance(rate, paddle.Tensor):
            rate = self._learning_rate
            if isinstance(rate, LearningRateDecay):
                rate = rate.step() if _counts_steps(rate) else rate()
        return rate.numpy().reshape([1])[0] if isinstance(rate, paddle.Tensor) else rate

    def get_lr(self) -> float:
        """Today's name of :meth:`current_step_lr`, for a loop that is migrated before the file of the optimizer.

        Paddle's own would call the decay, which goes on by that.
        """
        decays = isinstance(self._learning_rate, LearningRateDecay)
        return float(self.current_step_lr() if decays else super().get_lr())


def _counts_steps(learning_rate: Any) -> bool:
    return isinstance(learning_rate, LearningRateDecay) and not isinstance(learning_rate, _LearningRateEpochDecay)

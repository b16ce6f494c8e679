"""``paddle.fluid.optimizer``: what is put around an optimizer, in programs."""

from __future__ import annotations

from typing import Any

import paddle

from ..._runtime.warn import warn_once
from ..._static.backward import append_backward
from ..._static.mode import only_in_programs
from ..._static.operators import Operator
from ..._static.parameters import filled
from ..._static.programs import default_main_program, default_startup_program
from ..._static.recording import where
from ..._static.replaying import Env, Step
from ..._static.variables import Variable

__all__ = ["LookaheadOptimizer", "PipelineOptimizer", "RecomputeOptimizer"]


class LookaheadOptimizer:
    """Every ``k`` steps of ``inner_optimizer``, the parameters go back to ``slow + alpha * (parameter - slow)``.

    ``slow`` is what they were set to so the last time. Raises ``Exception`` in dygraph mode.
    """

    def __init__(self, inner_optimizer: Any, alpha: float = 0.5, k: int = 5) -> None:
        only_in_programs("LookaheadOptimizer")
        assert inner_optimizer is not None, "inner optimizer can not be None"
        assert 0.0 <= alpha <= 1.0, f"LookaheadOptimizer: alpha lies between 0 and 1, and is {alpha}"
        assert isinstance(k, int), "k should be a positive integer"
        assert k > 0, "k should be a positive integer"
        self.inner_optimizer, self.alpha, self.k, self.type = inner_optimizer, alpha, k, "lookahead"

    def minimize(self, loss: Any, startup_program: Any = None) -> Any:
        """What that of ``inner_optimizer`` does and returns, and the going back."""
        done = self.inner_optimizer.minimize(loss, startup_program=startup_program)
        startup = (default_startup_program() if startup_program is None else startup_program).global_block()
        fast = loss.block.program.global_block().all_parameters()
        slow = []
        for parameter in fast:
            for block in (startup, loss.block):
                made = block.create_var(name=f"{parameter.name}@SLOW", shape=parameter.shape, dtype=parameter.dtype,
                                        persistable=True, stop_gradient=True)
            slow.append(made)
            startup.add(Operator(startup, "assign", paddle.assign, (startup.var(parameter.name),), {},
                                 startup.var(made.name), where()))
        numbers = [filled("lookahead_k", [1], "int32", int(self.k)),
                   filled("lookahead_alpha", [1], "float32", float(self.alpha)),
                   filled("lookahead_step", [1], "int32", 0)]
        block = default_main_program().current_block()
        block.add(_GoBack(block, "lookahead", None, (numbers, fast, slow), {}, [numbers[-1], *fast, *slow], where(),
                          "optimize"))
        return done


class _GoBack(Operator):
    """Counts the steps, and at every ``k`` of them lets the parameters go back."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        (k, alpha, count), fast, slow = ([each.name for each in part] for part in self.args)

        def step(env: Env) -> None:
            with paddle.no_grad():
                env.keep(count, env[count] + 1)
                if int(env[count].item()) % int(env[k].item()):
                    return
                for one, other in zip(fast, slow):
                    between = env[one] * env[alpha] + env[other] * (1.0 - env[alpha])
                    env.keep(other, between)
                    env.keep(one, between)

        return step


class RecomputeOptimizer:
    """``optimizer``; in 1.8.5 it saved memory by computing results again, here all are kept, which it says once.

    Raises ``Exception`` in dygraph mode.
    """

    def __init__(self, optimizer: Any) -> None:
        only_in_programs("RecomputeOptimizer")
        self._optimizer = optimizer
        self._checkpoints: Any = None

    def _set_checkpoints(self, checkpoints: Any) -> None:
        self._checkpoints = checkpoints

    def load(self, stat_dict: Any) -> None:
        """Not there in 1.8.5 either: raises ``NotImplementedError``."""
        raise NotImplementedError("RecomputeOptimizer.load: load the state into the optimizer inside")

    def minimize(self, loss: Any, startup_program: Any = None, parameter_list: Any = None,
                 no_grad_set: Any = None) -> Any:
        """That of the optimizer. Raises ``AssertionError`` before ``_set_checkpoints``."""
        assert isinstance(loss, Variable), "The loss should be an Variable."
        assert self._checkpoints is not None, "You should call _set_checkpoints first"
        pairs = self.backward(loss, startup_program, parameter_list, no_grad_set)
        return self.apply_optimize(loss, startup_program, pairs), pairs

    def backward(self, loss: Any, startup_program: Any = None, parameter_list: Any = None, no_grad_set: Any = None,
                 callbacks: Any = None) -> Any:
        """The first half of :meth:`minimize`."""
        warn_once("RecomputeOptimizer: the results between checkpoints are kept and not computed again: the numbers "
                  "are the same, memory is not saved; 1.8 updated batch_norm's running means between them twice")
        return append_backward(loss, parameter_list, no_grad_set)

    def apply_optimize(self, loss: Any, startup_program: Any, params_grads: Any) -> Any:
        """The second half."""
        return self._optimizer.apply_optimize(loss, startup_program=startup_program, params_grads=params_grads)

    def apply_gradients(self, params_grads: Any) -> Any:
        """The same, for the present programs."""
        return self._optimizer.apply_gradients(params_grads=params_grads)


class PipelineOptimizer:
    """``optimizer``; in 1.8.5 it ran the parts between ``cut_list`` in threads of their own, on ``place_list``.

    Here they run one after the other, which it says once. Raises ``Exception`` in dygraph mode.
    """

    def __init__(self, optimizer: Any, cut_list: Any = None, place_list: Any = None, concurrency_list: Any = None,
                 queue_size: int = 30, sync_steps: int = 1, start_cpu_core_id: int = 0) -> None:
        only_in_programs("PipelineOptimizer")
        self._optimizer, self._cut_list, self._place_list = optimizer, cut_list, place_list
        self._concurrency_list, self._queue_size = concurrency_list, queue_size
        self._sync_steps, self._start_cpu_core_id = sync_steps, start_cpu_core_id

    def minimize(self, loss: Any, startup_program: Any = None, parameter_list: Any = None,
                 no_grad_set: Any = None) -> None:
        """That of the optimizer."""
        warn_once("PipelineOptimizer: the parts of the program run one after the other, on the executor's place: "
                  "cut_list, place_list, concurrency_list, queue_size, sync_steps and start_cpu_core_id have no effect")
        self._optimizer.minimize(loss, startup_program, parameter_list, no_grad_set)

"""``paddle.fluid.optimizer``: parameters averaged over the steps of a program, to be put in their place for a test."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import paddle
from paddle.utils import unique_name

from ..._static.counting import autoincreased_step_counter
from ..._static.mode import only_in_programs
from ..._static.operators import Block, Operator
from ..._static.parameters import filled
from ..._static.programs import Program, default_main_program
from ..._static.recording import record, where
from ..._static.variables import Parameter, Variable

__all__ = ["ExponentialMovingAverage", "ModelAverage"]

_STEPS = "@EMA_STEP_COUNTER@"
_MOST = 16384  # summands of one sum, for its digits


class _Average:
    """``apply_program`` puts the averages in the place of the parameters, ``restore_program`` the parameters back."""

    def __init__(self) -> None:
        self.apply_program, self.restore_program = Program(), Program()
        self._parameters: list[Parameter] = [
            each for each in default_main_program().global_block().all_parameters() if each.do_model_average]

    @contextlib.contextmanager
    def apply(self, executor: Any, need_restore: bool = True) -> Iterator[None]:
        """Have the averages in the place of the parameters: in the block alone, or on without ``need_restore``."""
        executor.run(self.apply_program)
        try:
            yield
        finally:
            if need_restore:
                self.restore(executor)

    def restore(self, executor: Any) -> None:
        """Have the parameters back."""
        executor.run(self.restore_program)

    def _exchange(self, parameter: Parameter, kept: str, average: Callable[..., Any], given: list[Variable],
                  changed: list[Variable]) -> None:
        """Keep ``parameter`` under the name ``kept`` and put in what ``average`` makes of ``given``.

        It returns what ``changed`` is from now on, too, before the average.
        """
        there, back = self.apply_program.global_block(), self.restore_program.global_block()
        for block, source, target in ((there, parameter.name, kept), (back, kept, parameter.name)):
            _add(block, "assign", paddle.assign, [_lasting(block, parameter, source)],
                 _lasting(block, parameter, target))
        results = [_lasting(there, each) for each in (*changed, parameter)]
        _add(there, "average", average, [_lasting(there, each) for each in given], results)


def _lasting(block: Block, like: Variable, name: str | None = None) -> Variable:
    """The variable of that name, or of the same, in another program, in which it lasts."""
    return block.create_var(name=like.name if name is None else name, shape=like.shape, dtype=like.dtype,
                            persistable=True, stop_gradient=True)


def _add(block: Block, kind: str, rule: Callable[..., Any], args: list[Variable], results: Any) -> None:
    block.add(Operator(block, kind, rule, tuple(args), {}, results, where(), "optimize"))


class ExponentialMovingAverage(_Average):
    """``average = decay * average + (1 - decay) * parameter`` at each run after :meth:`update`.

    It begins with 0; what is applied is divided by ``1 - decay ** steps`` for that, and, as in 1.8.5, goes on from
    there: applied twice, it is divided twice. With ``thres_steps``, a float variable, the decay is at most
    ``(1 + thres_steps) / (10 + thres_steps)``; one of whole numbers changes nothing, as 1.8.5 cut these off to 0.
    Raises ``Exception`` in dygraph mode.
    """

    def __init__(self, decay: float = 0.999, thres_steps: Any = None, name: str | None = None) -> None:
        only_in_programs("ExponentialMovingAverage")
        super().__init__()
        name = "" if name is None else name
        self._decay = filled("scheduled_ema_decay_rate", [1], "float32", decay)
        if thres_steps is not None:
            limit = (thres_steps + 1.0) / (thres_steps + 10.0)
            record(_at_most, (limit, limit < decay, decay, self._decay), {}, "assign")
        self._averages: dict[Parameter, Variable] = {}
        for each in self._parameters:
            kept = unique_name.generate(f"{name}{each.name}.ema_tmp")
            average = filled(unique_name.generate(f"{name}{each.name}_ema"), each.shape, each.dtype, 0.0)
            steps = Variable(None, _STEPS, [1], "int64")
            self._exchange(each, kept, _unbiased, [average, self._decay, steps], [average])
            self._averages[each] = average

    def update(self) -> None:
        """Have the averages moved at each run, after what the program does so far."""
        autoincreased_step_counter(_STEPS)
        block = default_main_program().global_block()
        for parameter, average in self._averages.items():
            _add(block, "ema", _moved, [average, parameter, self._decay], average)


def _at_most(limit: Any, below: Any, decay: float, out: Any = None) -> Any:
    return limit.astype("float32") if below.item() else paddle.full([1], decay, "float32")


def _moved(average: Any, parameter: Any, decay: Any) -> Any:
    return average * decay + parameter * (1 - decay)


def _unbiased(average: Any, decay: Any, steps: Any) -> Any:
    if int(steps.item()):
        average = average / (1.0 - decay ** steps.astype("float32"))
    return average, average


class ModelAverage(_Average):
    """The mean of each parameter over the last steps.

    These are ``average_window_rate`` of all, at least ``min_average_window`` and at most ``max_average_window``; there
    may be as many again before them. Raises ``Exception`` in dygraph mode.
    """

    def __init__(self, average_window_rate: float, min_average_window: int = 10000, max_average_window: int = 10000,
                 regularization: Any = None, name: str | None = None) -> None:
        only_in_programs("ModelAverage")
        super().__init__()
        self._window = average_window_rate, min_average_window, max_average_window
        self.regularization = regularization  # which 1.8.5 did not use either
        block = default_main_program().global_block()
        for each in self._parameters:
            kept = unique_name.generate(f"{each.name}.tmp")
            prefix = each.name if name is None else f"{each.name}_{name}"
            sums = [filled(unique_name.generate(f"{prefix}_sum_{number}"), each.shape, each.dtype, 0.0)
                    for number in (1, 2, 3)]
            counts = [filled(unique_name.generate(f"{prefix}_{count}"), [1], "int64", 0)
                      for count in ("num_accumulates", "old_num_accumulates", "num_updates")]
            _add(block, "average_accumulates", self._accumulated, [each, *sums, *counts], [*sums, *counts])
            self._exchange(each, kept, _mean, [*sums, *counts[:2]], [])

    def _accumulated(self, parameter: Any, new: Any, full: Any, old: Any, count: Any, old_count: Any,
                     updates: Any) -> Any:
        rate, least, most = self._window
        count, updates, new = count + 1, updates + 1, new + parameter
        zero = paddle.zeros_like(parameter)
        if int(updates.item()) % _MOST == 0:
            full, new = full + new, zero
        if int(count.item()) >= max(least, min(most, int(updates.item() * rate))):
            new, full, old, old_count, count = zero, zero, new + full, count, count * 0
        return new, full, old, count, old_count, updates


def _mean(new: Any, full: Any, old: Any, count: Any, old_count: Any) -> Any:
    return [(new + full + old) / (count + old_count).astype(new.dtype)]

"""Parameters averaged over the steps of a program."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import paddle

from paddle_migrate.written.program_variables import all_parameters


class Averages:
    """`apply` has averages in the place of the parameters."""

    def __init__(self) -> None:
        self.apply_program, self.restore_program = paddle.static.Program(), paddle.static.Program()
        trained = all_parameters(paddle.static.default_main_program())
        self._trained = [each for each in trained if getattr(each, "do_model_average", True) is not False]

    def _exchange(self, parameter: Any, average: Callable[[], Any], kept_as: str = "average") -> None:
        """Have `apply` put in what `average` builds."""
        kept = new_variable(parameter.shape, 0.0, parameter.dtype, generated(kept_as))
        with paddle.static.program_guard(self.apply_program, paddle.static.Program()):
            its = same(parameter)
            paddle.assign(its, same(kept))
            paddle.assign(average(), its)
        with paddle.static.program_guard(self.restore_program, paddle.static.Program()):
            paddle.assign(same(kept), same(parameter))

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


class ExponentialMovingAverage(Averages):
    """`average = decay * average + (1 - decay) * parameter` at each run."""

    def __init__(self, decay: float = 0.999, thres_steps: Any = None, name: Any = None) -> None:
        super().__init__()
        of_program = vars(paddle.static.default_main_program())  # whose averages all have the decay of the first
        if "decay" not in of_program:
            of_program["decay"] = new_variable([1], decay, name="scheduled_ema_decay_rate")
        self._decay, self._steps = of_program["decay"], new_variable([1], 0.0)
        if thres_steps is not None and paddle.is_floating_point(thres_steps):
            limit = (thres_steps + 1.0) / (thres_steps + 10.0)
            paddle.assign(paddle.minimum(limit, paddle.full_like(limit, decay)), self._decay)
        self._averages = [(each, new_variable(each.shape, 0.0, each.dtype, generated(f"{name or ''}{each.name}_ema")))
                          for each in self._trained]
        for parameter, average in self._averages:
            kept_as = f"{name or ''}{parameter.name}.ema_tmp"
            self._exchange(parameter, functools.partial(self._unbiased, average), kept_as)

    def _unbiased(self, average: Any) -> Any:
        average, decay, steps = map(same, (average, self._decay, self._steps))
        weight = paddle.where(steps > 0, 1.0 - decay**steps, paddle.ones_like(steps))
        paddle.assign(average / paddle.cast(weight, average.dtype), average)
        return average

    def update(self) -> None:
        """Have the averages moved at each run, after what the program does so far."""
        program = paddle.static.default_main_program()
        program.counts = [*getattr(program, "counts", []), self._steps.name]
        paddle.assign(self._steps + 1.0, self._steps)
        for parameter, average in self._averages:
            decay = paddle.cast(self._decay, average.dtype)
            paddle.assign(average * decay + parameter * (1.0 - decay), average)


class ModelAverage(Averages):
    """The mean of each parameter over the last runs: `average_window_rate` of all, at least `min_average_window` and at
    most `max_average_window`; there may be as many again before them."""

    def __init__(self, average_window_rate: float, min_average_window: int = 10000, max_average_window: int = 10000,
                 regularization: Any = None, name: Any = None) -> None:
        super().__init__()
        self._counts = [new_variable([1], 0, "int64") for _ in range(2)]
        count, before = self._counts
        updates = new_variable([1], 0, "int64")
        now, seen = count + 1, updates + 1
        window = paddle.cast(paddle.cast(seen, "float32") * average_window_rate, "int64").clip(max=max_average_window)
        is_full, is_over = seen % 16384 == 0, now >= window.clip(min=min_average_window)  # one sum has so many digits
        for parameter in self._trained:
            self._add(parameter, is_full, is_over, f"{parameter.name}_{name}_sum" if name else f"{parameter.name}_sum")
        paddle.assign(paddle.where(is_over, now, before), before)
        paddle.assign(paddle.where(is_over, paddle.zeros_like(now), now), count)
        paddle.assign(seen, updates)

    def _add(self, parameter: Any, is_full: Any, is_over: Any, name: str) -> None:
        sums = new, full, old = [new_variable(parameter.shape, 0.0, parameter.dtype, generated(f"{name}_{number}"))
                                 for number in (1, 2, 3)]
        self._exchange(parameter, lambda: self._mean(sums))
        none, added = paddle.zeros_like(parameter), new + parameter
        more, added = paddle.where(is_full, full + added, full + none), paddle.where(is_full, none, added)
        paddle.assign(paddle.where(is_over, added + more, old + none), old)
        paddle.assign(paddle.where(is_over, none, more), full)
        paddle.assign(paddle.where(is_over, none, added), new)

    def _mean(self, sums: Any) -> Any:
        total = sum(map(same, sums))
        return total / paddle.cast(sum(map(same, self._counts)), total.dtype)


def generated(name: str) -> str:
    """The name with a number that it has not had yet."""
    return str(paddle.utils.unique_name.generate(name))


def new_variable(shape: Any, value: float, dtype: Any = "float32", name: Any = None) -> Any:
    """A variable of the program that lasts from run to run and is not trained."""
    attr = paddle.ParamAttr(name=name or generated("average"), trainable=False)
    full = paddle.nn.initializer.Constant(value)
    made = paddle.static.create_parameter(list(shape), dtype, attr=attr, default_initializer=full)
    made.stop_gradient, made.is_parameter = True, False
    return made


def same(variable: Any) -> Any:
    """A lasting variable of another program, in the one that is built."""
    return new_variable(variable.shape, 0.0, variable.dtype, variable.name)

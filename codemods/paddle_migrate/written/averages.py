"""Parameters averaged over the steps of a program."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import paddle

from paddle_migrate.written.programs import all_parameters


class ExponentialMovingAverage:
    """`average = decay * average + (1 - decay) * parameter` at each run; `apply` has the averages in the place of the
    parameters."""

    def __init__(self, decay: float = 0.999, thres_steps: Any = None, name: Any = None) -> None:
        self.apply_program, self.restore_program = paddle.static.Program(), paddle.static.Program()
        of_program = vars(paddle.static.default_main_program())  # whose averages all have the decay of the first
        self._decay, self._steps = of_program.setdefault("decay", new_variable([1], decay)), new_variable([1], 0.0)
        if thres_steps is not None and paddle.is_floating_point(thres_steps):
            limit = (thres_steps + 1.0) / (thres_steps + 10.0)
            paddle.assign(paddle.minimum(limit, paddle.full_like(limit, decay)), self._decay)
        trained = all_parameters(paddle.static.default_main_program())
        trained = [each for each in trained if getattr(each, "do_model_average", True) is not False]
        self._averages = [(each, new_variable(each.shape, 0.0, each.dtype)) for each in trained]
        for parameter, average in self._averages:
            self._exchange(parameter, average, new_variable(parameter.shape, 0.0, parameter.dtype))

    def _exchange(self, *variables: Any) -> None:
        with paddle.static.program_guard(self.apply_program, paddle.static.Program()):
            parameter, average, kept, decay, steps = map(same, (*variables, self._decay, self._steps))
            paddle.assign(parameter, kept)
            weight = paddle.where(steps > 0, 1.0 - decay**steps, paddle.ones_like(steps))
            paddle.assign(average / paddle.cast(weight, average.dtype), average)
            paddle.assign(average, parameter)
        with paddle.static.program_guard(self.restore_program, paddle.static.Program()):
            paddle.assign(same(variables[2]), same(variables[0]))

    def update(self) -> None:
        """Have the averages moved at each run, after what the program does so far."""
        program = paddle.static.default_main_program()
        program.counts = [*getattr(program, "counts", []), self._steps.name]
        paddle.assign(self._steps + 1.0, self._steps)
        for parameter, average in self._averages:
            decay = paddle.cast(self._decay, average.dtype)
            paddle.assign(average * decay + parameter * (1.0 - decay), average)

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


def new_variable(shape: Any, value: float, dtype: Any = "float32", name: Any = None) -> Any:
    """A variable of the program that lasts from run to run and is not trained."""
    attr = paddle.ParamAttr(name=name or paddle.utils.unique_name.generate("average"), trainable=False)
    full = paddle.nn.initializer.Constant(value)
    made = paddle.static.create_parameter(list(shape), dtype, attr=attr, default_initializer=full)
    made.stop_gradient, made.is_parameter = True, False
    return made


def same(variable: Any) -> Any:
    """A lasting variable of another program, in the one that is built."""
    return new_variable(variable.shape, 0.0, variable.dtype, variable.name)

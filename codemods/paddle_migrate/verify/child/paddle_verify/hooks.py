"""What of Paddle is wrapped, in this process only, to see losses, steps, new parameters and inputs go by."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from typing import Any

from .runs import watch_copies, watch_executor, watch_optimizers, watch_ways_back
from .session import Session
from .values import Values


def install(session: Session, paddle: Any) -> None:
    api = session.paddle
    watch_programs(session, list(family(api.optimizer)))
    for kind in family(api.optimizer):
        for name in ("step", "minimize"):
            if name in vars(kind):
                watch_steps(session, kind, name)
    watch_losses(session, api.tensor)
    watch_new_parameters(session, api.helper)
    if session.settings["nudge"]:
        watch_assignments(session, api.tensor)
    if hasattr(paddle, "to_tensor"):
        watch_inputs(session, paddle)
        for program in api.programs:
            let_programs_have_no_seed(program)
        start_as_many_as_asked(session, paddle.distributed)
    if session.settings["old_adam"]:
        keep_old_epsilon(paddle.optimizer.Adam)


def watch_programs(session: Session, optimizers: list[Any]) -> None:
    api = session.paddle
    reader = session.reader = api.reader()
    watch_optimizers(session, optimizers, reader)
    watch_executor(session, api.static.Executor, api.static, reader)
    if isinstance(reader, Values):
        watch_copies(api.programs[-1], reader)
        for name in ("append_backward", "gradients"):
            watch_ways_back(session, api.static, name, reader)


def family(kind: Any) -> Iterator[Any]:
    """A class and all classes made from it so far."""
    yield kind
    for child in kind.__subclasses__():
        yield from family(child)


def watch_steps(session: Session, kind: Any, name: str) -> None:
    original = vars(kind)[name]

    @functools.wraps(original)
    def step(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not session.begin_step(self, parameters_given(name, args, kwargs)):
            return original(self, *args, **kwargs)
        try:
            result = original(self, *args, **kwargs)
        except BaseException:
            session.forget_step()
            raise
        session.end_step()
        return result

    setattr(kind, name, step)


def parameters_given(name: str, args: Any, kwargs: Any) -> Any:
    """`minimize(loss, startup_program, parameters, no_grad_set)`."""
    if name == "step":
        return None
    given = args[2] if len(args) > 2 else None
    return kwargs.get("parameters") or kwargs.get("parameter_list") or given


def watch_losses(session: Session, tensor: Any) -> None:
    original = tensor.backward

    @functools.wraps(original)
    def backward(self: Any, *args: Any, **kwargs: Any) -> Any:
        session.saw_loss(self)
        return original(self, *args, **kwargs)

    tensor.backward = backward


def watch_new_parameters(session: Session, helper: Any) -> None:
    original = helper.create_parameter

    @functools.wraps(original)
    def create_parameter(self: Any, *args: Any, **kwargs: Any) -> Any:
        parameter = original(self, *args, **kwargs)
        session.saw_parameter(parameter)
        return parameter

    helper.create_parameter = create_parameter


def watch_assignments(session: Session, tensor: Any) -> None:
    original = tensor.set_value

    @functools.wraps(original)
    def set_value(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = original(self, *args, **kwargs)
        session.saw_assignment(self)
        return result

    tensor.set_value = set_value


def watch_inputs(session: Session, paddle: Any) -> None:
    original = paddle.to_tensor

    @functools.wraps(original)
    def to_tensor(*args: Any, **kwargs: Any) -> Any:
        session.saw_input(args[0] if args else kwargs.get("data"))
        return original(*args, **kwargs)

    to_tensor.listener = session.saw_input  # type: ignore[attr-defined]  # of tensors that share an array's memory
    paddle.to_tensor = to_tensor


def let_programs_have_no_seed(program: Any) -> None:
    """A seeded program drops the same elements at every step, which no migrated script can: see `reseed` instead."""
    program.random_seed = property(lambda self: 0, lambda self, seed: None)


def start_as_many_as_asked(session: Session, distributed: Any) -> None:
    """`spawn` starts one process for each device, on a CPU for each core, or as many as the script says."""
    original = distributed.spawn

    @functools.wraps(original)
    def spawn(func: Any, args: Any = (), nprocs: int = -1, **options: Any) -> Any:
        if "gpu" not in session.paddle.paddle.get_device():
            options.setdefault("backend", "gloo")
        return original(func, args, session.settings["ranks"], **options)

    distributed.spawn = spawn
    sys.modules["paddle.distributed"].spawn = spawn  # type: ignore[attr-defined]


def remember_scaled_losses(session: Session, data_parallel: Any) -> None:
    """Today the loss of one rank is not divided by their number: compare what it was before."""
    original = data_parallel.scale_loss

    @functools.wraps(original)
    def scale_loss(self: Any, loss: Any) -> Any:
        scaled = original(self, loss)
        session.scaled = (scaled, loss)
        return scaled

    data_parallel.scale_loss = scale_loss


def keep_old_epsilon(adam: Any) -> None:
    """Today's kernel multiplies epsilon by sqrt(1 - beta2 ** t), which 1.8.5 did not: divide by it first, but where a
    class of the script's own already does."""
    original = adam._append_optimize_op

    @functools.wraps(original)
    def append_optimize_op(self: Any, block: Any, param_and_grad: Any) -> Any:
        if type(self)._append_optimize_op is not append_optimize_op:
            return original(self, block, param_and_grad)
        power = self._get_accumulator(self._beta2_pow_acc_str, param_and_grad[0]).item()
        epsilon, self._epsilon = self._epsilon, self._epsilon / (1.0 - power) ** 0.5
        try:
            return original(self, block, param_and_grad)
        finally:
            self._epsilon = epsilon

    adam._append_optimize_op = append_optimize_op

"""Runs of programs under compat, which replays what it has recorded."""

from __future__ import annotations

import functools
import sys
from typing import Any

from .programs import Training
from .session import Session


def watch_executor(session: Session, module: Any) -> None:
    """`module`: the one of compat's that has the executor."""
    prepare, run = module.Executor.prepare, module.Prepared.run

    @functools.wraps(prepare)
    def prepare_more(self: Any, program: Any, names: tuple[str, ...], *compiled: Any, **more: Any) -> Any:
        """What is compared is kept, as if it were fetched."""
        training = training_of(program)
        kept = [*training.losses, *training.gradients.values(), *read(program)] if training else []
        prepared = prepare(self, program, (*names, *(name for name in kept if name not in names)), *compiled, **more)
        prepared.verified = program, training
        return prepared

    @functools.wraps(run)
    def run_one(self: Any, env: Any) -> None:
        program, training = self.verified
        if training is None:
            run(self, env)
            started = started_by(program)
            if started:
                session.saw_start(env.scope, started)
            return
        watched(session, program, training, [env], lambda: run(self, env))

    module.Executor.prepare, module.Prepared.run = prepare_more, run_one


def watch_places(session: Session, module: Any) -> None:
    original = module.run

    @functools.wraps(original)
    def run(prepared: Any, envs: list[Any]) -> Any:
        program, training = prepared.verified
        if training is None:
            return original(prepared, envs)
        return watched(session, program, training, envs, lambda: original(prepared, envs))

    module.run = run


def watch_assignments(session: Session, module: Any) -> None:
    """What a script loads into a scope or sets there."""
    original = module.Holder.set

    @functools.wraps(original)
    def set_and_nudge(self: Any, array: Any, place: Any = None) -> None:
        original(self, array, place)
        session.saw_assignment(self.tensor)

    module.Holder.set = set_and_nudge


def watched(session: Session, program: Any, training: Training, envs: list[Any], run: Any) -> Any:
    """A run of a program that trains, on one or several places."""
    scope, given = envs[0].scope, list(envs[0].values())
    if not session.begin_run(training, scope, list(map(array, given))):
        return run()
    try:
        result = run()
    except BaseException:  # the end of the data, too
        session.forget_step()
        raise
    session.saw_fed([array(envs[0].get(name)) for name in read(program)])
    numpy = sys.modules["numpy"]
    losses = [numpy.array([array(env[name]).mean() for env in envs]) for name in training.losses]
    shapes = {name: list(scope.find_var(name).get_tensor().shape()) for name in training.gradients}
    gradients = {
        name: session.paddle.whole(envs[0][gradient], shapes[name]) if gradient in envs[0] else None
        for name, gradient in training.gradients.items()
    }
    session.end_run(training, scope, losses, gradients)
    return result


def training_of(program: Any) -> Training | None:
    operators = program.global_block().operators
    updates = [op for op in operators if type(op).__name__ == "Optimize"]
    if not updates:
        return None
    pairs = {parameter.name: gradient.name for op in updates for parameter, gradient in op.args[0]}
    made = [each.name for each in program.global_block().all_parameters() if each.name in pairs]
    states: dict[str, dict[str, str]] = {}
    for op in updates:
        for key, of in op.kwargs["accumulators"].items():
            states.setdefault(str(key), {}).update({name: variable.name for name, variable in of.items()})
    kind = " and ".join(sorted({type(op.rule).__name__ for op in updates}))
    losses = [op.args[0].name for op in operators if type(op).__name__ == "Backward"]
    return Training(program, kind, made, losses, pairs, states)


def read(program: Any) -> list[str]:
    """The names of what the program takes from a reader."""
    operators = [op for op in program.global_block().operators if type(op).__name__ == "Read"]
    return [name for op in operators for name in op.output_arg_names]


def started_by(program: Any) -> list[str]:
    """The parameters that a run of this program starts, in the order in which they were made."""
    block = program.global_block()
    made = {name for op in block.operators if type(op).__name__ == "Initial" for name in op.output_arg_names}
    return [each.name for each in block.all_parameters() if each.name in made]


def array(value: Any) -> Any:
    return value.numpy() if hasattr(value, "numpy") else value

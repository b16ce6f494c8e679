"""A program on several places: each runs its part of a batch, in turn, and their gradients are added.

The parameters that a program trains are the same for all places. What else lasts, such as the statistics of batch
normalisation and counters, each place has for itself; the scope's is the first one's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import paddle
from paddle.base.core import EnforceNotMet

from .._lod import Lod, lengths, lod_of, offsets, with_lod
from .executors import Prepared
from .fed import as_tensor, check, put
from .fetching import fetched
from .operators import variables_in
from .programs import Program
from .readers import EOFException
from .replaying import Env, Uninitialised
from .scopes import Scope, like
from .variables import Parameter, Variable, without_gradient


def scopes_of(program: Program, scope: Scope, count: int, together: bool) -> list[Scope]:
    """A scope for each place; ``together``: with nothing of its own but the counters of decays."""
    lasting = [name for name in _own(program) if not together or name == "@LR_DECAY_COUNTER@"]
    return [scope, *(_beside(scope, lasting) for _ in range(1, count))]


def _own(program: Program) -> list[str]:
    """The names of what each place has for itself."""
    operators = program.global_block().operators
    trained = {without_gradient(name) for each in operators if each.role == "backward"
               for name in each.output_arg_names}
    if not trained:
        trained = {each.name for each in program.all_parameters() if each.trainable}
    touched = [variable for each in operators if each.role != "optimize"
               for variable in variables_in([each.args, each.kwargs, each.results])]
    return list(dict.fromkeys(each.name for each in touched if each.persistable and each.name not in trained))


def _beside(scope: Scope, names: list[str]) -> Scope:
    made = Scope(scope)
    for name in names:
        holder = scope.find_var(name)
        if holder is not None and isinstance(holder.tensor, paddle.Tensor):
            old, copy = holder.tensor, holder.tensor.detach().clone()
            is_parameter = isinstance(old, paddle.base.framework.EagerParamBase)
            made.new(name).tensor = like(old, copy) if is_parameter else copy
    return made


def run(prepared: Prepared, envs: list[Env]) -> list[Env]:
    """Replay a program on all places, operator by operator; those that took part.

    The optimizers run once, for all. A reader at its end ends the run, or only leaves out the places that it has
    nothing for where it drops no batches and nothing is learnt.
    """
    with paddle.set_grad_enabled(prepared.learns):
        for operator, (step, done) in zip(prepared.operators, prepared.steps, strict=True):
            for env in envs[:1] if operator.role == "optimize" else envs:
                try:
                    step(env)
                except EOFException:
                    if not env.part or prepared.learns or operator.kwargs["drop_last"]:
                        raise
                    envs = envs[: env.part]
                    break
            if operator.role == "backward":
                _join(envs, operator.output_arg_names)
            elif operator.role == "optimize":
                _show(envs, operator.input_arg_names)
            for env in envs:
                for name in done:
                    env.pop(name, None)
    return envs


def _join(envs: list[Env], names: Iterable[str]) -> None:
    """Give all places the sums of the gradients of the parameters that they share."""
    for name in names:
        tensor = envs[0].get(without_gradient(name))
        if isinstance(tensor, paddle.base.framework.EagerParamBase) and name in envs[-1]:
            for env in envs:
                env[name] = tensor._grad_ivar()


def _show(envs: list[Env], names: Iterable[str]) -> None:
    """Give all places the gradients as the optimizer has left them to the first."""
    for name in names:
        if name.endswith("@GRAD") and name in envs[0]:
            for env in envs[1:]:
                env[name] = envs[0][name]


def feed(envs: list[Env], program: Program, given: Any, learns: bool) -> list[Env]:
    """Give each place its part of a feed, or its feed of a list; the places that got one: all where the program learns.
    What lasts is fed once for all, or once for each.

    Raises ``EnforceNotMet`` where there is not enough for them, and ``TypeError`` for what is no feed.
    """
    if isinstance(given, (list, tuple)):
        return _feed_each(envs, program, given, learns)
    if not isinstance(given, dict):
        raise TypeError(f"Executor.run: feed is a dict, or a list with one for each device, not {type(given)}")
    count, parts, variables = len(envs), dict[str, list[Any]](), dict[str, Variable]()
    for name, value in given.items():
        variable = variables[name] = program.global_block().var(name)
        tensor = as_tensor(value, variable)
        if variable.need_check_feed:
            check(variable, tensor, count)
        parts[name] = split(tensor, count)
        if variable.persistable and len(parts[name]) == 1:
            parts[name] *= count
    for name, each in parts.items():
        if learns and len(each) < count:
            raise EnforceNotMet(f"The number({len(each)}) of samples[{name}] of current batch is less than the "
                                f"count({count}) of devices(CPU), currently, it is not allowed.")
    sizes = {len(each) for name, each in parts.items() if not variables[name].persistable} or {count}
    if len(sizes) > 1:
        raise EnforceNotMet("The feeded number of different non-persistable variables should be the same")
    envs = envs[: max(sizes)]
    for name, each in parts.items():
        if len(each) < len(envs):
            raise EnforceNotMet("The feeded number of persistable variables should not be less than non-persistable "
                                f"variables: {name}")
        lasts = variables[name].persistable and not isinstance(variables[name], Parameter)
        for env, part in zip(envs, each, strict=False):
            if lasts and env.part and name not in env.scope.holders:
                env.scope.new(name)  # of the place alone
            put(env, variables[name], name, part)
    return envs


def _feed_each(envs: list[Env], program: Program, given: Any, learns: bool) -> list[Env]:
    if not all(isinstance(each, dict) for each in given):
        raise TypeError("Executor.run: a list of feeds holds a dict for each device")
    if len(given) > len(envs) or (learns and len(given) < len(envs)):
        raise ValueError(f"The feed is a list of {len(given)}, and there are {len(envs)} devices")
    for env, each in zip(envs, given, strict=False):
        for name, value in each.items():
            put(env, program.global_block().var(name), name, value)
    return envs[: len(given)]


def split(tensor: Any, count: int) -> list[Any]:
    """Parts with as many rows, or sequences, each but the last, which may have fewer; no more than are needed."""
    lod = lod_of(tensor)
    total = len(lod[0]) - 1 if lod else (tensor.shape[0] if tensor.ndim else 1)
    width = max(1, -(-total // count))
    return [_part(tensor, lod, start, min(start + width, total)) for start in range(0, total, width)]


def _part(tensor: Any, lod: Lod, start: int, end: int) -> Any:
    levels = []
    for level in lod:
        levels.append([offset - level[start] for offset in level[start : end + 1]])
        start, end = level[start], level[end]
    return with_lod(tensor[start:end] if tensor.ndim else tensor, levels)


def fetch(envs: list[Env], names: tuple[str, ...], return_numpy: bool, merged: bool) -> list[Any]:
    """The values of all places: joined, or in lists."""
    found = [[_value(envs, env, name) for env in envs] for name in names]
    if merged:
        return [fetched(joined(each), return_numpy) for each in found]
    return [[fetched(part, return_numpy) for part in each] for each in found]


def _value(envs: list[Env], env: Env, name: str) -> Any:
    try:
        return env[name]
    except Uninitialised:  # what only the optimizer sets
        return envs[0][name]


def joined(parts: list[Any]) -> Any:
    """The rows of all parts, with the sequences of all."""
    if len(parts) == 1 or not isinstance(parts[0], paddle.Tensor):
        return parts[0] if len(parts) == 1 else [item for part in parts for item in part]
    lods = [lod_of(part) for part in parts]
    levels = [offsets([length for lod in lods for length in lengths(lod[level])]) for level in range(len(lods[0]))]
    rows = [part.detach().reshape([1]) if not part.ndim else part.detach() for part in parts]
    return with_lod(paddle.concat(rows), levels) if levels else paddle.concat(rows)

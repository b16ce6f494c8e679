"""A block's operators as functions of an environment: the tensors of one run, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import paddle

from .. import _lod
from .operators import Block, Operator, variables_in
from .scopes import Scope
from .trials import shared_all
from .variables import Parameter, Variable

Step: TypeAlias = Callable[["Env"], None]


class Env(dict[str, Any]):
    """The tensors of a run; what lasts is looked up in the scope when it is first asked for.

    Of a program on several places each has its own: it is number ``part``, and ``share`` is what its loss counts for.
    """

    part = 0
    share: float | None = None

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope
        self.fed: dict[str, Any] = {}  # what gradients are asked of, though a loop may have set it anew

    def __missing__(self, name: str) -> Any:
        holder = self.scope.find_var(name)
        if holder is None or holder.tensor is None:
            raise Uninitialised(name)
        self[name] = holder.tensor
        return holder.tensor

    def keep(self, name: str, value: Any) -> None:
        """Set a lasting variable: in this run and, where it has a tensor already, in its memory, which the way back
        reads as it is then."""
        holder = self.scope.find_var(name) or self.scope.var(name)
        old = holder.tensor
        if isinstance(value, paddle.Tensor):
            value = with_same(value.detach(), value)
            if old is not None and old is not value and old.shape == value.shape and old.dtype == value.dtype:
                old.copy_(value, True)
                value = with_same(old, value)
        holder.tensor = self[name] = value


def with_same(tensor: Any, other: Any) -> Any:
    """``tensor`` with the sequences of ``other``."""
    lod = _lod.lod_of(other)
    return _lod.with_lod(tensor, lod) if lod or _lod.lod_of(tensor) else tensor


class Uninitialised(RuntimeError):
    """A variable was read that has no value."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"The variable {name} is not initialized: run the startup program first, and feed the data")

    def told_by(self, variable: Variable | None) -> Uninitialised:
        """Itself, which says what to do about a variable of this kind."""
        if variable is not None and variable.is_data:
            self.args = (f"The variable {self.name} is not initialized: it is data, which is not in the feed",)
        elif variable is not None and variable.persistable:
            self.args = (f"The variable {self.name} is not initialized: run the startup program first, after "
                         "optimizer.minimize, which adds to it",)
        return self


def steps(operators: Iterable[Operator], wanted: frozenset[str] = frozenset()) -> list[Step]:
    """The operators as functions; ``wanted`` are the names that are asked for later, such as gradients."""
    return [explained(prepared(operator, wanted), operator) for operator in operators]


def prepared(operator: Operator, wanted: frozenset[str]) -> Step:
    """One operator as a function."""
    prepare: Any = getattr(operator, "prepare", None)
    if prepare is not None:
        step_of: Step = prepare(wanted)
        return step_of
    rule, fill, fill_named, keep = operator.rule, filler(list(operator.args)), filler(operator.kwargs), \
        setter(operator.results, wanted)
    first = next(iter(operator.input_arg_names), None)
    if first is not None and _is_one_of(operator, first):
        first = None

    def step(env: Env) -> None:
        result = rule(*fill(env), **fill_named(env))
        if first is not None and _lod._known:
            shared_all(result, env[first])
        keep(env, result)

    return step


def _is_one_of(operator: Operator, first: str) -> bool:
    """Whether the results are one number of all rows of the first input: they have no sequences then."""
    source = operator.block.find(first)
    return source is not None and source.shape[:1] not in ((), (1,)) and all(
        variable.shape == (1,) for variable in variables_in(operator.results))


def filler(value: Any) -> Callable[[Env], Any]:
    """A function that gives ``value`` with tensors for its variables."""
    if isinstance(value, Variable):
        name = value.name
        return lambda env: env[name]
    if not variables_in(value):
        return lambda env: value
    if isinstance(value, dict):
        named = {key: filler(part) for key, part in value.items()}
        return lambda env: {key: fill(env) for key, fill in named.items()}
    if isinstance(value, (list, tuple)):
        fills = [filler(part) for part in value]
        kind = type(value)
        return lambda env: kind([fill(env) for fill in fills])
    raise TypeError(f"{type(value)} holds variables and is no list, tuple or dictionary")


def setter(results: Any, wanted: frozenset[str] = frozenset()) -> Callable[[Env, Any], None]:
    """A function that sets the variables in ``results`` to the values in their places.

    A variable whose gradient is ``wanted`` has one even where nothing that it is made of has.
    """
    if isinstance(results, Variable):
        return _setter(results, results.grad_name in wanted)
    if isinstance(results, (list, tuple)):
        parts = [setter(part, wanted) for part in results]

        def keep(env: Env, values: Any) -> None:
            for part, value in zip(parts, values, strict=True):
                part(env, value)

        return keep
    return lambda env, value: None


def _setter(variable: Variable, wanted: bool) -> Callable[[Env, Any], None]:
    name, stop = variable.name, variable.set_stop_gradient
    stop = False if stop is None and wanted else stop
    if variable.persistable and (stop or isinstance(variable, Parameter)):
        return lambda env, value: env.keep(name, value)
    if variable.persistable:
        return _keeper(name)
    if stop is None:
        return lambda env, value: env.__setitem__(name, value)

    def keep(env: Env, value: Any) -> None:
        if stop and not value.stop_gradient:
            value = _lod.with_lod(value.detach(), _lod.lod_of(value))
        elif not stop and value.stop_gradient and value.is_leaf:
            value.stop_gradient = False
        env[name] = value

    return keep


def _keeper(name: str) -> Callable[[Env, Any], None]:
    """A function that sets a lasting variable, through which gradients go on in the same run."""

    def keep(env: Env, value: Any) -> None:
        env.keep(name, value)
        if isinstance(value, paddle.Tensor) and not value.stop_gradient and not value.is_leaf:
            env[name] = value

    return keep


def explained(step: Step, operator: Operator) -> Step:
    """``step``, whose errors say which operator it was and which line of the script made it."""

    def run(env: Env) -> None:
        try:
            step(env)
        except Exception as error:
            if not isinstance(error, StopIteration) and not hasattr(error, "operator_told"):
                tell(error, operator)
            raise

    return run


def tell(error: Exception, operator: Operator) -> None:
    """Put the operator and the line of the script that made it behind the error's words."""
    if isinstance(error, Uninitialised):
        error.told_by(operator.block.find(error.name))
    error.operator_told = True  # type: ignore[attr-defined]
    words = f"{error}\n  [operator < {operator.type} >, made at {operator.where}]"
    error.args = (words, *error.args[1:])


def last_uses(operators: list[Operator], block: Block, kept: frozenset[str]) -> list[list[str]]:
    """For each operator the temporary variables that nothing after it reads."""
    seen = {*kept, *_sources(kept)}
    found: list[list[str]] = []
    for operator in reversed(operators):
        names = dict.fromkeys([*operator.input_arg_names, *operator.output_arg_names])
        found.append([name for name in names if name not in seen and not _lasts(block, name)])
        seen.update(names, _sources(names))
    return found[::-1]


def _sources(names: Iterable[str]) -> list[str]:
    """What the gradients among these are gradients of: a backward asks for it."""
    return [name.removesuffix("@GRAD") for name in names if name.endswith("@GRAD")]


def _lasts(block: Block, name: str) -> bool:
    variable = block.find(name)
    return variable is None or variable.persistable

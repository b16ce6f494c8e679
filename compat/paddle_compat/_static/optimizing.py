"""Dygraph mode's optimizers in a program: their accumulators are its variables, and a run lends them the tensors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import paddle
from paddle.base.framework import default_main_program as todays_program

from .backward import Pairs, append_backward
from .clipping import error_clips, set_before
from .decaying import decayed
from .operators import Operator, described
from .parameters import filled
from .programs import Program, default_main_program, default_startup_program, present
from .recording import where
from .replaying import Env, Step
from .variables import Variable

_BETAS = {"_beta1": 0.9, "_beta2": 0.999}  # of Adam, which may be variables of the program
shows_decay = True  # in gradients that are read behind the step; off under `paddle-migrate verify`


def minimize(optimizer: Any, loss: Variable, startup_program: Program | None, parameter_list: Any,
             no_grad_set: Any, grad_clip: Any = None) -> tuple[list[Any], Pairs]:
    """Have ``loss`` made smaller at every run; the operators that do it, and the parameters with their gradients."""
    if grad_clip is not None:
        optimizer._grad_clip = grad_clip
    pairs = optimizer.backward(loss, startup_program, parameter_list, no_grad_set)
    return optimizer.apply_optimize(loss, startup_program, pairs), pairs


def backward(optimizer: Any, loss: Variable, startup_program: Program | None = None, parameter_list: Any = None,
             no_grad_set: Any = None) -> Pairs:
    """The first half of :func:`minimize`."""
    shape = tuple(loss.shape)
    if shape not in ((1,), ()):
        raise ValueError(f"minimize: the loss is one number, of shape (1,), not {shape}; fluid.layers.mean makes "
                         "it one")
    return append_backward(loss, parameter_list, no_grad_set, callbacks=[error_clips])


def apply_gradients(optimizer: Any, pairs: Pairs, program: Program | None = None,
                    startup_program: Program | None = None) -> list[Operator]:
    """The second half: clip, decay and update; the operators that 1.8.5 had for the update."""
    program = default_main_program() if program is None else program
    startup = default_startup_program() if startup_program is None else startup_program
    pairs = sorted(pairs, key=lambda pair: pair[0].name)
    clip = set_before(pairs, optimizer._grad_clip)
    with present(program, startup):
        dtype = pairs[0][0].dtype if pairs else "float32"
        accumulators = Accumulators(optimizer, pairs).found if pairs else {}
        rate = learning_rate(optimizer, program, dtype)
        if not pairs:
            return []
        optimizer._accumulators = accumulators
        block = program.current_block()
        betas = {name: own for name in _BETAS if isinstance(own := vars(optimizer).get(name), Variable)}
        kwargs = {"accumulators": accumulators, "clip": clip, "set": [set_so_far(each) for each, _ in pairs],
                  "betas": betas}
        operator = Optimize(block, kind_of(optimizer), optimizer, (pairs, rate), kwargs,
                            [parameter for parameter, _ in pairs], where(), "optimize")
        return list(described(block.add(operator)))


def set_so_far(parameter: Any) -> dict[str, Any]:
    """What a script may have set of a parameter since it was made, as the update takes it; a rate may be a variable."""
    rate = getattr(parameter, "optimize_attr", {"learning_rate": 1.0})
    return {"optimize_attr": dict(rate), "regularizer": getattr(parameter, "regularizer", None),
            "need_clip": getattr(parameter, "need_clip", True)}


def _with_rate(set_of: dict[str, Any], env: Env) -> dict[str, Any]:
    """The same, with the value of a rate of the parameter's own that is a variable."""
    own = set_of["optimize_attr"]["learning_rate"]
    return {**set_of, "optimize_attr": {"learning_rate": env[own.name]}} if isinstance(own, Variable) else set_of


def kind_of(optimizer: Any) -> str:
    """What the class is called, or that of ours that a script's own is made of."""
    ours = (kind for kind in type(optimizer).__mro__ if kind.__module__.startswith("paddle"))
    return next(ours).__name__.removesuffix("Optimizer").lower()


def learning_rate(optimizer: Any, program: Program, dtype: Any) -> Variable:
    """The variable that holds the rate, of a number ``learning_rate_0`` in the scope."""
    rates: dict[Any, Variable] = vars(optimizer).setdefault("_static_rates", {})
    given = optimizer._learning_rate
    if isinstance(given, Variable):
        return given
    if program.number not in rates:
        if not isinstance(given, float):
            raise TypeError("learning rate should be float or Variable in static mode, got " + type(given).__name__)
        name = paddle.utils.unique_name.generate("learning_rate")
        rates[program.number] = filled(name, [1], dtype, float(np.float32(given)))  # as 1.8.5 filled
    return rates[program.number]


def rate_so_far(optimizer: Any, program: Program | None) -> Variable | None:
    """The variable of the rate in a program; of a number none before the optimizer is put there."""
    program = default_main_program() if program is None else program
    given = optimizer._learning_rate
    if isinstance(given, Variable):
        return given if given.block.program is program else None
    found: Variable | None = vars(optimizer).get("_static_rates", {}).get(program.number)
    return found


class Accumulators:
    """The accumulators that an optimizer would make: variables by its name for them and the parameter's name."""

    def __init__(self, optimizer: Any, pairs: Pairs) -> None:
        self.found: dict[str, dict[str, Variable]] = {}
        self.optimizer = optimizer
        kept = vars(optimizer).get("_add_accumulator")
        for name in ("_already_create_accumulater", "_already_create_accumulator"):  # on 2.6, on 3
            vars(optimizer).get(name, set()).clear()  # those of another program
        optimizer._add_accumulator = self.add
        try:
            stand_ins = [StandIn(parameter) for parameter, _ in pairs]
            optimizer._create_accumulators(todays_program().global_block(), stand_ins)
        finally:
            del optimizer._add_accumulator
            if kept is not None:
                optimizer._add_accumulator = kept

    def add(self, name: str, param: Any, dtype: Any = None, fill_value: float = 0.0, shape: Any = None,
            type: Any = None, device: Any = None) -> Any:
        """What stands in for ``Optimizer._add_accumulator``."""
        if self.optimizer._name is not None:
            name = f"{self.optimizer._name}_{name}"
        if isinstance(fill_value, Variable):  # beta1 or beta2 of a program, whose powers 1.8.5 began at its defaults
            fill_value = _BETAS[f"_{name.rpartition('_pow')[0].rpartition('_')[2]}"]
        made = filled(paddle.utils.unique_name.generate(f"{param.name}_{name}"),
                      param.shape if shape is None else shape, dtype or param.dtype, fill_value)
        self.found.setdefault(name, {})[param.name] = made
        return made


class StandIn:
    """What an optimizer asks of a parameter before it makes accumulators."""

    def __init__(self, parameter: Variable) -> None:
        self.name, self.shape, self.dtype = parameter.name, list(parameter.shape), parameter.dtype


class Optimize(Operator):
    """One step of an optimizer."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that makes the step."""
        optimizer, (pairs, rate) = self.rule, self.args
        names = [(parameter.name, gradient.name) for parameter, gradient in pairs]
        after = self.block.operators[self.block.operators.index(self) + 1 :]
        later = wanted.union(*(operator.input_arg_names for operator in after))
        clip, read = self.kwargs["clip"], [pair for pair in names if pair[1] in later]
        set_of = dict(zip((name for name, _ in names), self.kwargs["set"], strict=True))
        betas = {name: each.name for name, each in self.kwargs["betas"].items()}
        accumulators = {key: {name: each.name for name, each in by.items()}
                        for key, by in self.kwargs["accumulators"].items()}

        def step(env: Env) -> None:
            tensors = [env[name] for name, _ in names]
            for tensor in tensors:
                vars(tensor).update(_with_rate(set_of[tensor.name], env))
            found = {key: {name: env[inner] for name, inner in by.items()} for key, by in accumulators.items()}
            lend(optimizer, tensors, found, env[rate.name])
            given = [(tensor, env[gradient]) for tensor, (_, gradient) in zip(tensors, names, strict=True)
                     if gradient in env]
            with paddle.no_grad(), _of_run(optimizer, {name: env[each].item() for name, each in betas.items()}):
                for parameter, gradient in read:
                    if gradient in env and not env[gradient].is_selected_rows():  # clips may change it in place
                        is_plain = not shows_decay or clip is not None or optimizer._grad_clip is not None
                        regularizer = None if is_plain else _regularizer(optimizer, env[parameter])
                        env[gradient] = decayed(env[parameter], env[gradient].clone(), regularizer)
                given = given if clip is None else clip(given)
                paddle.optimizer.Optimizer._apply_optimize(optimizer, None, None, given)

        return step


@contextmanager
def _of_run(optimizer: Any, numbers: dict[str, float]) -> Iterator[None]:
    """Attributes of the optimizer that are variables of the program are numbers meanwhile."""
    kept = {name: vars(optimizer)[name] for name in numbers}
    vars(optimizer).update(numbers)
    try:
        yield
    finally:
        vars(optimizer).update(kept)


def _regularizer(optimizer: Any, parameter: Any) -> Any:
    """What decays a parameter: its own regularizer, or the optimizer's, of which Momentum keeps the factor alone."""
    own = getattr(parameter, "regularizer", None)
    if own is None and getattr(optimizer, "_regularization_method", "") == "l2_decay":
        return paddle.regularizer.L2Decay(optimizer._regularization_coeff)
    return getattr(optimizer, "regularization", None) if own is None else own


def lend(optimizer: Any, parameters: list[Any], accumulators: Any, rate: Any) -> None:
    """Give an optimizer the tensors of a run."""
    optimizer._parameter_list = optimizer._param_groups = parameters
    optimizer._accumulators = accumulators
    optimizer._learning_rate_map[todays_program()] = optimizer._lent_rate = rate

"""``py_func``: a Python function of arrays as a part of a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle

from .._lod import lod_of, with_lod
from .._runtime.own_gradients import applied
from .fed import as_tensor
from .operators import Operator
from .programs import default_main_program
from .recording import where
from .replaying import Env, Step
from .scopes import LoDTensor
from .variables import Variable


def py_func(func: Callable[..., Any], x: Any, out: Any, backward_func: Callable[..., Any] | None = None,
            skip_vars_in_backward_input: Any = None) -> Any:
    """``out``, variables of a given shape and dtype, which ``func`` of the tensors ``x`` is called for in every run.

    ``backward_func`` gives the gradients of ``x`` of all inputs, all results and the gradients of these, without what
    ``skip_vars_in_backward_input`` names. Without it no gradient goes back. Raises ``TypeError`` for what is no
    variable and ``ValueError`` for an output without a shape or a variable to be skipped that is none of them.
    """
    inputs, outputs = _listed(x, "Input"), _listed(out, "Output")
    for each in outputs:
        if not each.shape:
            raise ValueError(f"py_func: give {each.name} its shape; what func gives is not known before it runs")
    skipped = _listed(skip_vars_in_backward_input, "skip_vars_in_backward_input") if backward_func else []
    names = {each.name for each in (*inputs, *outputs)}
    for each in skipped:
        if each.name not in names:
            raise ValueError(f"Variable {each.name} is not found in forward inputs and outputs")
    block = default_main_program().current_block()
    kwargs = {"backward_func": backward_func, "skipped": [each.name for each in skipped]}
    block.add(Called(block, "py_func", func, (inputs,), kwargs, outputs, where()))
    return out


def _listed(value: Any, what: str) -> list[Variable]:
    found = [] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]
    if not all(isinstance(each, Variable) for each in found):
        raise TypeError(f"{what} must be Variable/list(Variable)/tuple(Variable)")
    return found


class Called(Operator):
    """Calls a function of arrays."""

    @property
    def needed(self) -> list[str]:
        """The names of the variables that have a gradient of its results."""
        return [] if self.kwargs["backward_func"] is None else [variable.name for variable in self.args[0]]

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that calls it."""
        function, back, results = self.rule, self.kwargs["backward_func"], self.results
        names = [variable.name for variable in self.args[0]]
        shown = [name not in self.kwargs["skipped"] for name in [*names, *(each.name for each in results)]]

        def step(env: Env) -> None:
            inputs = [env[name] for name in names]
            made = _tensors(function(*[_handed(each) for each in inputs]), results)
            if back is not None and made and any(not each.stop_gradient for each in inputs):
                lods = [lod_of(each) for each in made]
                made = _aslist(applied(_Call, *inputs, call=(made, back, shown, inputs)))
                made = [with_lod(each, lod) for each, lod in zip(made, lods, strict=True)]
            for each, value in zip(results, made, strict=True):
                env[each.name] = value

        return step


class _Call(paddle.autograd.PyLayer):
    """What has been called, with the way back."""

    @staticmethod
    def forward(ctx: Any, *inputs: Any, call: Any) -> Any:
        ctx.call = call
        return tuple(each.clone() for each in call[0])

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        made, back, shown, inputs = ctx.call
        given = [_handed(each) for each, wanted in zip([*inputs, *made], shown, strict=True) if wanted]
        found = _aslist(back(*given, *[_handed(each) for each in gradients]))
        return tuple(None if each.stop_gradient else paddle.zeros_like(each) if one is None else as_tensor(one, None)
                     for each, one in zip(inputs, found, strict=True))


def _handed(tensor: Any) -> LoDTensor:
    return LoDTensor(with_lod(tensor.detach(), lod_of(tensor)))


def _aslist(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _tensors(found: Any, results: list[Variable]) -> list[Any]:
    values = _aslist(found) if results else []
    if len(values) != len(results):
        raise ValueError(f"py_func: the function gave {len(values)} results, and out has {len(results)}")
    made = []
    for value, variable in zip(values, results, strict=True):
        tensor = as_tensor(value if isinstance(value, LoDTensor) else np.asarray(value), variable)
        made.append(tensor)
    return made

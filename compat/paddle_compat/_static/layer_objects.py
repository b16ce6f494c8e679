"""Layers of dygraph mode in a program: their parameters are its parameters, and a call with variables is recorded."""

from __future__ import annotations

import copy
import functools
import inspect
from typing import Any

from paddle import nn
from paddle.base.framework import EagerParamBase
from paddle.utils import unique_name

from .._runtime.rows import guessing
from .layered import being_made, slots_of
from .mode import MODE
from .operators import variables_in
from .programs import default_main_program, default_startup_program
from .recording import record
from .variables import Variable, dtype_of


def made_in_program(layer: Any) -> None:
    """Have the calls of a layer of ours, which is being made, recorded; a script's own calls others, which are."""
    if MODE.recording and being_made() is None and _is_ours(type(layer)):
        kind: Any = type(layer)
        object.__setattr__(layer, "__class__", recorded_kind(kind))


_CALLING = ("basic_units", "container", "parallel")  # what calls layers, or functions of ``fluid.layers``


def _is_ours(kind: type) -> bool:
    """Whether it computes by today's functions and not by those of ``fluid.layers``."""
    module = kind.__module__
    return module.startswith(("paddle.", "paddle_compat.fluid.dygraph.")) and not module.endswith(_CALLING)


def parameter_of(layer: Any, parameter: Any) -> Any:
    """What a layer gets for a parameter of the program: one of ours a stand-in without memory, for its checks."""
    if parameter is None or not _is_ours(type(layer)):
        return parameter
    trainable = getattr(parameter, "trainable", True)  # one that is normalised is made of parameters
    made = EagerParamBase(shape=list(parameter.shape), dtype=parameter.dtype, name=parameter.name, trainable=trainable)
    made.of_program, made.retyped = parameter, functools.partial(_retyped, layer, parameter)
    return made


def _retyped(layer: Any, parameter: Any, dtype: str) -> Any:
    """The same with a parameter of another dtype."""
    for program in (default_main_program(), default_startup_program()):
        program.global_block().var(parameter.name).dtype = dtype_of(dtype)
    return parameter_of(layer, parameter)


@functools.cache
def recorded_kind(kind: Any) -> Any:
    """The class ``kind`` whose calls with variables are recorded; itself where what it calls is."""
    if issubclass(kind, Recorded) or not _is_ours(kind):
        return kind
    made = type(kind.__name__, (Recorded, kind), {})
    made.__module__ = kind.__module__
    return made


class Recorded:
    """Stands before the class of a layer that was made while calls were recorded."""

    training: bool

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        layer: Any = self
        if not (MODE.recording and variables_in([*inputs, kwargs])):
            return nn.Layer.__call__(layer, *inputs, **kwargs)
        parameters = [getattr(slots[key], "of_program", slots[key]) for slots, key in slots_of(layer)]
        for _ in range(temporaries(layer)):
            unique_name.generate(f"{layer._full_name}.tmp")
        held = {name: value for name, value in vars(layer).items() if isinstance(value, Variable)}
        others = {"is_test": not self.training, **({"held": held} if held else {})}
        return record(_call, (layer, parameters, inputs, kwargs), others, type(self).__name__, layer._full_name)


def _call(layer: Any, parameters: Any, inputs: Any, named: Any, is_test: bool, held: Any = None) -> Any:
    """What a layer gives with these tensors for its parameters and for the variables that it was given."""
    if held:
        layer = copy.copy(layer)
        vars(layer).update(held)
    slots, layers = slots_of(layer), layer.sublayers(include_self=True)
    kept, modes = [inner[key] for inner, key in slots], [each.training for each in layers]
    for (inner, key), tensor in zip(slots, parameters, strict=True):
        inner[key] = tensor.clone() if guessing() else tensor  # that it may set anew in place
    for each in layers:
        each.training = not is_test
    try:
        return nn.Layer.__call__(layer, *inputs, **named)
    finally:
        for (inner, key), tensor in zip(slots, kept, strict=True):
            inner[key] = tensor
        for each, training in zip(layers, modes, strict=True):
            each.training = training


def given_to(layer: Any) -> dict[str, Any]:
    """The arguments that a layer of ours was made with, by their names."""
    args, kwargs = vars(layer)["_made_of"]
    bound = inspect.signature(type(layer).__init__).bind(layer, *args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def temporaries(layer: Any) -> int:
    """How many temporary results 1.8.5 numbered before that of a layer's call."""
    kind = type(layer).__name__
    if kind in ("BatchNorm", "LayerNorm", "GroupNorm", "InstanceNorm"):
        return 2 + bool(getattr(layer, "_act", None))
    return bool(layer._parameters.get("bias") is not None) + bool(getattr(layer, "_act", None))
